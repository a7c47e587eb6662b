"""The circuits that matter, simulated with ngspice; each figure has limits that the box depends on."""

import math
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from hardware import budget, design, sound, sources

# 1.5 m of slim network cable (AWG 28): there and back 0.22 Ω and 0.5 µH per metre and wire, 50 pF per metre.
CABLE = """
Rgo jack c1 0.33
Lgo c1 pod 0.75u
Rback podground c2 0.33
Lback c2 0 0.75u
Ccable pod podground 75p
"""
FUSE_COLD, FUSE_TRIPPED_ONCE = 3.6, 50  # Ω: the least a seat fuse has new, the most an hour after it tripped
SWITCH = ".model contact SW(vt=0.5 vh=0.1 ron=0.1 roff=100meg)"
# First touch at 1 ms, bouncing for 0.65 ms; let go at 20 ms, bouncing for 0.3 ms.
BOUNCING = (
    "PWL(0 0 1m 0 1.001m 1 1.2m 1 1.201m 0 1.3m 0 1.301m 1 1.6m 1 1.601m 0 1.65m 0 1.651m 1"
    " 20m 1 20.001m 0 20.2m 0 20.201m 1 20.3m 1 20.301m 0 60m 0)"
)
LOW, HIGH = 0.25 * 3.3, 0.75 * 3.3  # what the ESP32 takes for 0 and for 1


@dataclass(frozen=True)
class Circuit:
    """A deck, what is measured in it, and the limits of each figure."""

    title: str
    deck: str
    measures: dict[str, str]
    limits: dict[str, tuple[float, float]]

    def text(self):
        measured = "\n".join(f"meas tran {name} {how}" for name, how in self.measures.items())
        return f"* {self.title}\n{self.deck}\n.control\nrun\n{measured}\nquit\n.endc\n.end\n"


def value(ref):
    """A part's value in ohms or farads: SPICE reads the 4k7 of the schematic as 4000."""
    return f"{sources.amount(design.BY_REF[ref].value):g}"


def key_filter():
    deck = f"""Vcc vcc 0 3.3
Rpull vcc jack {value("R101")}
Rseries jack gpio {value("R102")}
Csmooth gpio 0 {value("C101")}
{CABLE}
Skey pod podground press 0 contact
{SWITCH}
Vpress press 0 {BOUNCING}
.tran 2u 60m"""
    return Circuit(
        "a seat's key at the end of 1.5 m of cable",
        deck,
        {
            "pressed": f"when v(gpio)={LOW} fall=1",
            "rebound": "max v(gpio) from=1.45m to=1.66m",
            "low": "find v(gpio) at=15m",
            "released": f"when v(gpio)={HIGH} rise=1",
            "ringing": "max v(jack) from=0 to=60m",
        },
        {
            "pressed": (1e-3, 1.2e-3),  # 0.2 ms after the first touch, of 2 ms that a time stamp may be off
            "rebound": (0, LOW),  # bounce is not seen
            "low": (0, 0.05),
            "released": (20.3e-3, 22.5e-3),
            "ringing": (3.2, 3.6),
        },
    )


def leaky_key():
    """Coffee in the switch: 47 kΩ across an open contact must still read as open."""
    deck = f"""Vcc vcc 0 3.3
Rpull vcc jack {value("R101")}
Rseries jack gpio {value("R102")}
Csmooth gpio 0 {value("C101")}
Rleak jack 0 47k
.tran 10u 20m"""
    return Circuit("a wet key", deck, {"open": "find v(gpio) at=19m"}, {"open": (HIGH, 3.3)})


# A charged person, as IEC 61000-4-2 has him: 8 kV on 150 pF, through 330 Ω, at a microsecond.
STRIKE = """Cperson hand 0 150p ic=8k
Rperson hand finger 330
Sstrike finger touched now 0 spark
.model spark SW(vt=0.5 vh=0.1 ron=0.1 roff=1e12)
Vnow now 0 PULSE(0 1 1u 1n 1n 1 2)
.tran 1n 10u 0 1n uic"""


# A guard by its data sheet: it begins at 6.1 V, and stands at 12 V with 1 A, at 17 V with 5 A.
GUARD = """Dsoft touched soft soft
Vsoft soft 0 5.5
Dhard touched hard hard
Vhard hard 0 10.8
.model soft D(RS=9)
.model hard D(RS=1.3)"""


def guard(net):
    """What the guards on this net do to it, and nothing where there is none."""
    there = any(part.kind == "guard" and net in part.nets.values() for part in design.PARTS)
    return GUARD if there else ""


def _guard_rail(net):
    """The rail that a net's guard leads sparks to, if it has one."""
    guards = [part for part in design.PARTS if part.kind == "guard" and net in part.nets.values()]
    return guards[0].nets.get("5") if guards else None


