"""Where everything is bought: of each thing two sources, or what any shop sells under a name that is exact.

Numbers come from data sheets and from parts lists that others published; nobody asked a shop whether it has
them. A shop's number that stands in no published list beside this part is marked: look before you order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

UNSEEN = "(?)"  # behind a shop's number that no list confirms


@dataclass(frozen=True)
class Source:
    """One article as it is ordered."""

    maker: str
    number: str
    shop: str
    shop_number: str
    seen: bool = True  # in somebody's published list, with this part

    def at(self) -> str:
        """The shop and its number."""
        if self.shop == self.maker:
            return "the maker's own shop"
        return f"{self.shop} {self.shop_number}{'' if self.seen else f' {UNSEEN}'}"


@dataclass(frozen=True)
class Plain:
    """What many make alike and shops sell without a number: its name, and why that is enough."""

    name: str
    why: str


def words(bought: tuple[Source | Plain, ...]) -> str:
    """As the parts list has it: each article once, with the shops that have it."""
    shops: dict[str, list[str]] = {}
    for it in bought:
        if isinstance(it, Source):
            shops.setdefault(f"{it.maker} {it.number}", []).append(it.at())
    said = [f"{article} ({', '.join(places)})" for article, places in shops.items()]
    said += [f"any: {it.name}. {it.why}" for it in bought if isinstance(it, Plain)]
    return "; or ".join(said)


_ANY = ""  # whatever its value


def _resistor(royal: str, lcsc: str, yageo: str, digikey: str) -> tuple[Source, Source]:
    return (
        Source("UNI-ROYAL", f"0805W8F{royal}T5E", "LCSC", lcsc),
        Source("Yageo", f"RC0805FR-07{yageo}L", "DigiKey", f"311-{digikey}CRCT-ND"),
    )


def _jst(count: int, digikey: str, lcsc: str) -> tuple[Source, Source]:
    number = f"B{count}B-XH-A(LF)(SN)"
    return Source("JST", number, "DigiKey", digikey), Source("JST", number, "LCSC", lcsc)


# By kind and value of a part on the board; the first is what an assembly house is told.
ON_BOARD: dict[tuple[str, str], tuple[Source, Source]] = {
    ("resistor", "330"): _resistor("3300", "C17630", "330R", "330"),
    ("resistor", "1k"): _resistor("1001", "C17513", "1K", "1.00K"),
    ("resistor", "4k7"): _resistor("4701", "C17673", "4K7", "4.70K"),
    ("resistor", "10k"): _resistor("1002", "C17414", "10K", "10.0K"),
    ("resistor", "100k"): _resistor("1003", "C149504", "100K", "100K"),
    ("capacitor", "100n"): (
        Source("Yageo", "CC0805KRX7R9BB104", "LCSC", "C49678"),
        Source("Samsung", "CL21B104KBCNNNC", "DigiKey", "1276-1003-1-ND"),
    ),
    ("capacitor", "10u"): (
        Source("Samsung", "CL21B106KOQNNNE", "LCSC", "C95841"),
        Source("Samsung", "CL21B106KOQNNNE", "DigiKey", "1276-2872-1-ND"),
    ),
    # For 25 V: the same maker's 220 µF for 16 V, EEE-FK1C221P, is drawn by others in a can of 6.3 mm.
    ("bulk", _ANY): (
        Source("Panasonic", "EEE-FK1E221P", "Mouser", "667-EEE-FK1E221P", seen=False),
        Source("Nichicon", "UUD1E221MNL1GS", "Mouser", "647-UUD1E221MNL1GS", seen=False),
    ),
    ("seat fuse", _ANY): (
        Source("Littelfuse", "1206L005/30WR", "Mouser", "576-1206L005/30WR", seen=False),
        Source("Bel Fuse", "0ZCJ0005FF2E", "Mouser", "530-0ZCJ0005FF2E", seen=False),
    ),
    ("main fuse", _ANY): (
        Source("Littelfuse", "1812L110/16DR", "LCSC", "C142746"),
        Source("Bourns", "MF-MSMF110/16-2", "Mouser", "652-MF-MSMF110/16-2"),
    ),
    ("guard", _ANY): (
        Source("STMicroelectronics", "USBLC6-2SC6", "LCSC", "C7519"),
        Source("STMicroelectronics", "USBLC6-2SC6", "Mouser", "511-USBLC6-2SC6"),
    ),
    ("rail guard", _ANY): (
        Source("Littelfuse", "SMAJ6.0A", "DigiKey", "SMAJ6.0ALFCT-ND"),
        Source("Littelfuse", "SMAJ6.0A", "Mouser", "576-SMAJ6.0A", seen=False),
    ),
    ("light", _ANY): (
        Source("Worldsemi", "WS2812B-B/T", "LCSC", "C2761795"),
        Source("Adafruit", "1655", "DigiKey", "1528-1104-ND"),
    ),
    ("buffer", _ANY): (
        Source("Texas Instruments", "SN74AHCT244DWR", "Mouser", "595-SN74AHCT244DWR", seen=False),
        Source("Nexperia", "74HCT244D,653", "LCSC", "C5978"),
    ),
    ("inverter", _ANY): (
        Source("Texas Instruments", "SN74AHCT1G04DBVR", "LCSC", "C30326"),
        Source("Texas Instruments", "SN74AHCT1G04DBVR", "Mouser", "595-SN74AHCT1G04DBVR"),
    ),
    ("power transistor", _ANY): (
        Source("Alpha & Omega", "AO3401A", "LCSC", "C15127"),
        Source("Alpha & Omega", "AO3401A", "DigiKey", "785-1001-1-ND"),
    ),
    ("power diode", _ANY): (
        Source("MDD", "SS34", "LCSC", "C8678"),
        Source("Diodes", "B340A-13-F", "DigiKey", "B340A-FDICT-ND"),
    ),
    ("seat jack", _ANY): (
        Source("Amphenol", "54602-908LF", "DigiKey", "609-1046-ND"),
        Source("Amphenol", "54602-908LF", "Mouser", "649-54602-908LF"),
    ),
    ("socket row", _ANY): (
        Source("Sullins", "PPTC191LFBN-RC", "DigiKey", "S7017-ND"),
        Source("HCTL", "PM254-1-19-Z-8.5", "LCSC", "C2897382"),
    ),
    ("regulator", _ANY): (
        Source("Diodes", "AP2112K-3.3TRG1", "LCSC", "C51118"),
        Source("Diodes", "AP2112K-3.3TRG1", "Mouser", "621-AP2112K-3.3TRG1"),
    ),
    ("clock chip", _ANY): (
        Source("Analog Devices", "DS3231MZ+", "Mouser", "700-DS3231MZ+"),
        Source("Analog Devices", "DS3231MZ+TRL", "LCSC", "C107410"),
    ),
    ("coin holder", _ANY): (
        Source("Keystone", "3034", "Mouser", "534-3034"),
        Source("Keystone", "3034", "DigiKey", "36-3034-ND"),
    ),
    ("xh 2", _ANY): _jst(2, "455-2247-ND", "C158012"),
    ("xh 3", _ANY): _jst(3, "455-2248-ND", "C144394"),
    ("xh 4", _ANY): _jst(4, "455-2249-ND", "C144395"),
    ("xh 5", _ANY): _jst(5, "455-2270-ND", "C157991"),
}

_NO_NUMBER = "Sold by many shops under names of their own; sizes and contacts decide"

# By reference of what is not on the board.
BESIDE: dict[str, tuple[Source | Plain, ...]] = {
    "A1": (
        Source("Espressif", "ESP32-DevKitC-32E", "DigiKey", "1965-ESP32-DEVKITC-32E-ND"),
        Source("Espressif", "ESP32-DevKitC-32E", "Mouser", "356-ESP32-DEVKITC32E"),
    ),
    "A2": (Plain('2.42" OLED module, SSD1309, 128×64, I²C, 4 pins', _NO_NUMBER),),
    "A3": (
        Source("Adafruit", "2465", "Adafruit", "2465"),
        Source("Adafruit", "2465", "Mouser", "485-2465", seen=False),
    ),
    "A4": (
        Source("CUI", "CEP-1126", "Mouser", "490-CEP-1126", seen=False),
        Plain(
            "piezo transducer with leads for outside drive, up to 30 × 6 mm, 2.8 kHz,"
            " 85 dB or more at 10 cm from 10 V peak to peak",
            "What it is as loud as is in its data sheet; with 85 dB it is 7 dB less loud than the first",
        ),
    ),
    "BT1": (
        Source("Adafruit", "328", "Adafruit", "328"),
        Plain(
            "785060 pouch (7.8 × 50 × 60 mm), 2500 mAh, with protection and JST-PH plug",
            "The name is its size; the plug's + may be on the other side",
        ),
    ),
    "BT2": (Plain("CR2032", "The name is the standard (IEC 60086)"),),
    "S901": (
        Plain("MTS-102 toggle, on–on, 6 mm thread, solder lugs", "The form has this name with all makers"),
    ),
    "S71–S74": (
        Plain(
            "PBS-33B push button, 12 mm thread, normally open",
            "The form has this name with all makers; measure depth and nut",
        ),
    ),
    "S1–S6": (
        Plain(
            "arcade button that snaps in, of the form of Sanwa's OBSF-30 (30 mm) or OBSF-24 (24 mm)",
            "Many makers copy the form; how loud and how hard it is you only hear and feel",
        ),
    ),
    "D1–D6": (Plain("WS2812B mini board, round, 10 mm, with its capacitor", _NO_NUMBER),),
    "W1–W3": (
        Plain(
            "slim patch cable RJ45, 3 m, Cat 6 U/UTP, AWG 28, jacket 3.5–3.9 mm, round",
            "A standard (ISO/IEC 11801); sold as “slim” by all makers of patch cables",
        ),
    ),
    "W4": (Plain("USB 2.0 cable, A to micro-B (or your controller's plug), data, 1 m", "A standard (USB)"),),
    "W5–W6": (Plain("XH 2.54 lead, 4 contacts, 20 cm, one plug, other end open", _NO_NUMBER),),
    "W7": (Plain("XH 2.54 lead, 4 contacts, 20 cm, one plug, other end open", _NO_NUMBER),),
    "W8": (Plain("XH 2.54 lead, 5 contacts, 30 cm, one plug, other end open", _NO_NUMBER),),
    "W9": (Plain("XH 2.54 lead, 3 contacts, 20 cm, one plug, other end open", _NO_NUMBER),),
    "W10": (Plain("XH 2.54 lead, 2 contacts, 20 cm, one plug, other end open", _NO_NUMBER),),
    "A5": (
        Source("Adafruit", "1995", "Adafruit", "1995"),
        Plain("USB supply, 5 V, 2 A or more, with a micro-B cable", "A standard (USB)"),
    ),
    "M1": (
        Source("ruthex", "RX-M3x5.7", "ruthex", "RX-M3x5.7"),
        Plain("heat-set insert M3 × 5.7, for a hole of 4.0 mm (CNC Kitchen M3)", "Both are interchangeable"),
    ),
    "M2": (Plain("ISO 7045 (DIN 7985) M3 × 8, steel", "A standard"),),
    "M13": (Plain("ISO 7380-1 M3 × 8, steel", "A standard"),),
    "M9": (Plain("ISO 7045 (DIN 7985) M3 × 30, steel", "A standard"),),
    "M10": (Plain("acrylic (PMMA) round rod, 6 mm, clear, 0.5 m", "Sold by length; saw it yourself"),),
    "M3": (Plain("self-adhesive rubber foot, 8–12 mm, 3 mm or higher", "Only the size counts"),),
    "M4": (Plain("self-adhesive foam, soft, 3 mm", "Only the size counts"),),
    "M12": (Plain("double-sided foam tape, 1 mm × 20 mm", "Only the size counts"),),
    "M5": (Plain("cable tie 100 × 2.5 mm", "Only the size counts"),),
    "M6": (Plain("PLA or PETG, 1.75 mm, 1 kg, dark", "Whatever your printer is set up for"),),
    "M7": (Plain("PLA or PETG, 1.75 mm, white or natural", "Whatever your printer is set up for"),),
    "M11": (Plain("PLA, 1.75 mm, samples of 10 m, or what a friend has left", "Only the colour counts"),),
    "M8": (Plain("stranded wire 0.14–0.25 mm² (26–24 AWG), five colours of 1 m", "Only the size counts"),),
}


def on_board(kind: str, value: str) -> tuple[Source, Source]:
    """Where a part of this kind and value is bought."""
    return ON_BOARD.get((kind, value)) or ON_BOARD[kind, _ANY]


# ---- what a number says by itself --------------------------------------------------------------------------

_FORMS = {
    "LCSC": r"C\d{4,8}",
    "Mouser": r"\d{2,3}-[\w./,()+-]+",
    "DigiKey": r"[\w.,()+/-]+-ND",
    "Adafruit": r"\d{2,5}",
    "ruthex": r"RX-M[\w.]+",
}
_UNITS = {"p": 1e-12, "n": 1e-9, "u": 1e-6, "k": 1e3, "M": 1e6}


def amount(words: str) -> float:
    """A value as parts and drawings have it: 4k7, 330, 100n, 4.70K, 330R."""
    found = re.fullmatch(r"(\d+)([.pnukMKR]?)(\d*)([pnukMK]?)", words)
    if not found:
        raise ValueError(f"{words} is no value")
    whole, middle, rest, end = found.groups()
    unit = (middle if middle not in (".", "R") else "") or end
    return float(f"{whole}.{rest or 0}") * _UNITS.get(unit.replace("K", "k"), 1)


def said(it: Source) -> dict[str, str | float]:
    """What the maker's number tells of a part, where the code is known: its package and its value."""
    for pattern, read in _CODES:
        if found := re.fullmatch(pattern, it.number):
            return read(*found.groups())
    return {}


