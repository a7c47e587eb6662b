"""How the page is answered: work in a thread of its own, and troubles as sentences."""

import asyncio
from collections.abc import Callable

from starlette.responses import JSONResponse, PlainTextResponse, Response

from tileclock_host.device.errors import DeviceError
from tileclock_host.export.errors import ExportError
from tileclock_host.sheets.errors import StoreError
from tileclock_host.web.cable import Trouble, told

HEADER = "X-Tileclock"  # no other page can send it without being asked, and refused, first


async def answered(work: Callable[[], Response]) -> Response:
    """Done in a thread of its own, for the clock, the store and the documents take their time."""
    try:
        return await asyncio.to_thread(work)
    except (Trouble, ExportError) as error:
        return JSONResponse(told(error), 404)
    except (StoreError, DeviceError) as error:
        return JSONResponse(told(error), 503)


def refused() -> Response:
    return PlainTextResponse(f"Only a page of this clock may ask that: it sends {HEADER}.\n", 403)
