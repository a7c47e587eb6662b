"""How many seats a table has."""

SEATS = 6
