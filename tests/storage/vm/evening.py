"""An evening at the table as the flash sees it: first boot, games with everything that can happen, the PC.

Each step is what the box does at once. What its flash must stand for before the step, after it, and between
the writes of one that has several, is known from what people did, not from what was written.
"""

import json
import random

from box import Box, crc_of, log
from flashmodel import mount
from stepping import Steps

from tileclock.core import records as r
from tileclock.core import summary, written
from tileclock.core.clock import PAUSED, READY
from tileclock.storage import rule_files

MARK_MS = 8_000  # the time of a running turn is written down this often
SEATS = 0b111
CLUB = {"id": "club", "name": "Klub „Łódź”", "joker": 25, "limits": [20, 25, 30]}


class Evening(Steps):
    """Seeded: the same evening each time."""

    def __init__(self, flash, seed):
        Steps.__init__(self, flash)
        self.box = None
        self.random = random
        random.seed(seed)
        self.kinds = set()
        self.match_of = {}  # by number of the game
        self.scored = {}  # by match: games that were scored, names, totals
        self.now = 0
        self._mark_at = 0

    # ---- the whole of it ----

    def steps_of(self, turns, aged=True):
        self.boot()
        self.settings({"limit": 90})
        self.upload_settings({"names": ["Ala", "Łukasz", "Żaneta", "", "", ""], "table": 7})
        self.upload_preset(CLUB)
        self.asked()
        if aged:
            self.age()
        self.game("club", turns)
        self.correct()
        self.settings({"sound": False})
        self.settings({"code": "ABCA", "locked": True})
        self.upload_preset(dict(CLUB, name="Klub"))
        self.end_match()
        self.boot()
        self.settings({"code": "FEDCBA"})
        self.word()
        self.delete_preset("club")
        self.end_match()
        self.game("tournament", turns // 4, ended=r.END_ROUND)
        self.end_match()
        self.abandoned("pl")
        self.fetched()
        self.boot()
        self.fill(17)
        self.make_room()
        for _ in range(2):
            self.game("pl", turns // 10)
        self.end_match()
        self.game("cs", turns // 10)
        self.fill(14)
        for _ in range(2):  # the game that was abandoned is a match of its own
            self.reduce()
        self.given_up()
        self.boot()

    # ---- steps ----

    def _switch_on(self):
        mount(self.flash)
        self.box = Box(self.now)

    def boot(self):
        self._step("boot", self._switch_on)

    # ---- settings and presets ----

    def settings(self, values):
        """Set on the box itself."""

        def work():
            for name, value in values.items():
                setattr(self.box.settings, name, value)
            self.box.settings.save(log)

        self._step("settings", work, {"settings": dict(self.state["settings"], **values)})

    def upload_settings(self, values):
        """The same by the cable."""

        def work():
            self.box.ask("settings " + self.box.upload_of(_ascii(values)))

        self._step("settings", work, {"settings": dict(self.state["settings"], **values)})

    def upload_preset(self, own):
        text = _ascii(dict(rule_files.load("pl", print)[0], **own))
        name = own["id"] + ".json"

        def work():
            self.box.ask("preset put " + self.box.upload_of(text))

        self._step(
            "preset", work,
            lambda: [{"presets": dict(self.state["presets"], **{name: crc_of("/data/presets/" + name)})}],
        )  # fmt: skip

    def asked(self):
        """What the PC is told changes nothing."""
        told = []

        def right():
            assert told[0].endswith(" club") and json.loads(told[1])["name"] == CLUB["name"]
            assert json.loads(told[2])["table"] == 7
            return ()

        requests = ("preset list", "preset get club", "settings")
        self._step("asked", lambda: told.extend([self.box.ask(request) for request in requests]), right)

    def delete_preset(self, name):
        left = {other: crc for other, crc in self.state["presets"].items() if other != name + ".json"}
        self._step("preset", lambda: self.box.ask("preset delete " + name), {"presets": left})

    # ---- a game ----

    def game(self, preset, turns, ended=r.OUT):
        """Dealt, played with everything that can happen, scored and stored."""
        self.running_game(preset, turns)
        self.end(ended)
        self.store()

    def deal(self, preset, seats=SEATS, first=0):
        box = self.box
        box.deal(preset, seats, first, 40, self.now)
        goes_on = box.storage.goes_on and box.match.games
        count = [self.state["count"][0] + 1, self.state["count"][1] + (0 if goes_on else 1), 1]
        self.match_of[count[0]] = count[1]
        before = self.state["count"]

        def begun():
            """The slots are there; the number is read from them until it is counted."""
            return [dict(self._running()[0], count=[count[0], before[1], before[2]]), {"count": count}]

        self._step("deal", box.games.write, begun)
        self._written()

    def running_game(self, preset, turns):
        self.deal(preset)
        self.plug()
        self.happen(r.HANDICAP, 1, 45)
        self.happen(r.BEGIN)
        specials = list(SPECIALS)
        for turn in range(turns):
            if not turn % len(SPECIALS):
                _shuffle(specials, self.random)
            self._turn(specials[turn % len(SPECIALS)])

    def happen(self, kind, a=0, b=0, c=0):
        """An event, which is written down at once."""
        self.add(kind, a, b, c)
        self._written()

    def add(self, kind, a=0, b=0, c=0):
        """One that rides in the next."""
        self.kinds.add(kind)
        self.box.happen(kind, self.now, a, b, c)

    def _written(self):
        self._mark_at = self.now + MARK_MS
        self._step("record", lambda: self.box.step(self.now), self._running)

    def _running(self):
        """Its records are on flash, all of them."""
        journal, live = self.box.play.journal, self.box.storage.live
        data = bytes(journal.part(0, journal.size)).hex()
        return [{"game": [live.game, live.revision, data, self.now - journal.at, crc_of(_HEAD)]}]

    def pass_time(self, ms):
        """While the clock runs, its time is written down now and then."""
        self.now += ms
        if self.now < self._mark_at:
            self._step("no mark", lambda: self.box.step(self.now))
            return
        self._mark_at = self.now + MARK_MS
        game = list(self.state["game"])
        game[3] = self.now - self.box.play.journal.at
        self._step("mark", lambda: self.box.step(self.now), {"game": game})

    def _turn(self, special):
        self.now += self.random.randrange(400, 7_000)
        special(self)
        if self.random.randrange(3):
            self.pass_time(self.random.randrange(7_000, 9_000))
        self.now += 300
        self.happen(r.END_TURN)
        how = self.random.randrange(4)
        if how < 2:
            self.now += 600
            self.happen(r.DREW if how else r.PASSED, 0)

    def _stand(self, *records):
        """The clock stands, that happens, it goes on."""
        self.happen(r.PAUSE, self.random.choice((r.BY_HAND, r.DISPUTE, r.LOW_BATTERY)))
        for record in records:
            self.now += 2_000
            self.happen(*record)
        self.now += 1_000
        self.happen(r.RESUME)

    def _pause(self):
        self._stand()

    def _blips(self):
        self.add(r.BLIPS, self.random.randrange(3), 3)
        self.happen(r.ANNOUNCE)
        self.happen(r.OPENED)

    def _undo(self):
        if self.box.play.can_undo():
            self._stand((r.UNDO,))

    def _time_up(self):
        self.happen(r.EXPIRE)
        self.now += 2_000
        if self.box.game.turns % 2:
            self.plug()
        self.happen(r.RESOLVE, 0, 1)

    def _count_pool(self):
        left = self.box.game.pool.left
        self._stand((r.CORRECT_POOL, left, max(20, left - 1)), (r.BACK, 1))

    def _judge(self):
        self._stand((r.JUDGE, 1), (r.CORRECT_TIME, 10, 20), (r.ADD_ROUND, 5), (r.JUDGE, 0))

    def _mistake(self):
        self._stand((r.RESTART,), (r.MISTAKE, 1 if self.box.play.can_undo() else 0, 0, 1))

    def _not_out(self):
        self.happen(r.PAUSE, r.ASKED_OUT)
        self.happen(r.OUT, self.box.game.seat)
        self.now += 1_500
        self.happen(r.REOPEN)
        self.happen(r.RESUME)

    def _plug(self):
        self.plug()
        self.happen(r.RESUME)

    def plug(self):
        """The power goes and comes again; somebody chooses to go on."""
        self.boot()
        self.now += 4_000
        self._step("resume", lambda: self.box.resume(self.now))
        if self.box.game.clock.phase == READY:
            return  # nothing to tell
        self.kinds.add(r.CUT)
        self._written()

    # ---- its end ----

    def end(self, how):
        if how == r.OUT:
            self.happen(r.GONE, (self.box.game.seat + 1) % 3)
            self.happen(r.PAUSE, r.ASKED_OUT)
            self.plug()
            self.happen(r.OUT, self.box.game.seat)
        else:
            self.happen(r.END_ROUND)
            while not self.box.game.reason:
                self.now += 3_000
                self.happen(r.END_TURN)
        if not self.box.game.of_word:
            for seat in self.box.game.players.seats:
                if seat != self.box.game.winner:
                    self.add(r.RACK, seat, 5 + seat, 0)
                    self.happen(r.MARK, seat, 0)
            self.plug()
        self.add(r.CONFIRM, 0)
        self.happen(r.CONFIRM, 1 << self.box.game.seat)

    def store(self):
        """The sheet is written; if the match is over with it, that is written then."""
        box = self.box
        box.score(self.now)
        self.kinds.add(r.STORE)
        names = list(box.table.names)
        self._keep(lambda: box.store(self.now), max(1, box.game.revision))
        match = self.state["count"][1]
        games = self.scored.get(match, (0,))[0] + (1 if box.game.revision == 1 else 0)
        self.scored[match] = games, names, summary.totals(box.match)
        if box.match.ended:
            box.table.new_match()

    def _keep(self, work, revision, name="sheet"):
        game, over = self.state["count"][0], self.box.match.ended
        sheet = "%05d-%02d" % (game, revision)
        sheets = {other: crc for other, crc in self.state["sheets"].items() if int(other[:5]) != game}
        count = self.state["count"]
        changes = [
            lambda: [{"sheets": dict(sheets, **{sheet: crc_of("/data/sheets/" + sheet)}), "game": None}]
        ]
        if bool(over) == bool(count[2]):
            changes.append({"count": [count[0], count[1], int(not over)]})
        self._step(name, work, *changes)

    def end_match(self):
        count = self.state["count"]
        self._step("match", self.box.end_match, {"count": [count[0], count[1], 0]})

    def correct(self):
        """The racks of a stored sheet were wrong."""
        self.now += 9_000
        self._reopened()
        loser = [seat for seat in self.box.game.players.seats if seat != self.box.game.winner][0]
        self.happen(r.RACK, loser, 9, 0)
        self.plug()
        self.store()

    def _reopened(self):
        """The latest sheet is a running game again; it stands until there is a newer one."""
        game = self.state["count"][0]
        (name,) = [name for name in self.state["sheets"] if int(name[:5]) == game]
        self._step("again", lambda: self.box.games.correct(name, self.now))

    def word(self):
        """A short game of Word, whose sheet is corrected as a running game."""
        self.deal("word")
        self.happen(r.OPENING, 4)
        self.happen(r.BEGIN)
        for turn in range(6):
            self.now += 8_000
            self.happen(r.END_TURN)
            self.happen(r.ENTRY, turn, 6, 6)
        self.happen(r.END_ROUND)
        self._last_turns_of_word()
        self.store()
        self._reopened()
        self.kinds.add(r.REOPEN)
        self._written()
        self.plug()
        self.happen(r.ENTRY, 0, 7, 6)
        self.happen(r.ENTRY, 0, 6, 6)
        self._last_turns_of_word()
        self.store()

    def _last_turns_of_word(self):
        """Nobody lays anything any more."""
        while not self.box.game.reason:
            if self.box.game.clock.phase == PAUSED:
                self.happen(r.RESUME)
            self.now += 8_000
            self.happen(r.END_TURN)
            self.happen(r.ENTRY, self.box.game.turns - 1, 0, 0)

    def abandoned(self, preset):
        """Nobody wants to play it to its end: its sheet says so."""
        self.deal(preset)
        self.happen(r.BEGIN)
        self.happen(r.PAUSE, r.BY_HAND)
        self.happen(r.ABANDON)
        self._keep(self.box.games.drop, 1)

    def given_up(self):
        """The power goes in a game, and then nobody wants it any more."""
        self.deal("pl")
        self.happen(r.BEGIN)
        self.boot()
        self._keep(lambda: self.box.games.give_up(self.now), 1, "given up")

    # ---- room ----

    def fetched(self):
        """The PC has all sheets but the newest."""
        names = sorted(self.state["sheets"])[:-1]

        def work():
            assert self.box.ask("ack " + " ".join(names)) == str(len(names))

        self._step("ack", work, lambda: self._fetched_one_by_one(names))

    def _fetched_one_by_one(self, names):
        sheets = dict(self.state["sheets"])
        for name in names:
            sheets[name + "+"] = sheets.pop(name)
            yield {"sheets": dict(sheets)}

    def make_room(self):
        """What the PC has goes, and the game is dealt."""
        self._step("room", self.box.find_room, self._gone_one_by_one)
        assert not self.box.refusal

    def _gone_one_by_one(self):
        """The oldest goes first, of those the PC has, and no more than must."""
        left = {name + ("+" if synced else "") for name, _, synced in self.box.storage.sheets()}
        sheets = dict(self.state["sheets"])
        for name in sorted(sheets):
            if len(sheets) > len(left):
                assert name.endswith("+"), name
                del sheets[name]
                yield {"sheets": dict(sheets)}
        assert set(sheets) == left

    def reduce(self):
        """Nothing more can go by itself: the oldest match shrinks to its totals."""
        box = self.box
        self._step("room", box.find_room, self._gone_one_by_one)
        match = self.match_of[int(sorted(self.state["sheets"])[0][:5])]
        assert box.refusal.match == match
        games, names, totals = self.scored.get(match, (0, [""] * 6, None))
        line = {"v": 1, "match": match, "games": games, "names": names, "totals": totals}
        if games:
            line["ranking"] = ["points"]
        self._step(
            "reduce", box.games.reduce,
            {"totals": self.state["totals"] + [line]}, lambda: self._shrunk_one_by_one(match),
        )  # fmt: skip

    def _shrunk_one_by_one(self, match):
        sheets = dict(self.state["sheets"])
        for name in sorted(sheets):
            if self.match_of[int(name[:5])] == match:
                del sheets[name]
                yield {"sheets": dict(sheets)}


def _ascii(document):
    return written.escaped(json.dumps(document))


def _shuffle(items, dice):
    for i in range(len(items) - 1, 0, -1):
        j = dice.randrange(i + 1)
        items[i], items[j] = items[j], items[i]


_HEAD = "/data/live/head"
SPECIALS = (
    Evening._pause, Evening._blips, Evening._undo, Evening._time_up, Evening._count_pool, Evening._judge,
    Evening._mistake, Evening._not_out, Evening._plug, lambda self: None, lambda self: None,
)  # fmt: skip


def play(flash, seed, turns, aged=True):
    """All of it; the evening with its steps."""
    evening = Evening(flash, seed)
    evening.steps_of(turns, aged)
    return evening
