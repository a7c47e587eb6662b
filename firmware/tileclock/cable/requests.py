"""Requests of the PC that write or load something: only while nobody's time runs. Loaded for them alone."""

import json
import os
import sys
from binascii import crc32, hexlify
from hashlib import sha256
from io import BytesIO

from micropython import const

import tileclock
from tileclock.cable.link import Busy, figure, on_sheet
from tileclock.device import sound
from tileclock.files import pieces, replace
from tileclock.memory import moment
from tileclock.storage import settings
from tileclock.table.table import cause

_LONGEST = 4096  # characters of an upload
_FIRST_DATE, _LAST_DATE = "161", "41"  # how the seconds from 1970 to the years 2021 and 2099 begin
_NEAR = const(300)  # seconds between two PCs that agree
_LATE = const(5_000)  # ms that the same signal may come later once more


def obey(link, word, rest):
    """The text of the answer. A request is one handler here."""
    if word not in HANDLERS:
        why = "this clock does not know %s: its firmware is older than the PC's program"
        raise ValueError(why % word[:20])
    if link.trouble:
        raise ValueError("the display of this clock says what is wrong with its memory: see to that first")
    return HANDLERS[word](link, rest)


def _ack(link, rest):
    """These sheets are in the PC's store, whole; a locked clock wants the checksum of each to believe it."""
    storage, words = link.table.storage, rest.split(" ")
    for word in words:
        name, _, check = word.partition(":")
        file = on_sheet(storage.open, name)
        if (check or link.table.lock.closed()) and check != _checksum(file):
            raise ValueError("that is not the checksum of sheet %s" % name)
        file.close()
        storage.synced(name)
    return str(len(words))


def _checksum(file):
    """The beginning of a sheet's SHA-256: only who has read all of it knows that."""
    total = sha256()
    for piece in pieces(file):
        total.update(piece)
    return hexlify(total.digest())[:8].decode()


def _clock(link, rest):
    """The date, for sheets to come. A locked clock is set once, until the power goes."""
    seconds, clock = figure(rest, 10), link.table.board.clock
    known = clock.unix()
    if len(rest) < 10 or not _FIRST_DATE < rest < _LAST_DATE:
        raise ValueError("no game is played then")
    if known is None or not link.table.lock.closed():
        with moment():
            from tileclock.storage import clock_chip

            clock_chip.keep(link.table.board, seconds)
    elif abs(known - seconds) > _NEAR:
        raise ValueError("the judge has locked this clock: its date stays")
    return rest


def _put(link, rest):
    """A piece of an upload behind what is there; the same piece twice is one."""
    offset, _, text = rest.partition(" ")
    place = figure(offset)
    if not place:
        link.drop_upload()
    if place > len(link.upload) or place + len(text) > _LONGEST:
        raise ValueError("%d is expected" % len(link.upload))
    link.upload[place:] = text.encode()
    return str(len(link.upload))


def _uploaded(link, check):
    """The document that was sent, once it is known to be whole."""
    if check != "%d %08x" % (len(link.upload), crc32(link.upload)):
        raise ValueError("what was sent is not whole: send it again")
    return str(link.upload, "ascii")


def _open(link):
    """Refuse to change a rule or a setting while the judge has locked it, as the box itself does."""
    if link.table.lock.closed():
        raise ValueError("the judge has locked this clock: enter the code on it first")


def _lock(link, rest):
    """The judge's code, as letters of seats; without any the lock is no more."""
    _open(link)
    if not link.table.lock.set_code(rest, link.table.log):
        raise ValueError("that is no code: give letters of seats, A to F")
    return "1"


def _start(link, rest):
    """The round of all tables has begun, so many ms of it are left; 0: it has not. All sound and light up.

    A locked clock goes on with the round it has.
    """
    chosen, now = link.table.next, link.now
    ends = figure(rest) and now + int(rest)
    runs = chosen.round_ends > now
    if runs and abs(chosen.round_ends - ends) > _LATE:
        _open(link)
    chosen.end_round(ends)
    if ends and not runs:
        link.kit.play(sound.OVER, now)
        for seat in range(6):
            link.kit.lights.set(seat, link.kit.lights.BRIGHT)
    return rest


def _plain(text):
    """Letters that are not ASCII as the escapes JSON has for them."""
    with moment():
        from tileclock.core import written

        return written.escaped(text)


