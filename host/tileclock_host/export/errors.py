"""What keeps a match from being exported."""


class ExportError(Exception):
    """A sentence that says why, and what to do."""
