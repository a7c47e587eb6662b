"""A game told turn by turn agrees with the core to the millisecond."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests import presets
from tests.games import played
from tileclock.core import records as r
from tileclock.core.play import Play
from tileclock_host.sheets import turns

S = 1000


def told(play):
    return turns.tell(play.preset, bytes(play.journal.part(0, play.journal.size)))


def begun(preset="pl", players=3):
    play = Play(presets.built_in(preset))
    play.happen(r.DEAL, 0, (1 << players) - 1, 0, 60)
    play.happen(r.BEGIN, 1 * S)
    return play


def ended(play):
    play.happen(r.ABANDON, play.journal.at + S)
    return told(play)


def test_played_drawn_and_the_pool_after_each():
    story = told(played("pl", 3, 0))
    assert [turn.end for turn in story.turns[:4]] == ["played", "drew", "played", "drew"]
    assert [turn.pool for turn in story.turns[:4]] == [64, 63, 63, 62]
    assert [turn.seat for turn in story.turns[:4]] == [0, 1, 2, 0]
    assert [turn.think_ms for turn in story.turns[:2]] == [7000, 7137]
    assert story.turns[-1].end == "out" and story.stops[0].why == "asked who is out"


def test_a_hold_that_is_decided_after_the_next_turn_ended_counts_for_its_own():
    play = begun()
    play.happen(r.END_TURN, 5 * S)
    play.happen(r.END_TURN, 5 * S + 400)
    play.happen(r.DREW, 5 * S + 600, 1)
    story = ended(play)
    assert [(turn.end, turn.tiles, turn.pool) for turn in story.turns[:2]] == [
        ("drew", 1, 63),
        ("played", 0, 63),
    ]


def test_undone_turns_are_told_and_marked():
    play = begun()
    play.happen(r.END_TURN, 5 * S)  # A, 4 s
    play.happen(r.END_TURN, 8 * S)  # B, 3 s
    play.happen(r.PAUSE, 10 * S, r.BY_HAND)  # C thought 2 s
    play.happen(r.UNDO, 11 * S)
    play.happen(r.RESUME, 15 * S)
    play.happen(r.END_TURN, 16 * S)  # B again, 1 s
    story = ended(play)
    assert [(t.seat, t.think_ms, t.end, t.undone) for t in story.turns] == [
        (0, 4 * S, "played", False),
        (1, 4 * S, "played", False),
        (2, 2 * S, "undone", True),
        (2, 1 * S, "abandoned", False),
    ]
    assert story.undone_ms == 2 * S and [stop.ms for stop in story.stops] == [5 * S]
    assert [(event.what, event.undone) for event in story.corrections] == [("undo", False)]


def test_two_undos_go_back_two_turns():
    play = begun()
    for at in (5, 8, 10):
        play.happen(r.END_TURN, at * S)
    play.happen(r.PAUSE, 12 * S, r.BY_HAND)
    play.happen(r.UNDO, 12 * S)
    play.happen(r.UNDO, 12 * S)
    play.happen(r.RESUME, 13 * S)
    play.happen(r.END_TURN, 15 * S)
    story = ended(play)
    assert [(t.seat, t.think_ms, t.undone) for t in story.turns] == [
        (0, 4 * S, False), (1, 5 * S, False), (2, 2 * S, True), (0, 2 * S, True), (2, 1 * S, False),
    ]  # fmt: skip


def test_a_time_out_a_restart_and_a_dispute():
    play = begun()
    play.happen(r.EXPIRE, 61 * S)
    play.happen(r.RESOLVE, 65 * S, 0, 1)
    play.happen(r.PAUSE, 70 * S, r.DISPUTE)
    play.happen(r.RESTART, 75 * S)
    play.happen(r.RESUME, 80 * S)
    play.happen(r.END_TURN, 82 * S)
    story = ended(play)
    late, again = story.turns[:2]
    assert (late.end, late.choice, late.tiles, late.resolving_ms, late.timed_out) == (
        "timed out",
        "undo",
        1,
        4 * S,
        True,
    )
    assert (again.think_ms, again.given_up_ms, again.paused_ms) == (2 * S, 5 * S, 10 * S)
    assert [(stop.why, stop.ms) for stop in story.stops] == [("dispute", 10 * S)]


def test_a_counted_pool_changes_what_was_left_after_the_turns_before():
    play = begun()
    play.happen(r.END_TURN, 5 * S)
    play.happen(r.PAUSE, 6 * S, r.BY_HAND)
    play.happen(r.CORRECT_POOL, 7 * S, 64, 60)
    play.happen(r.RESUME, 8 * S)
    story = ended(play)
    assert story.turns[0].pool == 60, "as the core folds it"
    assert [(c.what, c.before, c.after) for c in story.corrections] == [("pool", "64", "60")]


def test_a_count_that_makes_draws_none_shows_no_more_tiles_than_there_were():
    play = begun()
    play.happen(r.END_TURN, 5 * S)
    for seconds in (8, 11):
        play.happen(r.END_TURN, seconds * S)
        play.happen(r.DREW, seconds * S + 600)
    play.happen(r.PAUSE, 13 * S, r.BY_HAND)
    play.happen(r.CORRECT_POOL, 14 * S, 62, 64)
    play.happen(r.RESUME, 15 * S)
    play.happen(r.END_TURN, 16 * S)
    play.happen(r.DREW, 16 * S + 600)
    assert [turn.pool for turn in ended(play).turns[:4]] == [64, 64, 64, 63]


def test_a_correction_after_the_sheet_is_told_as_one():
    play = played("pl", 3, 0)
    play.happen(r.RACK, play.journal.at + S, 1, 5, 0)
    play.happen(r.STORE, play.journal.at + S)
    assert [(c.what, c.before, c.after, c.seat) for c in told(play).corrections] == [
        ("rack", "27+1", "5+0", 1)
    ]


def test_word_tells_what_was_laid_and_the_pool_that_follows():
    play = begun("word", 2)
    play.happen(r.END_TURN, 5 * S)
    play.happen(r.END_TURN, 9 * S)
    play.happen(r.DREW, 9 * S + 600, 0)
    play.happen(r.ENTRY, 10 * S, 0, 7, 7)
    story = ended(play)
    first, second = story.turns[:2]
    start = play.game.word.pool.start
    assert (first.end, first.letters, first.laid, first.points) == ("played", 7, 7, 7)
    assert (second.end, second.tiles, second.pool) == ("drew", 1, start - 1)


KINDS = [r.END_TURN] * 6 + [
    r.DREW,
    r.PAUSE,
    r.RESUME,
    r.UNDO,
    r.UNDO,
    r.RESTART,
    r.EXPIRE,
    r.RESOLVE,
    r.MISTAKE,
]
KINDS += [r.BACK, r.CORRECT_POOL, r.ANNOUNCE, r.LEAVE, r.REOPEN, r.OUT]


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["pl", "tournament", "cs", "word"]),
    st.lists(st.tuples(st.sampled_from(KINDS), st.integers(300, 9000), st.integers(0, 2)), max_size=40),
)
def test_every_millisecond_of_the_core_is_told_once(preset, happened):
    play = begun(preset)
    for kind, later, figure in happened:
        if (play.game.reason and kind not in (r.UNDO, r.REOPEN)) or (kind == r.UNDO and not play.can_undo()):
            continue
        choice = figure % len(play.preset["timeouts"])
        figures = {
            r.RESOLVE: (choice, 1),
            r.MISTAKE: (0, choice, 1),
            r.BACK: (1,),
            r.CORRECT_POOL: (0, 30 + figure),
        }
        given_figures = figures.get(kind, (figure,) if kind in (r.LEAVE, r.OUT) else (0,))
        if kind == r.DREW and not play.game.turns:
            continue
        if kind in (r.LEAVE, r.OUT) and (
            not play.game.players.plays(figure) or bin(play.game.players.playing).count("1") < 3
        ):
            continue
        play.happen(kind, play.journal.at + later, *given_figures)
    if not play.game.reason:
        play.happen(r.ABANDON, play.journal.at + 500)
    if play.game.reason != "abandoned":
        play.happen(r.ABANDON, play.journal.at)
    story = told(play)
    game = story.replay.game
    stands = [turn for turn in story.turns if not turn.undone]
    for seat in game.players.seats:
        assert sum(turn.think_ms for turn in stands if turn.seat == seat) == game.accounts.thought_ms[seat]
    gone = sum(turn.think_ms for turn in story.turns if turn.undone) + sum(
        turn.given_up_ms for turn in stands
    )
    assert gone == game.accounts.undone_ms
    assert (
        sum(turn.paused_ms for turn in story.turns)
        == game.accounts.paused_ms
        == sum(stop.ms for stop in story.stops)
    )
    assert sum(1 for turn in stands if turn.end not in ("left", "out", "over", "abandoned")) == game.turns
    assert [turn.number for turn in story.turns] == list(range(1, len(story.turns) + 1))
