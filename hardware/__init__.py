"""The box as code: one description, and the programs that draw, check and price it."""
