"""An evening in which something fails: what the flash stands for then, and how people go on."""

import gc
from os import listdir

import box as boxes
import evening as evenings
import flashmodel

BROKEN = (OSError, MemoryError, RuntimeError, ValueError, AttributeError, TypeError, KeyError, IndexError)
IN_A_GAME = ("record", "mark", "no mark", "deal")


class Over(Exception):
    """The fault has happened, and what came of it was looked at."""


class Fault:
    """Strikes while it is armed, which is when the firmware works."""

    armed = struck = False

    def heal(self):
        self.armed = False


class Struck(evenings.Evening):
    """Plays the same evening as `clean`, which knows what is right, up to the step that was struck."""

    def __init__(self, flash, seed, fault, clean):
        evenings.Evening.__init__(self, flash, seed)
        self.fault, self.clean = fault, clean
        self.at = ""  # the step
        self.broke = None  # the exception that ended the program

    def _step(self, name, work, *changes):
        clean = self.clean.steps[len(self.steps)]
        self.at = "step %d, %s" % (len(self.steps), name)
        self.steps.append(clean)
        self.fault.armed = True
        try:
            work()
        except BROKEN as error:
            if not self.fault.struck:
                raise
            self.broke = error
        self.fault.armed = False
        if self.fault.struck:
            self._look(self.clean.states[clean[3] : clean[4] + 1], name)
            self._go_on(name)
            raise Over
        self.states.append(self.clean.states[clean[4]])

    def _look(self, allowed, name):
        """The power goes right after the fault: the flash is that before the step, after it or in between."""
        flashmodel.restarted(self.flash)
        found = boxes.stands(boxes.Box(self.now))
        if name == "given up" and "lost" in listdir("/data"):
            allowed = [dict(allowed[0], game=None)]  # what could not be read then is put aside
        assert found in allowed, differences(found, allowed)

    def _go_on(self, name):
        """If the program broke, it starts anew; else people have noticed nothing."""
        if self.broke is None and name in IN_A_GAME:
            flashmodel.remount(self.flash)
            self.fault.heal()
            flash = self.flash
            assert self.box.finish(self.now + 1_000), "the sheet does not balance"
        else:
            self.fault.heal()
            flash = flashmodel.restarted(self.flash)
            play_on(boxes.Box(self.now), self.now + 1_000)
        flashmodel.restarted(flash)
        again = boxes.Box(self.now)
        assert not again.storage.unfinished, "the game was stored, and is offered once more"
        games = [int(sheet[:5]) for sheet, _, _ in again.storage.sheets()]
        assert games and max(games) == again.storage.game, "the sheet is not there"


def alone():
    """From here on nothing is collected by itself.

    Files that were left open when something failed are closed by the collector. This flash is a Python
    object, so a collection may fall into the middle of what littlefs does; the board's is not.
    """
    gc.collect()
    gc.disable()


class Refused(Exception):
    """The box says that the game, or all there is, cannot be read."""


def play_on(box, now):
    """The game that was cut; or another, if there was none."""
    if box.trouble:
        raise Refused(box.trouble)
    if box.storage.unfinished:
        box.resume(now)
        if box.storage.unfinished:
            raise Refused(str(box.refusal))
    else:
        box.settings.save(boxes.log)  # as the table does at every deal
        box.deal("pl", 0b11, 0, 40, now)
        box.games.write()
        box.step(now)
    assert box.finish(now), "the sheet does not balance"


def nothing_lost(state, again):
    """What stood on the flash stands there still; a game that was being played, or its sheet."""
    for name in ("settings", "presets"):
        assert again[name] == state[name], differences(again, [dict(again, **{name: state[name]})])
    assert again["totals"][: len(state["totals"])] == state["totals"], again["totals"]
    for name, check in state["sheets"].items():
        newer = [other for other in again["sheets"] if other[:5] == name[:5] and other > name]
        assert newer or again["sheets"].get(name) == check, "sheet %s is gone" % name
    assert again["count"][0] >= state["count"][0] and again["count"][1] >= state["count"][1], again["count"]
    game = state["game"]
    if game and again["game"]:
        assert again["game"][0] == game[0] and again["game"][2].startswith(game[2]), again["game"]
    elif game:
        games = [int(name[:5]) for name in again["sheets"]]
        assert game[0] in games, "game %d is gone" % game[0]


def differences(found, allowed):
    """What of it fits none of these."""
    lines = []
    for state in allowed:
        for name in state:
            if state[name] != found[name]:
                lines.append("%s: found %r, not %r" % (name, found[name], state[name]))
    return "\n".join(lines)


def play_clean(seed, turns):
    """The evening as it is when nothing fails."""
    flash = flashmodel.Flash()
    flashmodel.format(flash)
    return evenings.play(flash, seed, turns, aged=False)


def play_struck(flash, seed, turns, fault, clean):
    """True if the fault happened, and all went well after it."""
    evening = Struck(flash, seed, fault, clean)
    alone()
    try:
        evening.steps_of(turns, aged=False)
    except Over:
        return True
    except Exception as error:
        print("failed at", evening.at, repr(evening.broke))
        for text in boxes.said[-5:]:
            print("  log:", text)
        raise error
    finally:
        del boxes.said[:]
        gc.enable()
    evening._look([clean.states[-1]], "the end")
    return fault.struck
