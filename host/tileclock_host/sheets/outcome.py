"""What becomes of a text that is added to the store, told from what counts then."""

from dataclasses import dataclass

from .games import Game, Version

# What became of a text.
NEW, KNOWN, SUPERSEDING, CONFLICT, REFUSED = "new", "known", "superseding", "conflict", "refused"
AMENDED = "amended"  # by what another store says of it
NOT_STORED = "Not stored: "  # so a refusal begins


@dataclass(frozen=True, slots=True)  # an import has one for each text
class Outcome:
    """What became of a text that was added, as a word and as a sentence."""

    kind: str
    sentence: str
    name: str = ""  # of the sheet, if it is one
    findings: tuple[str, ...] = ()  # what is wrong with it, though it was kept

    @property
    def kept(self) -> bool:
        """Whether the store has it now: a clock may forget it."""
        return self.kind != REFUSED

    @property
    def good(self) -> bool:
        return self.kind in (NEW, KNOWN, SUPERSEDING, AMENDED) and not self.findings


def stored(name: str, findings: tuple[str, ...]) -> Outcome:
    """What became of the first text of a game."""
    return Outcome(NEW, _but(f"Sheet {name} is stored", findings), name, findings)


def outcome_of(version: Version, game: Game) -> Outcome:
    """What became of a text, told from what counts of its game now."""
    sheet, findings = version.sheet, version.findings
    if game.conflicts:
        return Outcome(
            CONFLICT, f"Sheet {sheet.name} is stored, but {game.conflicts[0]}.", sheet.name, findings
        )
    if game.version is version and len(game.versions) > 1:
        older = game.versions[-2].sheet.revision
        text = f"Sheet {sheet.name} takes the place of revision {older}"
        return Outcome(SUPERSEDING, _but(text, findings), sheet.name, findings)
    counts = "" if game.version is version else f", revision {game.sheet.revision} of it counts"
    return Outcome(NEW, _but(f"Sheet {sheet.name} is stored{counts}", findings), sheet.name, findings)


def _but(text: str, findings: tuple[str, ...]) -> str:
    return f"{text}, but {findings[0]}." if findings else f"{text}."
