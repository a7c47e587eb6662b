"""Answers as a server would give them, on their way to the page's worker."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from tileclock_host.device.errors import DeviceError
from tileclock_host.export.errors import ExportError
from tileclock_host.sheets.errors import StoreError
from tileclock_host.web.cable import Trouble, told


class Answer(NamedTuple):
    status: int
    kind: str
    body: bytes
    headers: str  # JSON


def said(content: dict[str, Any], status: int = 200) -> Answer:
    return Answer(status, "application/json", json.dumps(content).encode() + b"\n", "{}")


NOTHING = Answer(404, "text/plain", b"There is nothing of that name.\n", "{}")


def answered(work: Callable[[], Answer]) -> Answer:
    """Troubles are sentences."""
    try:
        return work()
    except (Trouble, ExportError) as error:
        return said(told(error), 404)
    except (StoreError, DeviceError) as error:
        return said(told(error), 503)
