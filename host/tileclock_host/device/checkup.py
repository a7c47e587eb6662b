"""What a clock's self-test means for the person who repairs it, a sentence for each part."""

from collections.abc import Iterator

from .answers import SelfTest
from .clock import Busy, Clock
from .errors import DeviceError

WATCHED = 2.0  # seconds over which its time is compared with the PC's
_OFF = 0.01  # share by which it may be off: a crystal is a thousand times better, the wrong one far worse
_UNSURE = 0.25  # share below which a comparison says anything
_ROOM = 64  # kB of flash without which the next game has no room
_HEAP = 16_000  # bytes of heap a game needs besides the start
_MISSED = 0.02  # share of the looks at the keys

Finding = tuple[bool, str]  # whether it is well, a sentence


def checkup(clock: Clock) -> Iterator[Finding]:
    """Everything it can say without a person; only a note while a game is played on it."""
    if "self-test" not in clock.identity.requests:
        yield True, "its firmware has no self-test for the cable: tileclock deploy updates it"
        return
    try:
        found = clock.self_test()
        yield from _parts(found)
        yield _time(clock)
    except Busy as error:
        yield True, f"not tested: {error}"
    except DeviceError as error:
        yield False, str(error)


def _parts(found: SelfTest) -> Iterator[Finding]:
    said = found.figures.get
    panels = said("panel")
    yield (
        (True, f"its {panels} displays answer" if panels == 2 else "its display answers")
        if panels
        else (False, "its display does not answer: check its four wires")
    )
    free = said("free", 0)
    if not said("flash"):
        yield False, "its flash does not keep what is written: fetch its sheets, then replace the ESP32 board"
    elif free < _ROOM:
        yield False, f"its flash has only {free} kB left: sync it, and delete what you put there"
    else:
        yield True, f"its flash keeps what is written, {free} kB are free"
    heap = said("heap", 0)
    yield (
        heap >= _HEAP,
        f"{heap:,} bytes of heap are free" + ("" if heap >= _HEAP else ": switch it off and on"),
    )
    yield _keys(found)
    yield True, "its lights glowed and its buzzer sounded: did you see and hear them?"


def _keys(found: SelfTest) -> Finding:
    looks, missed = found.figures.get("looks", 0), found.figures.get("missed", 0)
    if found.held:
        return (
            False,
            f"its keys {', '.join(found.held)} are down: let go, or look for what holds or shorts them",
        )
    if missed > looks * _MISSED:
        return False, f"{missed} of {looks} looks at its keys are missing: switch it off and on"
    return True, "no key is down, and they are looked at every millisecond"


def _time(clock: Clock) -> Finding:
    ahead, sure = clock.drift(WATCHED)
    if sure > _UNSURE:
        return True, "its time was not compared with this PC's: its answers take too long for that"
    if abs(ahead) - sure > _OFF:
        return (
            False,
            f"its time runs {abs(ahead):.0%} {'fast' if ahead > 0 else 'slow'}: replace the ESP32 board",
        )
    return True, f"its time is this PC's to {max(abs(ahead), sure):.2%}, measured over {WATCHED:.0f} s"
