"""A foreign page in a browser types at the simulator's TCP port by every means a page has, in vain."""

import contextlib
import socket
import threading
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.table import clock
from tileclock_host.device import Clock

pytestmark = pytest.mark.browser

# What a page would type to run a program, with telnet's offer of RFC 2217 before it where bytes may be sent.
ATTACK = """async (port) => {
    const at = `http://127.0.0.1:${port}/`;
    const typed = "\\r\\x03\\x03\\r\\x01print('typed by a page')\\r\\x04";
    const bytes = new Uint8Array([0xff, 0xfb, 0x2c, ...new TextEncoder().encode(typed)]);
    const bodies = {
        text: typed,
        bytes,
        blob: new Blob([bytes], {type: "text/plain"}),
        parameters: new URLSearchParams({[typed]: typed}),
        form: (() => { const form = new FormData(); form.append(typed, new Blob([bytes])); return form; })(),
    };
    const tried = [];
    const attempt = (what) => tried.push(Promise.resolve().then(what).catch(() => {}));
    const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
    const within = (seconds, what) => Promise.race([what, pause(seconds)]);
    const any = (target, ends) => new Promise((done) => ends.forEach((end) => (target[end] = done)));
    const wait = (target, ...ends) => within(3, any(target, ends));

    for (const mode of ["no-cors", "cors"])
        for (const method of ["GET", "HEAD"])
            attempt(() => fetch(at + typed, {method, mode}));
    for (const [kind, body] of Object.entries(bodies)) {
        for (const mode of ["no-cors", "cors"]) attempt(() => fetch(at + kind, {method: "POST", mode, body}));
        for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "ÿû,", "X"])
            attempt(() => fetch(at + kind, {method, body}));
        attempt(() => fetch(at + kind, {method: "POST", mode: "no-cors", body, keepalive: true}));
        attempt(() => navigator.sendBeacon(at + "beacon", body));
        for (const method of ["POST", "PUT"])
            attempt(() => {
                const request = new XMLHttpRequest();
                request.open(method, at + "xhr");
                request.send(body);
                return wait(request, "onloadend");
            });
    }
    for (const protocols of [[], ["chat"]])
        attempt(() => {
            const socket = new WebSocket(at.replace("http", "ws") + "socket", protocols);
            socket.onopen = () => socket.send(bytes);
            return wait(socket, "onclose");
        });
    attempt(() => wait(new EventSource(at + "events"), "onerror"));
    for (const [tag, field] of Object.entries({
        img: "src", script: "src", iframe: "src", video: "src", audio: "src", embed: "src", object: "data",
    }))
        attempt(() => {
            const element = document.createElement(tag);
            element[field] = at + tag;
            document.body.append(element);
            return wait(element, "onload", "onerror");
        });
    for (const rel of ["stylesheet", "preload", "prefetch", "preconnect", "icon", "manifest"])
        attempt(() => {
            const link = Object.assign(document.createElement("link"), {rel, as: "fetch", href: at + rel});
            document.head.append(link);
            return wait(link, "onload", "onerror");
        });
    for (const enctype of ["text/plain", "multipart/form-data", "application/x-www-form-urlencoded"])
        for (const method of ["post", "get"])
            attempt(() => {
                const frame = Object.assign(document.createElement("iframe"), {name: enctype + method});
                const form = document.createElement("form");
                Object.assign(form, {action: at + "form", method, enctype, target: frame.name});
                const field = Object.assign(document.createElement("textarea"), {name: typed, value: typed});
                form.append(field);
                document.body.append(frame, form);
                form.submit();
                return wait(frame, "onload");
            });
    attempt(() => {
        const peer = new RTCPeerConnection({
            iceServers: [{urls: `turn:127.0.0.1:${port}?transport=tcp`, username: typed, credential: typed}],
            iceTransportPolicy: "relay",
        });
        peer.createDataChannel("x");
        peer.setLocalDescription();
        return wait(peer, "onicecandidateerror");
    });
    await within(20, Promise.all(tried));
    return tried.length;
}"""


class Recorder:
    """A TCP port that keeps how each connection begins, and answers as the simulator's does: not at all."""

    def __init__(self) -> None:
        self.began: list[bytes] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._server.accept()
                threading.Thread(target=self._listen, args=(connection,), daemon=True).start()

    def _listen(self, connection: socket.socket) -> None:
        connection.settimeout(20)
        with connection, contextlib.suppress(OSError):
            if data := connection.recv(65536):
                self.began.append(data)

    def close(self) -> None:
        self._server.close()


def attack(chromium: Browser, foreign: str, port: int) -> int:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(foreign)
    tried = page.evaluate(ATTACK, port)
    context.close()
    return tried


def test_no_connection_of_a_page_begins_with_a_byte_of_its_choice(chromium: Browser, foreign: str) -> None:
    recorder = Recorder()
    with contextlib.closing(recorder):
        tried = attack(chromium, foreign, recorder.port)
    verbs = {began.split(b" ")[0] for began in recorder.began}
    assert {b"GET", b"HEAD", b"POST", b"OPTIONS"} <= verbs, "the attacks are really made"
    assert len(recorder.began) > tried // 2
    assert any(began.startswith(b"\0") for began in recorder.began), "TURN's bytes are none of HTTP's"
    assert [began for began in recorder.began if began.startswith(b"\xff")] == []


def test_nothing_a_page_sends_reaches_the_box(chromium: Browser, foreign: str, tmp_path: Path) -> None:
    with clock(tmp_path / "flash.img", tcp_port=0) as (live, _):
        assert live.tcp_url is not None
        console, came = live.board.console, bytearray()
        write = console.write
        console.write = lambda data: (came.extend(data), write(data))[1]  # type: ignore[method-assign]
        attack(chromium, foreign, int(live.tcp_url.rpartition(":")[2]))
        assert not came
        assert "typed by a page" not in console.tail(10_000)
        with Clock.open(live.tcp_url) as known:  # and a program still gets in
            assert known.identity.boot == 1
        assert came
