"""The addresses of this computer at which others reach it."""

import socket
import struct
import sys
from contextlib import suppress
from io import BytesIO
from ipaddress import ip_address
from pathlib import Path

import segno

try:
    import fcntl
except ImportError:  # Windows, whose own address is asked for all the same
    fcntl = None  # type: ignore[assignment]

_ASK = 0x8915  # Linux: the IPv4 address of an interface
_NAME = 256  # bytes of the question, in which its name stands first, and from 20 on the answer
_IPV6 = Path("/proc/net/if_inet6")
_ELSEWHERE = ("192.0.2.1", 9)  # nobody's: to ask for the way there sends nothing


WILDCARDS = ("0.0.0.0", "::")


def at(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def seen_by_others(host: str, port: int) -> list[str]:
    """The page as others open it; a wildcard says only that it listens at all addresses there are."""
    found = reachable(host) if host in WILDCARDS else [host]
    return [at(each, port) for each in found or ["127.0.0.1"]]


def code(address: str) -> bytes:
    """Its QR code, as SVG. Draw it once: that takes milliseconds, for which a server would answer nobody."""
    out = BytesIO()
    segno.make(address, error="m", micro=False).save(out, kind="svg", scale=8, border=4, light="#fff")
    return out.getvalue()


def reachable(host: str) -> list[str]:
    """Where whoever listens at this wildcard can be reached from outside, IPv4 first."""
    found = _ipv4() + (_ipv6() if ":" in host else [])
    return [each for each in dict.fromkeys(found) if not _is_inner(each)]


def _is_inner(address: str) -> bool:
    it = ip_address(address)
    return it.is_loopback or it.is_link_local or it.is_unspecified


def _ipv4() -> list[str]:
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        with suppress(OSError):  # there is no network
            asking.connect(_ELSEWHERE)
            found.append(asking.getsockname()[0])  # first, for there the others are
        for _, name in socket.if_nameindex() if sys.platform == "linux" else ():
            with suppress(OSError):  # an interface that has none
                answer = fcntl.ioctl(asking, _ASK, struct.pack(f"{_NAME}s", name.encode()))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _ipv6() -> list[str]:
    lines = _IPV6.read_text(encoding="ascii").splitlines() if _IPV6.exists() else []
    return [socket.inet_ntop(socket.AF_INET6, bytes.fromhex(line[:32])) for line in lines]
