"""Reads the picture of the panel: its text, which screen it is, and what can be done there."""
