"""What is on the flash."""
