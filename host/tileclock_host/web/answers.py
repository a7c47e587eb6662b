"""How the page is answered: work in a thread of its own, and troubles as sentences."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from starlette.responses import JSONResponse, PlainTextResponse, Response

from tileclock_host.device.errors import DeviceError
from tileclock_host.export.errors import ExportError
from tileclock_host.foreign import utf8
from tileclock_host.sheets.errors import StoreError
from tileclock_host.web.cable import Trouble, told

HEADER = "X-Tileclock"  # no other page can send it without being asked, and refused, first


def written(content: Any) -> bytes:
    """JSON for a page, which no text spoils: in a store or an error there may be one that has no bytes."""
    return utf8(json.dumps(content, ensure_ascii=False, separators=(",", ":")))


class Told(JSONResponse):
    """An answer in JSON."""

    def render(self, content: Any) -> bytes:
        return written(content)


async def answered(work: Callable[[], Response]) -> Response:
    """Done in a thread of its own, for the clock, the store and the documents take their time."""
    try:
        return await asyncio.to_thread(work)
    except (Trouble, ExportError) as error:
        return Told(told(error), 404)
    except (StoreError, DeviceError) as error:
        return Told(told(error), 503)


def refused() -> Response:
    return PlainTextResponse(f"Only a page of this clock may ask that: it sends {HEADER}.\n", 403)
