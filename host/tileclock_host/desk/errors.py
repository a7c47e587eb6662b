"""What can go wrong at the desk; nothing else is loaded here."""


class DeskError(Exception):
    """One sentence that says what to do: nothing was changed."""
