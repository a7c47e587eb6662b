"""Answers at a port, in a thread: what every page of this program is served by."""

import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

from tileclock_host.web import open_files
from tileclock_host.web.addresses import WILDCARDS, at
from tileclock_host.web.connections import AT_ONCE, LONGEST_ORDER, LONGEST_REQUEST, Connection, PageSocket

PING_S = 5.0  # a phone that fell off the network must not keep a key down for long


def listen(host: str, port: int) -> socket.socket:
    """Takes the port before anything else is started; OSError if it cannot be had."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows would otherwise share the port with anybody
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


def address(host: str, port: int) -> str:
    """That of a page that listens there, for this computer."""
    return at("127.0.0.1" if host in WILDCARDS else host, port)


@contextmanager
def answering(
    app: ASGIApp,
    listener: socket.socket,
    host: str,
    connection: type[Connection] = Connection,
    ping_s: float = PING_S,
) -> Iterator[str]:
    """Answers until the block ends; gives the address, without any key."""
    open_files.allowed()
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            http=connection,
            backlog=AT_ONCE,
            h11_max_incomplete_event_size=LONGEST_REQUEST,
            ws=PageSocket,
            ws_max_size=LONGEST_ORDER,
            ws_per_message_deflate=False,
            ws_ping_interval=ping_s,
            ws_ping_timeout=ping_s,
            lifespan="on",
            log_config=None,
            log_level="error",  # what others send wrongly is nothing that happened to this program
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="page server")
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.005)
    listener.listen()  # more than that may wait at the door
    try:
        yield address(host, listener.getsockname()[1])
    finally:
        logging.getLogger("uvicorn.error").setLevel(
            logging.CRITICAL
        )  # who still waits for an answer is cut off
        server.should_exit = True
        thread.join()