def _static(where, net, pull, series, smooth):
    """A finger at a key's line: what comes through to the chip."""
    deck = f"""Vcc vcc 0 3.3
Rpull vcc touched {value(pull)}
Rseries touched gpio {value(series)}
Csmooth gpio 0 {value(smooth)} ic=3.3
{guard(net)}
{STRIKE}"""
    return Circuit(f"static at {where}", deck, {"peak": "max v(gpio)"}, {"peak": (3.29, 3.6)})


def static():
    return _static("a seat", "KEY_A", "R101", "R102", "C101")


def static_at_the_console():
    return _static("a console key", "KEY_UP", "R711", "R712", "C711")


def static_at_the_switch():
    """The gate of Q901 bears 12 V; it is nothing but a capacitor."""
    deck = f"""Vcc vcc 0 5.2
Rpull vcc gate {value("R901")}
Rseries touched gate {value("R902")}
Rhandle touched 0 10meg
Cgate gate 0 600p ic=0
{guard("SWITCH")}
{STRIKE}"""
    return Circuit("static at the switch", deck, {"peak": "max v(gate)"}, {"peak": (0, 5)})


def static_at_the_charger():
    """The charger's ENABLE bears 7 V; the switch's other contact leads there."""
    deck = f"""Vcharger charger 0 5
Rpull charger enable {ENABLE_PULL}
Rseries touched enable {value("R904")}
Csmooth enable 0 {value("C905")} ic=5
{guard("OFF")}
{STRIKE}"""
    return Circuit("static at the charger", deck, {"peak": "max v(enable)"}, {"peak": (4.9, 5.5)})


ENABLE_PULL = (
    "200k"  # on the charger's board, from the battery; its converter wants 0.8 of the battery's voltage
)


def switching_on():
    """From off, with nothing on the rails, a weak battery must lift ENABLE, whatever hangs on it."""
    rail = _guard_rail("OFF")
    deck = f"""Vbat bat 0 3.5
Rpull bat enable {ENABLE_PULL}
Csmooth enable 0 {value("C905")} ic=0
Rseries enable off {value("R904")}
{"Dguard off rail guard" if rail else "* the guard has no rail"}
Rrail rail 0 {"1k" if rail else "1"}
Roff off 0 100meg
.model guard D
.tran 1m 0.3 0 1m uic"""
    measures = {"enable": "find v(enable) at=0.29"}
    return Circuit("switching on", deck, measures, {"enable": (0.8 * 3.5, 3.5)})


RAIL = ("C901", "C902", "C903", "C802", "C821")  # what is charged and emptied with the rail


def _rail(at, more=""):
    """What is on the rail; `more`: that of it may have a fifth more than is printed on it."""
    return "\n".join(
        f"Crail{n} rail 0 {value(ref)} m={1.2 if ref == more else 1} ic={at}" for n, ref in enumerate(RAIL)
    )


def switching_off():
    """Without the controller nothing else empties the rail."""
    deck = f"""{_rail(5.2, more="C901")}
Rbleed rail 0 {value("R903")}
.tran 1m 6 0 1m uic"""
    return Circuit("switching off", deck, {"dark": "when v(rail)=0.5 fall=1"}, {"dark": (0.1, 4)})


def tired_fuse():
    """A seat's light, white, behind a fuse that tripped lately: what is left of the rail for it."""
    deck = f"""Vrail rail 0 4.68
Rfuse rail jack {FUSE_TRIPPED_ONCE}
{CABLE}
Ilamp pod podground {budget.lamp() / 1000:.4f}
Elamp lamp 0 pod podground 1
.tran 10u 5m"""
    measures = {"supply": "find v(lamp) at=4m"}
    return Circuit("a light behind a tired fuse", deck, measures, {"supply": (3.7, 4.7)})


# What U801 and U811 give: their rail at its lowest, 0.44 V less at 8 mA; the sounder at its upper tolerance.
_DRIVERS = "Rone one tone 55\nRother other opposite 55"


def _sounder():
    return f"""Rseries tone plus {value("R811")}
Csounder plus minus 23.4n
Cblock minus opposite {value("C812")}
Rempty minus 0 {value("R813")}
Eacross across 0 plus minus 1
{_DRIVERS}"""


def tone():
    """At the pitch of the data sheet: what the sounder gets from top to top."""
    half = 500 / sound.PITCH
    deck = f"""Vone one 0 PULSE(0 4.6 0 10n 10n {half}m {2 * half}m)
Vother other 0 PULSE(4.6 0 0 10n 10n {half}m {2 * half}m)
{_sounder()}
.tran 2u 30m"""
    return Circuit(
        "the sounder at its pitch",
        deck,
        {"swing": "pp v(across) from=20m to=30m", "drive": "max i(Vother) from=20m to=30m"},
        {"swing": (sound.SWING, 9.3), "drive": (1e-3, 10e-3)},
    )


def silence():
    """5 V lie between tone and opposite; the sounder must not bear them all evening."""
    deck = f"""Vone one 0 0
Vother other 0 PULSE(0 4.6 1m 1m 1m 100 200)
{_sounder()}
.tran 5m 9"""
    return Circuit("the sounder in silence", deck, {"left": "find v(across) at=8.9"}, {"left": (-0.05, 0.05)})