def _code(digits: str) -> float:
    """The last digit counts zeros."""
    return float(digits[:-1]) * 10 ** int(digits[-1])


_SAMSUNG = {"10": "0603", "21": "0805", "31": "1206"}
_SAMSUNG_VOLTS = {"O": 16, "A": 25, "B": 50}
_YAGEO_VOLTS = {"7": 16, "8": 25, "9": 50}
_PANASONIC_VOLTS = {"C": 16, "E": 25, "V": 35}
_CODES = (
    # UNI-ROYAL 0805W8F4701T5E: package, 1/8 W, 1 %, 470 and one zero.
    (r"(\d{4})W8F(\d{4})T5E", lambda size, code: {"package": size, "value": _code(code)}),
    # Yageo RC0805FR-074K7L: package, F is 1 %.
    (r"RC(\d{4})FR-07([\dKMR]+)L", lambda size, code: {"package": size, "value": amount(code)}),
    # Yageo CC0805KRX7R9BB104: package, X7R, volts, 10 and four zeros in pF.
    (
        r"CC(\d{4})K[RK]X7R(\d)BB(\d{3})",
        lambda size, volts, code: {
            "package": size,
            "value": _code(code) / 1e12,
            "volts": _YAGEO_VOLTS[volts],
        },
    ),
    # Samsung CL21B106KOQNNNE: size, B is X7R, pF, K is 10 %, volts.
    (
        r"CL(\d\d)B(\d{3})K(.)[A-Z]{5}",
        lambda size, code, volts: {
            "package": _SAMSUNG[size],
            "value": _code(code) / 1e12,
            "volts": _SAMSUNG_VOLTS[volts],
        },
    ),
    # Panasonic EEE-FK1E221P: volts, µF.
    (
        r"EEE-FK1(.)(\d{3})X?P",
        lambda volts, code: {"value": _code(code) / 1e6, "volts": _PANASONIC_VOLTS[volts]},
    ),
    (
        r"UUD1(.)(\d{3})MNL1GS",
        lambda volts, code: {"value": _code(code) / 1e6, "volts": _PANASONIC_VOLTS[volts]},
    ),
    (r"B(\d)B-XH-A\(LF\)\(SN\)", lambda count: {"pins": float(count)}),
)


