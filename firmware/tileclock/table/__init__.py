"""The game at the table: what changes it, and how one begins, ends, is resumed, is corrected."""