def battery_divider(volts=4.2):
    deck = f"""Vbat bat 0 {volts}
Rupper bat adc {value("R911")}
Rlower adc 0 {value("R912")}
Chold adc 0 {value("C911")}
Ssample adc sample now 0 contact
Csample sample 0 10p
.model contact SW(vt=0.5 vh=0.1 ron=1k roff=1e12)
Vnow now 0 PULSE(0 1 150m 1n 1n 1u 1m)
.tran 20u 160m"""
    return Circuit(
        "the battery's voltage at the converter",
        deck,
        {
            "reading": "find v(adc) at=149m",
            "dip": "min v(adc) from=150m to=160m",
            "drain": "find i(Vbat) at=149m",
        },
        {"reading": (2.09, 2.11), "dip": (2.095, 2.101), "drain": (-25e-6, -15e-6)},
    )


def hot_plug():
    """A seat is plugged in while the others play: its capacitor is charged from the rail through its fuse."""
    deck = f"""Vsource s 0 4.8
Rsource s rail 0.4
Cbulk rail 0 {value("C901")} ic=4.8
Rload rail 0 16
Rfuse rail jack {FUSE_COLD}
{CABLE}
Splug pod in now 0 contact
{SWITCH}
Cpod in podground 10u ic=0
Vnow now 0 PULSE(0 1 1m 1u 1u 1 2)
.tran 1u 5m uic"""
    return Circuit(
        "plugging a seat in",
        deck,
        {"sag": "min v(rail) from=0.9m to=5m", "charged": "find v(in) at=4.9m"},
        # A tenth of a volt under the 4.68 before: what less than half the bulk cannot do.
        {"sag": (4.5, 4.8), "charged": (4.4, 4.8)},
    )


def pinched_cable():
    """The 5 V of a seat is shorted: until its fuse trips the rail must stay up."""
    deck = f"""Vsource s 0 4.8
Rsource s rail 0.4
Cbulk rail 0 {value("C901")} ic=4.6
Rload rail 0 16
Rfuse rail jack {FUSE_COLD}
{CABLE}
Sshort pod podground now 0 contact
{SWITCH}
Vnow now 0 PULSE(0 1 1m 1u 1u 1 2)
.tran 5u 20m uic"""
    return Circuit(
        "a pinched cable",
        deck,
        {"rail": "min v(rail) from=1m to=20m", "current": "max i(Lgo) from=1m to=20m"},
        # The regulator on the DevKitC wants about 1 V more than the 3.0 V that the chip needs; the fuse trips
        # within a tenth of a second from 0.25 A on.
        {"rail": (4.1, 4.8), "current": (0.25, 2)},
    )


def starting():
    """A PC's port gives 0.5 A and not more; its switch takes that for a short after four milliseconds."""
    deck = f"""Iport 0 port 0.5
Dfull port five limit
Vfive five 0 4.9
.model limit D(IS=1u N=0.05)
Rlead port rail 0.3
{_rail(0)}
Rload rail 0 47
.tran 5u 20m uic"""
    return Circuit("starting from a PC's port", deck, {"up": "when v(rail)=4.4 rise=1"}, {"up": (0, 4e-3)})


CIRCUITS = (
    key_filter,
    leaky_key,
    static,
    static_at_the_console,
    static_at_the_switch,
    static_at_the_charger,
    switching_on,
    switching_off,
    tone,
    silence,
    battery_divider,
    hot_plug,
    pinched_cable,
    tired_fuse,
    starting,
)


def measure(circuit, folder):
    """Runs a circuit; returns its figures by name."""
    folder = Path(folder)
    folder.mkdir(exist_ok=True)
    deck = folder / (circuit.title.replace(" ", "-").replace("'", "") + ".cir")
    deck.write_text(circuit.text(), encoding="utf-8")
    said = subprocess.run(["ngspice", "-b", str(deck)], capture_output=True, text=True, check=False).stdout
    figures = {}
    for name in circuit.measures:
        found = re.search(rf"^{name}\s*=\s*([-+.\de]+)", said, re.MULTILINE)
        figures[name] = float(found[1]) if found else math.nan  # what never happened is within no limits
    return figures


def wrong(circuit, figures):
    """The figures outside their limits, in words."""
    return [
        f"{circuit.title}: {name} is {figures[name]:.4g}, allowed {low:.4g} to {high:.4g}"
        for name, (low, high) in circuit.limits.items()
        if not low <= figures[name] <= high
    ]


def main(folder):
    complaints = []
    for make in CIRCUITS:
        circuit = make()
        figures = measure(circuit, folder)
        print(circuit.title, {name: f"{figure:.4g}" for name, figure in figures.items()})
        complaints += wrong(circuit, figures)
    if complaints:
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    main(*sys.argv[1:])
