"""Which parts may do which job: the values and packages that were thought through, whatever is drawn.

A change of a part is two changes then: in the description, and here with a reason.
"""

import re
from dataclasses import dataclass

_0805, _SOT23 = "_0805_", "SOT-23_"


@dataclass(frozen=True)
class Job:
    """What some parts do, and what may do it."""

    refs: str
    does: str
    values: tuple[str, ...]
    package: str  # words in the footprint's name


JOBS = (
    Job(r"R[1-6]01|R7[1-4]1", "holds a key's line up", ("10k",), _0805),
    Job(r"R[1-6]02|R7[1-4]2|R904", "keeps static from what is behind it", ("1k",), _0805),
    Job(r"R902", "keeps static from the gate behind it", ("10k",), _0805),
    Job(r"C[1-6]01|C7[1-4]1", "hides a key's bounces", ("100n",), _0805),
    Job(r"R[1-6]03|R802", "ends a line of light data", ("330",), _0805),
    Job(r"C905", "takes the rest of a spark before the charger", ("100n",), _0805),
    Job(r"C[1-6]02|C801|C823|C831|C811|C904|C911", "blocks beside a chip", ("100n",), _0805),
    Job(r"D[1-6]01|D70[12]|D903", "clamps static on lines that are touched", ("USBLC6-2SC6",), "SOT-23-6"),
    Job(r"D[1-6]02", "is a seat's light", ("WS2812B",), "WS2812B_PLCC4"),
    Job(r"F[1-6]01", "ends a short in a seat's cable", ("0.05 A",), "_1206_"),
    # At 5 V an HC sees no 1 in the controller's 3.3 V.
    Job(r"U801", "lifts 3.3 V to 5 V", ("74AHCT244", "74HCT244"), "SOIC-20W"),
    Job(r"R801", "keeps the lights dark until the firmware runs", ("100k",), _0805),
    # At 5 V an AHC sees no 1 in the controller's 3.3 V either.
    Job(r"U811", "turns the sounder's tone round", ("74AHCT1G04",), "SOT-23-5"),
    Job(r"R811", "keeps the sounder from loading its drivers", ("1k",), _0805),
    Job(r"R812", "keeps the sounder quiet", ("10k",), _0805),
    Job(r"C812", "keeps steady voltage from the sounder", ("10u",), _0805),
    Job(r"R813", "empties what holds steady voltage back", ("100k",), _0805),
    Job(r"J811", "takes the sounder", (), "JST_XH_B2B"),
    Job(r"R82[12]", "holds the bus up", ("4k7",), _0805),
    Job(r"F901", "ends a short in the box", ("1.1 A",), "_1812_"),
    Job(r"R901", "switches off when nothing switches on", ("100k",), _0805),
    Job(r"Q901", "switches the supply", ("AO3401A",), _SOT23),
    Job(r"D901", "keeps the PC's 5 V out of the charger", ("SS34",), "D_SMA"),
    Job(r"D902", "clamps the rail", ("SMAJ6.0A",), "D_SMA"),
    # Less, and plugging a seat in pulls the rail down; no such value exists as a ceramic this size.
    Job(r"C901", "holds the rail when a seat is plugged in", ("220u",), "CP_Elec_8x10"),
    Job(r"C802|C82[12]|C90[23]", "takes the rail's fast currents", ("10u",), _0805),
    Job(r"R903", "empties the rail within seconds", ("4k7",), _0805),
    Job(r"R91[12]", "halves the battery's voltage", ("100k",), _0805),
    Job(r"J[12]", "carries the controller", (), "PinSocket_1x19_P2.54mm"),
    Job(r"J[1-6]01", "takes a seat's plug", (), "RJ45_"),
    Job(r"J701", "takes the keys", (), "JST_XH_B5B"),
    # One that gives all it has into a short would pull the rail down with it.
    Job(r"U821", "feeds the displays", ("AP2112K-3.3",), "SOT-23-5"),
    Job(r"JP82[12]", "chooses the order of the displays' supply", (), "SolderJumper-3_P1.3mm_Open"),
    Job(r"U831", "has the date", ("DS3231MZ",), "SOIC-8_3.9x4.9mm"),
    Job(r"BT831", "feeds the date while the box is off", ("CR2032",), "Keystone_3034"),
    # With a key: turned round it would not go in.
    Job(r"J82[12]", "takes a display", (), "JST_XH_B4B"),
    Job(r"J901", "takes the charger", (), "JST_XH_B4B"),
    Job(r"J902", "takes the switch", (), "JST_XH_B3B"),
    Job(r"TP[89]\d\d", "is touched by a meter", (), "TestPoint"),
    Job(r"FID[1-3]", "is looked for by a machine", (), "Fiducial_1mm"),
    Job(r"H[1-4]", "takes a screw", (), "MountingHole_3.2mm"),
)


def faults(parts):
    """What stands where it may not; `parts` are (ref, value, footprint)."""
    found = []
    for ref, value, footprint in parts:
        job = next((job for job in JOBS if re.fullmatch(job.refs, ref)), None)
        if job is None:
            found.append(f"{ref} is {value}, and nothing says what it is for")
        elif job.values and value not in job.values:
            found.append(f"{ref} is {value}; what {job.does} may be {' or '.join(job.values)}")
        elif job.package not in footprint:
            found.append(f"{ref} is a {footprint}; what {job.does} must be a {job.package.strip('_')}")
    return found
