"""Write the published JSON Schema of presets from the field table of the firmware.

`python -m tileclock_host.preset_schema` writes it, with `--check` it only says whether it is up to date.
The descriptions are the comments behind the lines of the table, so that they cost the device nothing.
"""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

from tileclock.core import preset

SOURCE = Path(preset.__file__)
TARGET = SOURCE.parents[2] / "docs" / "preset.schema.json"
FIELD = re.compile(r'    \("(?P<name>\w+)", "(?P<game>\w*)", .*\),  # (?P<text>.+)')
TABLE = re.compile(r"(?P<name>[A-Z]+) = \(")

# The text kinds as patterns; the device, which has no such patterns, spells the same in preset.py.
SLUG = "^[a-z][a-z0-9-]*$"
TEXT = r"^(?! )[ !#-\[\]-~\u00a0-\u061b\u061d-\u200a\u2010-\u2027\u202f-\u205f\u2070-\ud7ff]+(?<! )$"


def descriptions() -> dict[tuple[str, str, str], str]:
    """The comment behind every line, by (table, field, game)."""
    found = {}
    table = ""
    for line in SOURCE.read_text(encoding="utf-8").splitlines():
        if start := TABLE.fullmatch(line):
            table = start["name"]
        elif field := FIELD.fullmatch(line):
            found[table, field["name"], field["game"]] = field["text"]
    return found


def schema() -> dict[str, Any]:
    """The whole schema: one alternative per game, each with exactly the fields of that game."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "tileclock preset",
        "description": "The rules of one sheet. Fields must also agree with each other, which this schema"
        " cannot say; the clock and the PC tool check that too and name the field.",
        "oneOf": [_object("FIELDS", game, descriptions()) for game in preset.GAMES],
    }


def _object(table: str, game: str, comments: dict[tuple[str, str, str], str]) -> dict[str, Any]:
    fields = preset.lines(getattr(preset, table), game)
    properties = {}
    for line in fields:
        name, belongs_to = line[:2]
        if (table, name, belongs_to) not in comments:
            raise SystemExit(f"{SOURCE.name}: put a comment behind {name!r} of {table}; authors will read it")
        shape = {"const": game} if name == "game" else _shape(line, game, comments)
        properties[name] = {"description": comments[table, name, belongs_to], **shape}
    return {
        "type": "object",
        "properties": properties,
        "required": [line[0] for line in fields if line[:2] not in preset.LEFT_OUT],
        "additionalProperties": False,
    }


def _shape(line: tuple, game: str, comments: dict[tuple[str, str, str], str]) -> dict[str, Any]:
    """What one line of a table allows, in the words of JSON Schema."""
    kind = line[2]
    if kind == "int":
        return {"type": "integer", "minimum": line[3], "maximum": line[4]}
    if kind == "flag":
        return {"type": "boolean"}
    if kind == "one":
        return {"enum": list(line[3])}
    if kind in ("slug", "text"):
        pattern = SLUG if kind == "slug" else TEXT
        return {"type": "string", "minLength": line[3], "maxLength": line[4], "pattern": pattern}
    if kind == "rows":
        table = next(name for name, rows in vars(preset).items() if rows is line[3])
        return {"type": "array", "minItems": 1, "maxItems": 5, "items": _object(table, game, comments)}
    if kind == "some":
        items: dict[str, Any] = {"enum": list(line[3])}
        least = line[4]
    else:
        items = {"type": "integer", "minimum": line[3], "maximum": line[4]}
        least = 0
    return {"type": "array", "uniqueItems": True, "minItems": least, "maxItems": 8, "items": items}


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the JSON Schema of presets.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if it is out of date")
    options = parser.parse_args()
    text = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
    if not options.check:
        TARGET.write_text(text, encoding="utf-8")
    elif not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
        sys.exit(f"{TARGET.name} is out of date: run python -m tileclock_host.preset_schema")


if __name__ == "__main__":
    main()
