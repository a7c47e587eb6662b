"""The desk of a page without a server: the store of its clock's sheets, and the documents made of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tileclock_host.facts.words import LANGUAGES
from tileclock_host.sheets.store import Store
from tileclock_host.site.answers import NOTHING, Answer, answered, said
from tileclock_host.web.matches import DOCUMENTS, Matches

NOT_HERE = frozenset(["scores.pdf"])  # its writer needs libraries that are not Python alone


_MATCH = re.compile("[0-9]{1,10}")  # how a path names one


class Desk:
    """What the page asks of the store, under the addresses a server has."""

    def __init__(self, home: Path) -> None:
        self.db = str(home / "sheets.sqlite")
        self.matches = Matches((home / "device").read_text(encoding="ascii"), self.db)

    def answer(self, method: str, path: str) -> Answer:
        return answered(lambda: self._do(method, path))

    def _do(self, method: str, path: str) -> Answer:
        address = urlsplit(path)
        facts = dict(parse_qsl(address.query))
        language = facts["lang"] if facts.get("lang") in LANGUAGES else "en"
        match method, *address.path.split("/"):
            case "GET", "people":
                found: dict[str, Any] = self.matches.people()
            case "GET", "scores":
                found = self.matches.list(language)
            case "POST", "scores", number, "today" if _MATCH.fullmatch(number):
                found = self.matches.today(int(number), language)
            case "POST", "scores", number, "names", seat if _MATCH.fullmatch(number):
                found = self.matches.name(int(number), seat, facts.get("name", "").strip(), language)
            case "GET", "scores", number, name if (
                _MATCH.fullmatch(number) and name in DOCUMENTS.keys() - NOT_HERE
            ):
                file = self.matches.document(int(number), name, language)
                return Answer(200, file.kind, file.content, json.dumps(file.headers))
            case _:
                return NOTHING
        return said(found)

    def store(self, given: str) -> str:
        """Sheets that came over the cable; what became of each."""
        came = json.loads(given)
        with Store(self.db) as store:
            outcomes = store.add_many([tuple(each) for each in came["sheets"]], came["clock"])
        return json.dumps([(each.kind, each.sentence, each.kept, each.good) for each in outcomes])
