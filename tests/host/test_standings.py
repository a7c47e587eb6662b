"""Standings against a plain model: what counts in which order, shared places, cut line, corrections."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tileclock_host.desk.standings import (
    BEST,
    BIG_POINTS,
    CRITERIA,
    DIRECT,
    LEFT,
    NO_GAMES,
    POINTS,
    WINS,
    Correction,
    Played,
    Score,
    standings,
)

PEOPLE = ("Ala", "Bolek", "Celina", "Дмитро", "Ewa", "Filip", "Gosia")


def game(number, **points):
    """Who has most wins; two who have most share it."""
    best = max(points.values())
    return Played(
        number, 1, tuple([Score(who, got, int(got == best), got == best) for who, got in points.items()])
    )


def table(lines):
    return [(line.place, line.person) for line in lines]


def beats(one, other, games, order, group):
    """The plain model of one criterion after the other; the group is who was equal before it."""
    for criterion in order:
        figures = {who: figure(who, games, criterion, group) for who in group}
        if figures[one] != figures[other]:
            return figures[one] > figures[other]
        group = [who for who in group if figures[who] == figures[one]]
    return False


def figure(who, games, criterion, group):
    mine = [(g, s) for g in games for s in g.scores if s.person == who]
    if criterion == DIRECT:
        others = [x for x in group if x != who]
        all_met = all(
            any({a, b} <= {s.person for s in g.scores} for g in games) for a in group for b in group if a != b
        )
        shared = [s for g, s in mine if any(t.person in others for t in g.scores)]
        return (sum(s.big_points for s in shared), sum(s.points for s in shared)) if all_met else 0
    return {
        BIG_POINTS: sum(s.big_points for _, s in mine),
        POINTS: sum(s.points for _, s in mine),
        WINS: sum(s.won for _, s in mine),
        BEST: max([s.points for _, s in mine], default=float("-inf")),
    }[criterion]


@st.composite
def evenings(draw):
    games = []
    for number in range(1, draw(st.integers(1, 5)) + 1):
        seated = draw(st.permutations(PEOPLE))
        for players in (seated[:4], seated[4:]):
            points = draw(st.lists(st.integers(-3, 3), min_size=len(players), max_size=len(players)))
            games.append(game(number, **dict(zip(players, points, strict=True))))
    return games


@given(evenings(), st.permutations(CRITERIA))
@settings(max_examples=150, deadline=None)
def test_every_place_is_that_of_the_plain_model(games, order):
    lines = standings(PEOPLE, games, order)
    for line in lines:
        ahead = sum(
            beats(other, line.person, games, order, PEOPLE) for other in PEOPLE if other != line.person
        )
        assert line.place == 1 + ahead


def test_big_points_come_first_where_the_event_says_so_and_points_where_it_does_not():
    games = [game(1, Ala=5, Bolek=4), game(2, Ala=-50, Bolek=60)]
    games += [game(3, Ala=2, Bolek=1)]
    assert table(standings((), games)) == [(1, "Ala"), (2, "Bolek")]
    assert table(standings((), games, [POINTS])) == [(1, "Bolek"), (2, "Ala")]


def test_equals_share_a_place_and_the_next_is_left_out():
    games = [game(1, Ala=9, Bolek=-9), game(1, Celina=9, Ewa=-9)]
    assert [line.place for line in standings((), games, [POINTS])] == [1, 1, 3, 3]


def test_the_direct_meeting_decides_only_where_each_has_met_each():
    games = [game(1, Ala=3, Bolek=-3), game(2, Ala=-3, Celina=3), game(2, Bolek=3, Ewa=-3)]
    assert [line.place for line in standings((), games[:1], [DIRECT])] == [1, 2]
    order = [POINTS, DIRECT]
    lines = {line.person: line.place for line in standings((), games, order)}
    assert lines["Ala"] == 2 and lines["Bolek"] == 3, "both have 0, and Ala has won their game"


def test_who_shares_the_last_place_before_the_cut_is_in_the_final_too():
    games = [game(1, Ala=9, Bolek=0, Celina=0, Ewa=-9)]
    assert [line.person for line in standings((), games, [POINTS], cut=2) if line.cut] == [
        "Ala",
        "Bolek",
        "Celina",
    ]


def test_who_is_excluded_has_no_place_and_the_others_keep_what_they_took():
    games = [game(1, Ala=9, Bolek=-9), game(2, Ala=7, Bolek=-7)]
    lines = standings((), games, [POINTS], excluded={"Ala": 2})
    assert [(line.place, line.person, line.points) for line in lines] == [(1, "Bolek", -16), (0, "Ala", 9)]
    lines = standings((), games, [POINTS], excluded={"Ala": 0})
    assert lines[-1].points == 16, "where the event says that all games count"


def test_a_correction_by_the_judge_is_in_the_points_and_beside_them():
    games = [game(1, Ala=9, Bolek=-9)]
    lines = standings(PEOPLE[:3], games, [POINTS], corrections=[Correction("Ala", -20)])
    assert table(lines) == [(1, "Celina"), (2, "Bolek"), (3, "Ala")]
    assert (lines[2].points, lines[2].corrected, lines[2].best) == (-11, -20, 9)


def test_behind_all_others_come_who_left_and_who_never_played_and_neither_is_in_the_final():
    games = [game(1, Ala=9, Bolek=-9, Celina=0)]
    behind = {"Ala": LEFT, "Ewa": LEFT, "Gosia": NO_GAMES}
    people = ("Ewa", "Gosia", "Ala", "Bolek", "Celina")
    lines = standings(people, games, [POINTS], behind=behind, cut=3)
    assert table(lines) == [(1, "Celina"), (2, "Bolek"), (3, "Ala"), (4, "Gosia"), (5, "Ewa")]
    assert [line.person for line in lines if line.cut] == ["Celina", "Bolek"]
    assert [line.mark for line in lines] == ["", "", LEFT, NO_GAMES, LEFT]


def test_tables_of_three_count_as_they_were_played():
    games = [game(1, Ala=30, Bolek=-10, Celina=-20), game(1, Дмитро=30, Ewa=-10, Filip=-10, Gosia=-10)]
    lines = standings((), games)
    assert [line.place for line in lines[:2]] == [1, 1] and lines[0].average == 30
