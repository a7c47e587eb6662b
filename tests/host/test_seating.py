"""Draws: everybody sits once, nobody meets twice while possible, seats are in turn, a seed draws the same."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bench import bench_seating
from tileclock_host.desk.errors import DeskError
from tileclock_host.desk.prices import SEATS
from tileclock_host.desk.seating import FINAL, MODES, RANDOM, SOCIAL, SWISS, draw, repeats, sizes


def people(count):
    return [f"p{number:04}" for number in range(count)]


def ranked(persons, seed):
    """Places with ties, as standings have them."""
    dice = random.Random(seed)
    return {person: 1 + dice.randrange(len(persons)) for person in persons}


def seats_of(history):
    """How often each has sat at A to D."""
    had = {}
    for table in [table for tables in history for table in tables]:
        for seat, person in enumerate(table):
            had.setdefault(person, [0] * SEATS)[seat] += 1
    return had


def fewest_repeats(persons, history):
    """The plain way: every way to put them to tables."""
    met = {}
    for table in [table for tables in history for table in tables]:
        for pair in combinations(sorted(table), 2):
            met[pair] = met.get(pair, 0) + 1

    def best(left, wanted):
        if not wanted:
            return 0
        found = []
        for size in set(wanted):
            rest = list(wanted)
            rest.remove(size)
            for more in combinations(left[1:], size - 1):
                others = [person for person in left if person != left[0] and person not in more]
                here = sum(met.get(pair, 0) for pair in combinations((left[0], *more), 2))
                found.append(here + best(others, rest))
        return min(found)

    return best(sorted(persons), sizes(len(persons)))


@given(
    st.sampled_from((RANDOM, SOCIAL, SWISS)),
    st.sampled_from([n for n in range(3, 60) if n != 5]),
    st.integers(1, 5),
    st.integers(0, 999_999),
)
@settings(max_examples=25, deadline=None)
def test_everybody_sits_exactly_once_whoever_withdraws_or_comes_late(mode, count, rounds, seed):
    dice = random.Random(seed)
    persons, history = people(count), []
    for number in range(rounds):
        tables = draw(mode, persons, history, seed + number, places=ranked(persons, seed))
        assert sorted(person for table in tables for person in table) == sorted(persons)
        assert [len(table) for table in tables].count(3) == -len(persons) % 4
        assert {len(table) for table in tables} <= {3, 4}
        history.append(tables)
        leaving = dice.randrange(3) if len(persons) > 8 else 0
        persons = dice.sample(persons, len(persons) - leaving) + [f"late{seed}{number}"] * dice.randrange(2)
        if len(persons) == 5:
            persons.pop()


@given(st.sampled_from((SOCIAL, RANDOM, SWISS)), st.sampled_from(range(48, 100, 4)), st.integers(0, 999_999))
@settings(derandomize=True, max_examples=8, deadline=None)
def test_everybody_begins_equally_often(mode, count, seed):
    """Within one after each round, where all sit at tables of four. Fewer people meet too often for that."""
    persons, history = people(count), []
    for number in range(4):
        history.append(draw(mode, persons, history, seed + number, places=ranked(persons, seed)))
        had = seats_of(history)
        assert all(max(seats) - min(seats) <= 1 for seats in had.values())
    assert all(seats == [1, 1, 1, 1] for seats in had.values())


@given(st.sampled_from(range(48, 80)), st.integers(0, 999_999))
@settings(derandomize=True, max_examples=10, deadline=None)
def test_at_tables_of_three_the_seats_that_are_there_are_in_turn(count, seed):
    persons, history = people(count), []
    for number in range(4):
        history.append(draw(SOCIAL, persons, history, seed + number))
    assert all(max(seats[:3]) - min(seats[:3]) <= 1 for seats in seats_of(history).values())


@given(st.sampled_from((SOCIAL, SWISS)), st.sampled_from((6, 7, 8, 9, 10)), st.integers(0, 999_999))
@settings(max_examples=8, deadline=None)
def test_of_few_nobody_meets_more_often_than_must_be(mode, count, seed):
    persons, history = people(count), []
    for number in range(4):
        tables = draw(mode, persons, history, seed + number, places=ranked(persons, seed))
        assert repeats(tables, history) == fewest_repeats(persons, history)
        history.append(tables)


@pytest.mark.parametrize(("count", "rounds"), [(16, 5), (24, 4), (30, 4), (64, 4), (64, 8)])
def test_a_club_meets_once_where_that_is_possible(count, rounds):
    """16 in 5 rounds is as much as can be: everybody meets all others exactly once."""
    history = []
    for number in range(rounds):
        tables = draw(SOCIAL, people(count), history, 2027 + number, rounds_left=rounds - number)
        assert repeats(tables, history) == 0
        history.append(tables)


def test_equals_meet_in_a_swiss_round():
    persons = people(64)
    tables = draw(SWISS, persons, [], 7, places={person: 1 + at for at, person in enumerate(persons)})
    assert [sorted(table) for table in tables] == [persons[at : at + 4] for at in range(0, 64, 4)]
    again = draw(SWISS, persons, [tables], 8, places={person: 1 + at for at, person in enumerate(persons)})
    assert repeats(again, [tables]) == 0
    spread = [max(map(persons.index, table)) - min(map(persons.index, table)) for table in again]
    assert sum(spread) / len(spread) < 16, "those who sit together are near each other in the ranking"


def test_a_final_is_of_the_first_and_its_tables_are_of_equal_strength():
    persons = people(8)
    places = {person: 1 + at for at, person in enumerate(persons)}
    (table,) = draw(FINAL, persons[:4], [], 1, places=places)
    assert sorted(table) == persons[:4]
    strength = [
        sorted(places[person] for person in table) for table in draw(FINAL, persons, [], 1, places=places)
    ]
    assert strength == [[1, 4, 5, 8], [2, 3, 6, 7]]
    with pytest.raises(DeskError, match="A final is of 4, 8, 16"):
        draw(FINAL, persons[:6], [], 1, places=places)


@pytest.mark.parametrize("mode", MODES)
def test_the_same_seed_draws_the_same_whatever_order_the_persons_come_in(mode):
    persons = people(32)
    history = [draw(RANDOM, persons, [], 3)]
    places = ranked(persons, 1)
    found = draw(mode, persons, history, 42, places=places)
    assert found == draw(mode, persons[::-1], history, 42, places=places)
    assert found != draw(mode, persons, history, 43, places=places)


def test_a_draw_of_today_is_that_of_any_later_version():
    assert draw(RANDOM, people(7), [], 2027) == [
        ("p0004", "p0000", "p0002", "p0006"),
        ("p0003", "p0001", "p0005"),
    ]


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_nobody_sits_at_a_table_of_two_unless_that_is_asked_for(count):
    with pytest.raises(DeskError, match=f"^{count} person.* no tables of four and three"):
        sizes(count)


def test_a_table_of_two_is_there_for_who_asks():
    assert (sizes(2, pairs=True), sizes(5, pairs=True), sizes(6, pairs=True)) == ([2], [3, 2], [3, 3])
    assert sorted(map(len, draw(SOCIAL, people(5), [], 1, pairs=True))) == [2, 3]


def test_a_national_final_and_a_thousand_are_drawn_without_a_second_meeting_in_seconds_of_the_processor():
    seconds, again = bench_seating.drawn(SOCIAL, 64)
    assert again == 0 and seconds < 2
    seconds, again = bench_seating.drawn(SOCIAL, 1_000)
    assert again == 0 and seconds < 30
