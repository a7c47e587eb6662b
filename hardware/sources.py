"""Which part exactly: of every kind and value on the board its maker, the maker's number and a shop's.

Numbers come from data sheets and from lists that others published; nobody asked a shop whether it has them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """One article as it is ordered."""

    maker: str
    number: str
    shop: str
    shop_number: str

    def words(self) -> str:
        return f"{self.maker} {self.number} ({self.shop} {self.shop_number})"


_ANY = ""  # whatever its value

SOURCES = {
    ("resistor", "330"): Source("UNI-ROYAL", "0805W8F3300T5E", "LCSC", "C17630"),
    ("resistor", "1k"): Source("UNI-ROYAL", "0805W8F1001T5E", "LCSC", "C17513"),
    ("resistor", "4k7"): Source("UNI-ROYAL", "0805W8F4701T5E", "LCSC", "C17673"),
    ("resistor", "10k"): Source("UNI-ROYAL", "0805W8F1002T5E", "LCSC", "C17414"),
    ("resistor", "100k"): Source("UNI-ROYAL", "0805W8F1003T5E", "LCSC", "C149504"),
    ("capacitor", "100n"): Source("Yageo", "CC0805KRX7R9BB104", "LCSC", "C49678"),
    ("capacitor", "10u"): Source("Samsung", "CL21B106KOQNNNE", "LCSC", "C95841"),
    ("bulk", _ANY): Source("Panasonic", "EEE-FK1C221P", "Mouser", "667-EEE-FK1C221P"),
    ("seat fuse", _ANY): Source("Littelfuse", "1206L005/30WR", "Mouser", "576-1206L005/30WR"),
    ("main fuse", _ANY): Source("Littelfuse", "1812L110/16DR", "LCSC", "C142746"),
    ("guard", _ANY): Source("STMicroelectronics", "USBLC6-2SC6", "LCSC", "C7519"),
    ("rail guard", _ANY): Source("Littelfuse", "SMAJ6.0A", "Mouser", "576-SMAJ6.0A"),
    ("light", _ANY): Source("Worldsemi", "WS2812B-B/T", "LCSC", "C2761795"),
    ("buffer", _ANY): Source("Texas Instruments", "SN74AHCT244DWR", "Mouser", "595-SN74AHCT244DWR"),
    ("switch transistor", _ANY): Source("JCET", "MMBT3904", "LCSC", "C20526"),
    ("power transistor", _ANY): Source("Alpha & Omega", "AO3401A", "LCSC", "C15127"),
    ("power diode", _ANY): Source("MDD", "SS34", "LCSC", "C8678"),
    ("piezo", _ANY): Source("TDK", "PS1240P02BT", "DigiKey", "445-2525-1-ND"),
    ("seat jack", _ANY): Source("Amphenol", "54602-908LF", "DigiKey", "609-1046-ND"),
    ("socket row", _ANY): Source("Sullins", "PPTC191LFBN-RC", "DigiKey", "S7017-ND"),
    ("regulator", _ANY): Source("Diodes", "AP2112K-3.3TRG1", "LCSC", "C51118"),
    ("clock chip", _ANY): Source("Analog Devices", "DS3231MZ+", "Mouser", "700-DS3231MZ"),
    ("coin holder", _ANY): Source("Keystone", "3034", "Mouser", "534-3034"),
    ("xh 3", _ANY): Source("JST", "B3B-XH-A(LF)(SN)", "DigiKey", "455-2248-ND"),
    ("xh 4", _ANY): Source("JST", "B4B-XH-A(LF)(SN)", "DigiKey", "455-2249-ND"),
    ("xh 5", _ANY): Source("JST", "B5B-XH-A(LF)(SN)", "DigiKey", "455-2270-ND"),
}


def source(kind: str, value: str) -> Source:
    """Where a part of this kind and value is bought."""
    return SOURCES.get((kind, value)) or SOURCES[kind, _ANY]
