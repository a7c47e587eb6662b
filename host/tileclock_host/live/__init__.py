"""The live page of a tournament: for the wall, for phones, and the desk's side of it."""
