"""What is pressed, seen and heard."""
