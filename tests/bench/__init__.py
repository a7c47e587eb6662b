"""Budgets: what the program may cost, measured and compared with a limit."""
