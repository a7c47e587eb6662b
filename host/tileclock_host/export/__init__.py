"""Exports of the stored matches: one module per format."""