def faults(wanted: dict[tuple[str, str], str], beside: set[str]) -> list[str]:
    """What cannot be ordered as it stands.

    `wanted` are the kinds and values on the board with the package each is drawn in, `beside` the references
    of all else.
    """
    found = [f"{kind} {value} has no source" for kind, value in wanted if not _known(kind, value)]
    for (kind, value), package in wanted.items():
        for it in _known(kind, value):
            found += _mistold(f"{kind} {value}", it, value, package)
    found += [f"{ref} has no source" for ref in sorted(beside - set(BESIDE))]
    found += [f"{ref} has a source, and nobody wants it" for ref in sorted(set(BESIDE) - beside)]
    return found + list(_forms())


def _known(kind: str, value: str) -> tuple[Source, ...]:
    return ON_BOARD.get((kind, value)) or ON_BOARD.get((kind, _ANY)) or ()


def _mistold(name: str, it: Source, value: str, package: str) -> Iterator[str]:
    tells = said(it)
    if "package" in tells and f"_{tells['package']}_" not in package:
        yield f"{it.number} is a {tells['package']}, and {name} is drawn as {package}"
    if "pins" in tells and f"_1x{tells['pins']:02.0f}_" not in package:
        yield f"{it.number} has {tells['pins']:.0f} contacts, and {name} is drawn as {package}"
    if "value" in tells and abs(float(tells["value"]) / amount(value) - 1) > 1e-6:
        yield f"{it.number} is {tells['value']:g}, and {name} is wanted"
    if "volts" in tells and float(tells["volts"]) < 16:
        yield f"{it.number} bears {tells['volts']} V, and 16 are wanted"


def _forms() -> Iterator[str]:
    for name, pair in ({" ".join(key): pair for key, pair in ON_BOARD.items()} | BESIDE).items():
        for it in pair:
            if isinstance(it, Source) and not re.fullmatch(_FORMS[it.shop], it.shop_number):
                yield f"{name}: {it.shop_number} is no number of {it.shop}"
        if not any(isinstance(it, Plain) for it in pair) and len(set(pair)) < 2:
            yield f"{name} has one source only"
