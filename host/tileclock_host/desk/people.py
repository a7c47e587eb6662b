"""People: who they are, by which names sheets know them, and who turned out to be one or two."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache

from tileclock_host.facts.text import clean

from .entries import Entry, Left, apply, gaps, standing, taken_back, unread
from .errors import DeskError

_SHORT = 6  # signs of an identity that are shown
_SHORTEST = 4  # that are enough to name somebody
_CLOSE = 0.83  # one letter of six differs


@dataclass
class Person:
    """Somebody with a name; `aliases` are other names on sheets."""

    id: str
    name: str
    aliases: list[str] = field(default_factory=list)

    @property
    def short(self) -> str:
        return self.id[:_SHORT]


class People:
    """What follows from the entries about people; `left` has those that do not count here, with why."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._persons: dict[str, Person] = {}
        self._into: dict[str, str] = {}
        self._named: dict[str, list[str]] = {}
        gone = taken_back(entries)
        self.gaps = gaps(entries)
        self._gone = {entry.said["id"] for entry in entries if entry.number in gone and "id" in entry.said}
        self.left: dict[int, Left] = unread(entries, "the people", "tileclock players undo")
        does = {
            "person": self._person,
            "alias": self._alias,
            "merged": self._merged,
            "split": self._split,
        }
        newer = any(why.newer for why in self.left.values())
        self.left |= apply(standing(entries), does, "the people", after_newer=newer)
        self._named.clear()
        for person in self.all():
            for name in dict.fromkeys([person.name, *person.aliases]):
                self._named.setdefault(name, []).append(person.id)

    # ---- asking ----

    def all(self) -> list[Person]:
        """Everybody once, by name; namesakes as they became known."""
        known = [person for person in self._persons.values() if person.id not in self._into]
        return sorted(known, key=lambda person: person.name.casefold())

    def who(self, identity: str) -> str:
        """Who that is now: who was merged is somebody else."""
        while identity in self._into:
            identity = self._into[identity]
        return identity

    def get(self, identity: str) -> Person:
        identity = self.who(identity)
        if identity not in self._persons:
            if not self.gaps or identity in self._gone:
                raise DeskError(f"There is nobody with the identity {identity[:_SHORT]}.")
            # An entry that this program cannot read has the name.
            person = self._persons[identity] = Person(identity, f"? {identity[:_SHORT]}")
            self._named.setdefault(person.name, []).append(identity)
        return self._persons[identity]

    def called(self, identity: str) -> str:
        """The name, also of somebody whom the record does not know."""
        try:
            return self.get(identity).name
        except DeskError:
            return f"? {identity[:_SHORT]}"

    def named(self, name: str) -> list[str]:
        """Whom a sheet may mean: by name or alias, to the letter."""
        return self._named.get(clean(name), [])

    def like(self, name: str) -> list[str]:
        """Names that are nearly the same: nobody is taken for them, but somebody may be meant."""
        return alike(name, self._named)

    def find(self, said: str) -> Person:
        """The one a director means: by name, alias or the beginning of the identity."""
        found = self.named(said)
        if not found and len(said) >= _SHORTEST:
            found = [person.id for person in self.all() if person.id.startswith(said.lower())]
        if len(found) == 1:
            return self.get(found[0])
        if found:
            which = self._listed(found)
            raise DeskError(
                f"Several are called {said}: say which, {which}.", "wrong_several", name=said, which=which
            )
        like = self.like(said)
        hint = f"do you mean {' or '.join(like)}?" if like else "`tileclock players` lists everybody."
        raise DeskError(
            f"Nobody is called {said}: {hint}",
            "wrong_like" if like else "wrong_nobody",
            name=said,
            **({"like": ", ".join(like)} if like else {}),
        )

    def _listed(self, found: Iterable[str]) -> str:
        return ", ".join([self.get(each).short for each in found])

    # ---- what entries do ----

    def _person(self, entry: Entry) -> None:
        self._add(entry.said)

    def _add(self, said: dict[str, str]) -> None:
        if said["id"] in self._persons:
            raise DeskError(f"The identity {said['id'][:_SHORT]} is there already.")
        self._persons[said["id"]] = Person(said["id"], said["name"])

    def _alias(self, entry: Entry) -> None:
        said = entry.said
        person, name = self.get(said["person"]), said["name"]
        if name in {person.name, *person.aliases}:
            raise DeskError(f"{person.name} is called {name} already.")
        person.aliases.append(name)

    def _merged(self, entry: Entry) -> None:
        said = entry.said
        person, into = self.get(said["person"]), self.get(said["into"])
        if person is into:
            raise DeskError(f"{person.name} is one person already.")
        self._into[person.id] = into.id
        into.aliases += [name for name in (person.name, *person.aliases) if name not in into.aliases]

    def _split(self, entry: Entry) -> None:
        said = entry.said
        person, name = self.get(said["person"]), said["name"]
        if name not in person.aliases:
            raise DeskError(f"{name} is no alias of {person.name}: only an alias can become another person.")
        self._add({"id": said["id"], "name": name})
        person.aliases.remove(name)


def alike(name: str, names: Iterable[str]) -> list[str]:
    """Those of the names that are nearly this one: but for a letter, for case, marks or blanks.

    A number in a name is there to tell people apart.
    """
    plain = {_plain(each): each for each in names if _digits(each) == _digits(name)}
    return [plain[each] for each in get_close_matches(_plain(name), plain, 3, _CLOSE)]


def _digits(name: str) -> list[str]:
    return [letter for letter in name if letter.isdigit()]


@lru_cache(maxsize=10_000)
def _plain(name: str) -> str:
    """In small letters without marks."""
    parts = unicodedata.normalize("NFKD", clean(name).casefold().replace("ł", "l").replace("đ", "d"))
    return "".join([letter for letter in parts if not unicodedata.combining(letter)])
