"""The tournament desk: people, events and their rounds, seating, standings and what the judge rules."""
