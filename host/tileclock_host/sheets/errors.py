"""What can go wrong with a store; no database is loaded here, so that commands of the cable start quickly."""


class StoreError(Exception):
    """One sentence that says what to do: the store cannot do what was asked; nothing was half done."""