def _self_test(link, rest):
    """What the box finds out about itself, or its own time. It is deaf for half a second: never in a game."""
    if rest == "time":
        return "up=%d" % link.now
    if link.table.storage.under_way():
        raise Busy("a game is being played: test the clock after it")
    with moment():
        from tileclock.service import self_check

        return self_check.run(link.table.board, link.kit)


def _log(link, rest):
    """Counters and the size of the log; with offset and lines so much of the log itself."""
    with moment():
        from tileclock.service import crash_log

        if not rest:
            return _counters(link, crash_log.size())
        offset, lines = [figure(number) for number in rest.split(" ")]
        return link.send(open(crash_log.FILE, "rb") if crash_log.size() else BytesIO(b""), offset, lines)


def _counters(link, size):
    from tileclock.service import safe_mode

    board, safe = link.table.board, safe_mode.safe_entries()
    version = (tileclock.VERSION,) + tuple(sys.implementation[1][:3])  # type: ignore[index]
    counted = link.table.storage.boot, cause(board), link.now, safe, board.keys.lost, size
    text = "firmware=%s micropython=%d.%d.%d boot=%d cause=%d up=%d safe=%d lost=%d size=%d"
    return text % (version + counted)


def _settings(link, rest):
    """Without anything all of them; with size and check those that were sent become what they say."""
    now = link.table.settings
    if not rest:
        known = [name for name, _, _ in settings.FIELDS if name not in settings.SECRET]
        return _plain(json.dumps({name: now.value(name) for name in known}))
    _open(link)
    document = json.loads(_uploaded(link, rest))
    if not isinstance(document, dict):
        raise ValueError("settings are a JSON object")
    fields = {name: (usual, allowed) for name, usual, allowed in settings.FIELDS}
    for name, value in document.items():
        if name not in fields or name in settings.SECRET:
            raise ValueError("there is no setting %s" % name)
        if not settings.fits(value, *fields[name]) or (name == "preset" and not _is_preset(value)):
            raise ValueError("%s cannot be %s" % (name, json.dumps(value)))
        if name == "names":
            _check_letters(link.kit.text, "".join(value))
    if link.table.storage.under_way() and "preset" in document:
        raise Busy("a game is being played: change its rules after it")
    for name, value in document.items():
        now.change(name, value)
    link.take_settings(document)
    now.save(link.table.log)
    return str(len(document))


def _check_letters(font, text):
    for letter in text:
        if font.glyph(letter) == font.glyph("\ufffd"):  # a box, for all it does not have
            raise ValueError("the display has no %s: write the name without it" % letter)


def _is_preset(name):
    with moment():
        from tileclock.storage import rule_files
    return name in rule_files.ids()


def _preset(link, rest):
    what, _, rest = rest.partition(" ")
    with moment():  # most PCs that come want sheets, which shall not wait for this
        from tileclock.storage import rule_files
    if what == "list":
        return " ".join(rule_files.ids())
    if what == "get":
        with moment():
            from tileclock.core import preset

            found, _ = rule_files.load(rest, link.table.log)
            if found["id"] != rest:
                raise ValueError("there is no preset %s" % rest[:20])
            return _plain(preset.canonical(found))
    _open(link)
    if link.table.storage.under_way():
        raise Busy("a game is being played: its presets change after it")
    if what == "put":
        return _keep_preset(_uploaded(link, rest))
    if what == "delete":
        if rest not in rule_files.own():
            raise ValueError("there is no preset %s of your own" % rest[:20])
        os.remove("%s/%s.json" % (rule_files.FOLDER, rest))
        return rest
    raise ValueError("presets are listed, put, got or deleted")


def _keep_preset(text):
    with moment():
        from tileclock.core import preset
        from tileclock.storage import rule_files

        found = preset.read(text)
        name, text, taken = found["id"], preset.canonical(found), rule_files.built_in()
        if name in taken:
            raise preset.PresetError("id", "must not be a built-in one: " + ", ".join(taken))
        own = rule_files.own()
    if name not in own and len(own) == rule_files.MOST:
        raise ValueError("there are %d presets of your own: delete one first" % rule_files.MOST)
    for folder in ("/data", rule_files.FOLDER):
        try:
            os.mkdir(folder)
        except OSError:
            pass  # it is there already
    replace("%s/%s.json" % (rule_files.FOLDER, name), text)
    return name


HANDLERS = {
    "ack": _ack,
    "clock": _clock,
    "lock": _lock,
    "log": _log,
    "put": _put,
    "preset": _preset,
    "self-test": _self_test,
    "settings": _settings,
    "start": _start,
}
