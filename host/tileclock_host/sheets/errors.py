"""What can go wrong with a store; without a database, so that commands that only talk to clocks start quickly."""


class StoreError(Exception):
    """One sentence that says what to do: the store cannot do what was asked; nothing was half done."""
