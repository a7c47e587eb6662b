"""A match in pictures, as one HTML file."""
