"""What is heard and seen on the page is what the box does: each tone, as long as there, with its light."""

import pytest
from playwright.sync_api import Browser

from tests.e2e.table import Table, pass_time

pytestmark = pytest.mark.browser

# Each call that the page makes of its buzzer, and at each of them the lights that are shown in that moment.
SPY = """
    window.heard = [];
    for (const name of ["setValueAtTime", "setTargetAtTime"]) {
        const call = AudioParam.prototype[name];
        AudioParam.prototype[name] = function (value, at, ...more) {
            heard.push([name, value, at]);
            return call.call(this, value, at, ...more);
        };
    }
    window.together = [];  // for each message with a new light: whether all it said was shown at once
    const socket = WebSocket;
    window.WebSocket = class extends socket {
        set onmessage(told) {
            super.onmessage = (message) => {
                const before = heard.length;
                const green = () => document.querySelector('[data-light="green"]')?.dataset.key ?? "";
                const was = green();
                told(message);
                const news = JSON.parse(message.data);
                if (was && green() && green() !== was) together.push([
                    Boolean(news.tones) && heard.length > before, Boolean(news.frame)]);
            };
        }
    };
"""


def played(table: Table) -> list[tuple[float, float, float]]:
    """Pitch, begin and length of each tone, as the page gave them to the browser."""
    tones, pitch, began = [], 0.0, 0.0
    for name, value, at in table.page.evaluate("heard"):
        if name == "setValueAtTime":
            pitch = value
        elif value:
            began = at
        elif pitch:
            tones.append((pitch, began, at - began))
            pitch = 0.0
    return tones


def made(table: Table, since: int) -> list[tuple[int, float]]:
    """Pitch and length in seconds of each tone of the box."""
    history = [(at, pitch) for at, pitch in table.live.board.buzzer.history if at > since]
    ends = [at for at, _ in history[1:]]
    return [(pitch, (end - at) / 1e6) for (at, pitch), end in zip(history, ends, strict=False) if pitch]


def test_each_tone_is_heard_as_long_as_on_the_box_with_its_light(game: Table, chromium: Browser) -> None:
    """Some last 12 ms, less than a picture: they were lost as long as the page was told the tone of now."""
    other = Table(chromium, game.page.url, game.live, before=SPY)
    other.page.mouse.click(5, 5)  # browsers allow sound after a touch
    other.wait(lambda: other.page.inner_text("#sound") == "Sound on", "sound")
    since = game.live.board.now
    for seat, following in zip("ABCDABCD", "BCDABCDA", strict=True):
        other.click(seat)
        other.wait_for_light(following, "green")
    other.click("back")
    for _ in range(4):
        other.click("down")  # steps
        pass_time(other.live, 150)
    other.wait(lambda: len(played(other)) >= len(made(other, since)) >= 12, "all tones")
    on_the_box, on_the_page = made(other, since), played(other)
    assert [pitch for pitch, _, _ in on_the_page] == [pitch for pitch, _ in on_the_box]
    for (_, length), (_, _, heard) in zip(on_the_box, on_the_page, strict=True):
        assert length - 0.002 <= heard
    together = other.page.evaluate("together")
    assert len(together) >= 6
    # Nearly all, where the clock keeps its pace; to a busy computer one moment of it may be two messages.
    assert sum(sound and frame for sound, frame in together) >= 3, together
    other.close()
