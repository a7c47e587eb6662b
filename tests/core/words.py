"""A game of Word in plain Python: what happened in a list, everything else worked out from it every time."""


class Turn:
    """A turn that has ended. `told` is None while nobody said what it was, else (letters, tiles)."""

    def __init__(self, seat, late):
        self.seat, self.late = seat, late
        self.told = None
        self.draws = 1  # tiles to draw if none were laid


class PlainWord:
    """`line` is what stands, in its order: turns, ("back", seat, tiles), ("count", tiles), ("leave", seat),
    ("round",)."""

    def __init__(self, preset, seats, first):
        self.preset, self.seats, self.seat = preset, list(seats), first
        self.box = next(s for s in preset["sets"] if s["min_players"] <= len(seats) <= s["max_players"])
        self.line = []
        self.looked_for = False  # it is over, but somebody looks for what was wrong

    def turns(self):
        return [item for item in self.line if isinstance(item, Turn)]

    def present(self):
        left = [item[1] for item in self.line if not isinstance(item, Turn) and item[0] == "leave"]
        return [seat for seat in self.seats if seat not in left]

    def go_on_after(self, seat):
        others = self.present()
        self.seat = next((other for other in others if other > seat), others[0])

    # ---- what people do ----

    def end(self):
        turn = Turn(self.seat, ("round",) in self.line)
        self.line.append(turn)
        self.go_on_after(self.seat)
        self.looked_for = False
        return turn

    def draws(self, turn, tiles):
        """A hold or a time-out; who drew already draws these too."""
        number = self.turns().index(turn)
        known = turn.told is not None and number not in self.stand()["pending"]
        turn.draws = tiles + (turn.draws if known and not turn.told[1] else 0)
        turn.told = (0, 0)

    def undo(self):
        turn = self.turns()[-1]
        del self.line[self.line.index(turn) :]
        self.seat = turn.seat
        self.looked_for = True

    def leave(self, seat):
        self.line.append(("leave", seat))
        if seat == self.seat:
            self.go_on_after(seat)

    # ---- what follows ----

    def stand(self):
        """Everything about the table, folded from the beginning."""
        table = Folded(self)
        seen = [i for i, item in enumerate(self.line) if not isinstance(item, Turn) and item[0] == "count"]
        seen = max((i for i in seen if self.line[i][1]), default=-1)
        number, waits = 0, []
        for i, item in enumerate(self.line):
            if table.over():
                if i > seen or table.lap == "round":
                    break
                table.nobody_was_out()
            if isinstance(item, Turn):
                if waits:
                    waits += [number] if item.told is None else []
                elif not table.turn(item):
                    waits.append(number)
                number += 1
            elif not waits and item[0] != "round":
                table.event(*item)
        over = "" if waits or self.looked_for else table.over()
        return table.seen() | {"pending": waits, "reason": over}


class Folded:
    """The racks, the pool and who may still move."""

    def __init__(self, game):
        self.preset, self.tiles = game.preset, game.box["tiles"]
        self.present = list(game.seats)
        self.racks = dict.fromkeys(game.seats, self.preset["deal"])
        self.points = dict.fromkeys(game.seats, 0)
        self.made = dict.fromkeys(game.seats, 0)
        self.opened = set()
        self.pool = self.tiles - self.preset["deal"] * len(game.seats)
        self.lap, self.to_come, self.passed = "", set(), set()

    def on_table(self):
        return max(0, self.tiles - self.pool - sum(self.racks.values()))

    def _not_passed(self):
        return set(self.present) - self.passed

    def over(self):
        if self.lap:
            return "" if self.to_come else self.lap
        return "" if self._not_passed() else "blocked"

    def nobody_was_out(self):
        if self.lap != "round":
            self.lap, self.passed = "", set()

    def possible(self, seat, letters, tiles):
        if tiles > self.racks[seat]:
            return False
        if seat not in self.opened:
            return letters == tiles and letters >= self.preset["opening"]
        return letters == 0 or self.preset["shortest"] <= letters <= tiles + self.on_table()

    def turn(self, turn):
        """False: nobody has said yet what it was, or it cannot have been that."""
        if turn.told is None:
            return False
        seat, (letters, tiles) = turn.seat, turn.told
        if tiles and not self.possible(seat, letters, tiles):
            return False
        held = self.racks[seat]
        if tiles:
            whole = self.preset["double"] and tiles == held and held >= self.preset["double"]
            self.points[seat] += letters * 2 if whole else letters
            self.opened.add(seat)
            wanted = self.preset["refill"] - (held - tiles)
        else:
            wanted = turn.draws
        drawn = min(self.pool, max(0, wanted))
        self.pool -= drawn
        self.racks[seat] += drawn - tiles
        self.made[seat] += 1
        self._ended(seat, turn.late, passed=not tiles and not drawn)
        if tiles and not self.racks[seat] and self.lap != "out":
            fewer = {other for other in self.racks if self.made[other] < self.made[seat]}
            self.to_come = fewer & set(self.present) & (self.to_come if self.lap else fewer)
            self.lap = "out"
        return True

    def _ended(self, seat, late, passed):
        if self.lap:
            self.to_come.discard(seat)
        elif late:
            self.lap, self.to_come = "round", set(self.present)
        elif passed and not self.pool:
            self.passed.add(seat)
        else:
            self.passed = set()

    def event(self, what, *figures):
        if what == "back":
            tiles = min(figures[1], self.on_table())
            if self.preset["back"] == "rack":
                self.racks[figures[0]] += tiles
            else:
                self.pool += tiles
            self.passed = set() if self.pool else self.passed
        elif what == "count":
            self.pool = min(figures[0], self.tiles)
            if self.pool:
                self.nobody_was_out()
        else:
            self.present.remove(figures[0])
            self.to_come.discard(figures[0])
            self.passed.discard(figures[0])

    def seen(self):
        return {
            "points": list(self.points.values()),
            "racks": list(self.racks.values()),
            "pool": self.pool,
            "opened": sorted(self.opened),
            "lap": self.lap,
            "turns to come": len(self.to_come if self.lap else self.passed and self._not_passed()),
        }


def seen(game):
    """The same of a game of the core."""
    waits = []
    for number in range(game.turns):
        seat = game.turn_seat(number)
        if game.pending(seat) == number or (waits and game.entered(number)[3]):
            waits.append(number)
    return {
        "points": game.word.points,
        "racks": game.word.racks,
        "pool": game.pool.left,
        "opened": [seat for seat in game.players.seats if game.opened >> seat & 1],
        "lap": game.ending.lap,
        "turns to come": game.ending.turns_left,
        "pending": waits,
        "reason": game.reason,
    }
