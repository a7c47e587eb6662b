"""The report as a file: complete, inert, and told in words and numbers too."""

import io
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from tests import evenings, games, presets
from tileclock_host.facts import words
from tileclock_host.report import canvas, page, pictures, times

LEFT = 12  # px where the scale of the dots begins


def report(texts, language="en"):
    out = io.BytesIO()
    page.write(evenings.matches(texts), words.load(language), out)
    return out.getvalue().decode()


class Parts(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.open, self.text = [], [], [], ""
        self.ids = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def parts(text):
    found = Parts()
    found.feed(text)
    assert not found.open
    return found


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_nothing_runs_and_nothing_is_fetched(language):
    found = parts(report(evenings.nasty() + evenings.mixed(), language))
    assert not set(found.tags) & {
        "script",
        "img",
        "image",
        "iframe",
        "link",
        "object",
        "use",
        "foreignObject",
    }
    names = {name for name, _ in found.attributes}
    assert not [n for n in names if n.startswith("on") or n in {"src", "href", "xlink:href", "style"}]
    assert "url(" not in report(evenings.mixed()) and "@import" not in report(evenings.mixed())
    assert len(found.ids) == len(set(found.ids))
    for name in evenings.shown(evenings.nasty()):
        assert name in found.text


def test_every_picture_has_a_text_alternative_and_a_table():
    text = report(evenings.evening())
    sections = re.findall(r"<section.*?</section>", text, re.S)
    assert len(sections) == 7
    for section in sections:
        labels = re.findall(r'<svg class="(wide|narrow)" role="img" aria-label="([^"]+)"', section)
        assert [kind for kind, _ in labels] == ["wide", "narrow"]
        assert len(labels[0][1]) > 20 and labels[0][1] == labels[1][1]
        assert re.search(r"<details>.*<table>.*<th scope=\"row\">", section, re.S)


def test_the_race_ends_at_the_totals():
    match = evenings.matches(evenings.evening())[0]
    race = pictures.race(match, words.load("en"))
    assert race is not None
    assert race.table.rows[-1][1:] == [words.signed(match.totals.points[seat]) for seat in match.seats]


def limits_drawn(plays):
    match = evenings.matches(evenings.sheets(plays))[0]
    dots = times.dots(match, words.load("en"))
    assert dots is not None
    return [float(x) for x in re.findall(r'class="limit" d="M([\d.]+) ', dots.drawings[0])]


def test_the_time_for_a_turn_is_drawn_as_it_was_dealt():
    """Not as the rule sheet has it; where it changed from game to game there is no line to draw."""
    a, b, c = limits_drawn([games.played(seconds=35, limits=(40, 50))])
    assert b == c and (a - LEFT) / (b - LEFT) == pytest.approx(50 / 40, rel=0.01)
    assert len(limits_drawn([games.played(seconds=35, limits=(60,))] * 2)) == 3
    assert not limits_drawn([games.played(seconds=35, limits=(limit,)) for limit in (60, 40)])


def test_waiting_and_thinking_add_up():

    match = evenings.matches(evenings.evening())[0]
    for game in match.games:
        spans = [span for span in game.spans if not span.why]
        for seat in game.seats:
            assert sum(span.length_ms for span in spans if span.seat == seat) == game.thought_ms[seat]
            assert sum(turn.think_ms for turn in game.turns if turn.seat == seat) == game.thought_ms[seat]
        ends = [span.began_ms + span.length_ms for span in game.spans]
        assert ends == sorted(ends)


@pytest.mark.parametrize(
    "texts",
    [
        evenings.sheets([evenings.abandoned(presets.built_in("pl"))]),
        evenings.sheets([evenings.word()]),
        evenings.sheets([evenings.unfinished(presets.built_in("cs"), (3, 3))]),
        evenings.sheets([evenings.lively(presets.built_in("pl"), 2, 0, 1)] * 40),
        evenings.evening("pl", 6, 3),
    ],
    ids=["abandoned", "word", "unfinished", "forty games", "six players"],
)
def test_any_match_can_be_reported(texts):
    assert parts(report(texts)).tags.count("section") >= 3


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_nothing_is_drawn_beyond_the_picture(language):
    """Estimated like the drawing itself does; the browser's own measure is in the tests of the page."""
    match = evenings.matches(evenings.evening("pl", 6, 5, names=["W" * 60] * 6))[0]
    for picture in pictures.pictures(match, words.load(language)):
        for width, drawing in zip(pictures.WIDTHS.values(), picture.drawings, strict=True):
            for x, length in re.findall(r'<rect[^>]* x="([-\d.]+)"[^>]* width="([\d.]+)"', drawing):
                assert float(x) >= -6 and float(x) + float(length) <= width + 1


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-150, 105), (0, 0), (-1, 0), (3, 1000), (-1_000_000, 5)])
def test_a_scale_covers_what_it_shows(low, high):
    scale = canvas.steps(low, high, 6)
    assert scale[0] <= low and scale[-1] >= high and len(scale) <= 9
    assert scale == sorted(set(scale))


@pytest.mark.parametrize("wanted", [[1, 1, 1], [5, 1, 3], [100, 100, 0, 0], [50]])
def test_labels_keep_their_distance(wanted):
    places = canvas.spread(list(map(float, wanted)), 20, 0, 100)
    assert all(b - a >= 19.9 for a, b in pairwise(sorted(places)))
    assert min(places) >= -0.1 and max(places) <= 100.1
