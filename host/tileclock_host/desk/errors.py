"""What can go wrong at the desk; nothing else is loaded here."""


class DeskError(Exception):
    """One sentence that says what to do: nothing was changed.

    `key` and `facts` are for the desk's page, which says it in its own language.
    """

    def __init__(self, sentence: str, key: str = "", **facts: str | int) -> None:
        super().__init__(sentence)
        self.key, self.facts = key, facts
