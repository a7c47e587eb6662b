"""The score sheets on the PC: read, verified, kept, amended, shown."""
