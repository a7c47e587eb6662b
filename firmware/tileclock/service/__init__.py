"""What helps when something is wrong: safe mode, the self-check, the crash log."""
