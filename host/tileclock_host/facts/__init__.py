"""What is said of a game and a match, in words of four languages: what exports and report are made of."""
