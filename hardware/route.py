"""Routes the carrier: two layers, a grid, paths that push each other away until none is in conflict.

Nets are routed one after the other, shortest first. A path may cross others at a price; those it crossed are
taken out and routed again, and the place remembers that it was fought over and gets dearer each time.
There is no chance in it: the same design gives the same board.
"""

import heapq
import math
from itertools import pairwise

from hardware.grid import (
    BACK,
    BLOCKED,
    CLEARANCE,
    EDGE,
    FRONT,
    GRID,
    HURRY,
    MAX_ROUNDS,
    NECK,
    NECK_REACH,
    NEVER,
    STEPS,
    STITCH,
    TURN_COST,
    VIA,
    VIA_COST,
    WRONG_WAY,
    Track,
    Via,
    disc,
    walk_back,
)


class Router:
    """The board as a grid of cells, each numbered layer by layer and row by row."""

    def __init__(self, size, pads, width_of, *, poured=("GND",), forbidden=(), buses=(), spine=()):  # noqa: PLR0913
        self.size, self.pads, self.width_of, self.poured = size, pads, width_of, poured
        self.columns, self.rows = (round(length / GRID) + 1 for length in size)
        self.plane = self.columns * self.rows
        self.names = sorted({pad.net for pad in pads if pad.net})
        self.number = {net: at for at, net in enumerate(self.names, 1)}
        self.radius = {width: width / 2 for width in sorted({width_of(net) for net in self.names})}
        self.radius["via"] = VIA / 2
        self.taken = {kind: {} for kind in self.radius}  # cell -> nets
        self.radius.setdefault(NECK, NECK / 2)
        self.static = {kind: self._empty() for kind in self.radius}
        self.fought = {}
        self.tracks, self.vias = list(buses), []
        self._block(forbidden)
        self._reach = {
            (a, b): [j * self.columns + i for i, j in disc(self.radius[a] + self.radius[b])]
            for a in self.radius
            for b in self.taken
        }
        self.ends = self._ends()
        self.through = {
            self.cell(0, pad.x, pad.y) % self.plane: pad.net for pad in pads if pad.drilled and pad.net
        }
        # Of a poured net only these pads are joined by tracks: others may cut the pour off round them.
        for net in poured:
            ends = [pad for pad in pads if pad.net == net and pad.name in spine]
            self.ends[net] = [{self.cell(layer, it.x, it.y) for layer in it.layers} for it in ends]
        for bus in buses:
            self.ends[bus.net].insert(0, self._bus_cells(bus))
        self._drop_poured_pads()
        self._neck_narrow_pads()

    # ---- what is there from the start ----

    def _empty(self):
        return [0] * (2 * self.plane)

    def cell(self, layer, x, y):
        return layer * self.plane + round(y / GRID) * self.columns + round(x / GRID)

    def place(self, cell):
        row, column = divmod(cell % self.plane, self.columns)
        return round(column * GRID, 3), round(row * GRID, 3)

    def _block(self, forbidden):
        for kind, radius in self.radius.items():
            for pad in self.pads:
                owner = BLOCKED if kind == "via" else self.number.get(pad.net, BLOCKED)
                self._mark(kind, pad.box, radius + CLEARANCE, owner, pad.layers)
            for box in forbidden:
                self._mark(kind, box, radius + GRID / 2, BLOCKED, (FRONT, BACK))
            width, height = self.size
            rim = EDGE + radius
            for box in (
                (0, 0, width, 0),
                (0, height, width, height),
                (0, 0, 0, height),
                (width, 0, width, height),
            ):
                self._mark(kind, box, rim, BLOCKED, (FRONT, BACK))
            for bus in self.tracks:
                self._mark_track(kind, bus)

    def _mark(self, kind, box, margin, owner, layers):
        """All cells nearer than the margin to the box belong to the owner only."""
        left, top, right, bottom = box
        cells = self.static[kind]
        columns = range(
            max(0, math.ceil((left - margin) / GRID)),
            min(self.columns - 1, math.floor((right + margin) / GRID)) + 1,
        )
        rows = range(
            max(0, math.ceil((top - margin) / GRID)),
            min(self.rows - 1, math.floor((bottom + margin) / GRID)) + 1,
        )
        for row in rows:
            across = max(top - row * GRID, 0, row * GRID - bottom)
            for column in columns:
                along = max(left - column * GRID, 0, column * GRID - right)
                if along * along + across * across < margin * margin - 1e-9:
                    for layer in layers:
                        at = layer * self.plane + row * self.columns + column
                        cells[at] = owner if cells[at] in (0, owner) else BLOCKED

    def _mark_track(self, kind, track):
        (x0, y0), (x1, y1) = track.start, track.end
        half = track.width / 2
        steps = max(1, round(math.hypot(x1 - x0, y1 - y0) / GRID))
        owner = BLOCKED if kind == "via" else self.number[track.net]
        for step in range(steps + 1):
            x, y = x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps
            self._mark(kind, (x, y, x, y), half + self.radius[kind] + CLEARANCE, owner, (track.layer,))

    def _ends(self):
        """Of each net, the sets of cells that must be joined."""
        ends = {net: [] for net in self.names}
        for pad in self.pads:
            if pad.net:
                ends[pad.net].append({self.cell(layer, pad.x, pad.y) for layer in pad.layers})
        return ends

    def _bus_cells(self, bus):
        (x0, y0), (x1, y1) = bus.start, bus.end
        steps = round(math.hypot(x1 - x0, y1 - y0) / GRID)
        along = ((x0 + (x1 - x0) * s / steps, y0 + (y1 - y0) * s / steps) for s in range(steps + 1))
        return {self.cell(bus.layer, x, y) for x, y in along}

    # ---- pads of poured nets that only one layer reaches get a via of their own ----

    def _drop_poured_pads(self):
        for net in self.poured:
            for pad in self.pads:
                if pad.net == net and not pad.drilled:
                    self._drop(pad)

    def _drop(self, pad):
        width = self.width_of(pad.net)
        left, _, right, _ = pad.box
        for i, j in sorted(disc(4.0 + (right - left) / 2), key=lambda at: (at[0] ** 2 + at[1] ** 2, at)):
            end = self.cell(0, pad.x, pad.y) + j * self.columns + i
            x, y = self.place(end)
            if self._via_fits(end) and self._straight(width, pad.net, (pad.x, pad.y), (x, y)):
                track = Track(pad.net, pad.layers[0], (pad.x, pad.y), (x, y), width)
                self.tracks.append(track)
                self.vias.append(Via(pad.net, x, y))
                for kind in self.radius:
                    self._mark_track(kind, track)
                    owner = BLOCKED if kind == "via" else self.number[pad.net]
                    self._mark(
                        kind, (x, y, x, y), VIA / 2 + self.radius[kind] + CLEARANCE, owner, (FRONT, BACK)
                    )
                return
        raise RuntimeError(f"no room for a via beside {pad.name}: move it or its neighbours")

    # ---- pins that are too near to each other for a broad track ----

    def _neck_narrow_pads(self):
        for pad in self.pads:
            if pad.net and pad.net not in self.poured and len(pad.layers) == 1:
                cells, here = self.static[self.width_of(pad.net)], self.cell(pad.layers[0], pad.x, pad.y)
                if cells[here] not in (0, self.number[pad.net]):
                    self._neck(pad, here)

    def _neck(self, pad, here):
        me, broad = self.number[pad.net], self.static[self.width_of(pad.net)]
        for i, j in sorted(disc(NECK_REACH), key=lambda at: (at[0] ** 2 + at[1] ** 2, at)):
            end = here + j * self.columns + i
            way = (pad.x, pad.y), self.place(end)
            if broad[end] in (0, me) and self._straight(NECK, pad.net, *way, pad.layers[0]):
                track = Track(pad.net, pad.layers[0], *way, NECK)
                self.tracks.append(track)
                for kind in self.radius:
                    self._mark_track(kind, track)
                ends = self.ends[pad.net]
                ends[ends.index({here})] = {end}
                return
        raise RuntimeError(f"no room for a track to {pad.name}: move it or its neighbours")

    def _via_fits(self, cell):
        flat = cell % self.plane
        return not (self.static["via"][flat] or self.static["via"][flat + self.plane])

    def _straight(self, width, net, start, end, layer=FRONT):
        steps = max(1, round(math.hypot(end[0] - start[0], end[1] - start[1]) / GRID * 2))
        for step in range(steps + 1):
            x = start[0] + (end[0] - start[0]) * step / steps
            y = start[1] + (end[1] - start[1]) * step / steps
            if self.static[width][self.cell(layer, x, y)] not in (0, self.number[net]):
                return False
        return True

    # ---- one net ----

    def _path(self, net, sources, targets, price):
        """The cheapest way from any source cell to any target cell."""
        kind, me = self.width_of(net), self.number[net]
        static, taken, fought, plane = self.static[kind], self.taken[kind], self.fought, self.plane
        guess = self._guess(targets)
        cost = dict.fromkeys(sources, 0.0)
        came = dict.fromkeys(sources)
        queue = [(guess(cell), 0.0, cell) for cell in sorted(sources)]
        heapq.heapify(queue)
        done = set()
        while queue:
            _, so_far, cell = heapq.heappop(queue)
            if cell in done:
                continue
            done.add(cell)
            if cell in targets:
                return walk_back(came, cell)
            before = came[cell]
            last = cell - before if before is not None else None
            steps = self._moves_upright if cell >= plane else self._moves_level
            for step, length in steps:
                to = cell + step
                if to in done or static[to] not in (0, me):
                    continue
                extra = fought.get(to, 0.0)
                others = taken.get(to)
                if others:
                    extra += price * (len(others) - (net in others))
                if last is not None and last != step:
                    extra += TURN_COST
                new = so_far + length + extra
                if new < cost.get(to, math.inf):
                    cost[to], came[to] = new, cell
                    heapq.heappush(queue, (new + guess(to), new, to))
            to = (cell + plane) % (2 * plane)
            new = so_far + self._change_cost(net, cell, price)
            if to not in done and new < cost.get(to, math.inf):
                cost[to], came[to] = new, cell
                heapq.heappush(queue, (new + guess(to), new, to))
        raise RuntimeError(f"no way for {net}: something fixed walls it in")

    def _prepare_moves(self):
        def moves(upright):
            dear = WRONG_WAY
            return tuple(
                (j * self.columns + i, length * (dear if (i if upright else j) else 1.0))
                for i, j, length in STEPS
            )

        self._moves_level, self._moves_upright = moves(False), moves(True)

    def _guess(self, targets):
        places = [divmod(cell % self.plane, self.columns) for cell in targets]
        top, bottom = min(p[0] for p in places), max(p[0] for p in places)
        left, right = min(p[1] for p in places), max(p[1] for p in places)
        plane, columns = self.plane, self.columns

        def guess(cell):
            row, column = divmod(cell % plane, columns)
            up, along = max(top - row, 0, row - bottom), max(left - column, 0, column - right)
            return HURRY * (max(up, along) + 0.414 * min(up, along))

        return guess

    def _change_cost(self, net, cell, price):
        """What it costs to go to the other layer here: nothing in a drilled pad, a via elsewhere."""
        flat = cell % self.plane
        if self.through.get(flat) == net:
            return 0.0
        if not self._via_fits(cell):
            return math.inf
        extra = 0.0
        for at in (flat, flat + self.plane):
            others = self.taken["via"].get(at)
            if others:
                extra += price * (len(others) - (net in others))
        return VIA_COST + extra

    def _route_net(self, net, price):
        """Joins all ends of a net, each time the one nearest to what is joined already."""
        left = list(self.ends[net])
        tree = set(left.pop(0))
        paths = []
        while left:
            near = min(left, key=lambda end: self._distance(end, tree))
            left.remove(near)
            path = self._path(net, tree, near, price)
            paths.append(path)
            tree.update(path, near)
        return paths

    def _distance(self, end, tree):
        x, y = self.place(min(end))
        sample = sorted(tree)[:: max(1, len(tree) // 60)]
        return min(math.hypot(x - a, y - b) for a, b in map(self.place, sample))

    # ---- all nets ----

    def run(self):
        """Routes everything; returns the tracks and the vias."""
        self._prepare_moves()
        nets = [net for net in self.names if len(self.ends[net]) > 1]
        waiting = sorted(nets, key=lambda net: (len(self.ends[net]) > 6, self._extent(net), net))
        tries, routed = dict.fromkeys(nets, 0), {}
        for _ in range(MAX_ROUNDS):
            if not waiting:
                break
            net = waiting.pop(0)
            tries[net] += 1
            paths = self._route_net(net, 2.0 + 2.0 * tries[net])
            for other, cells in sorted(self._conflicts(net, paths).items()):
                self._stamp(other, routed.pop(other), there=False)
                waiting.append(other)
                for cell in cells:
                    self.fought[cell] = self.fought.get(cell, 0.0) + 1.0
            self._stamp(net, paths, there=True)
            routed[net] = paths
        if waiting:
            raise RuntimeError(f"these nets found no way: {waiting}")
        for net in nets:
            self._draw(net, routed[net])
        for net in self.poured:
            self._stitch(net)
        return self.tracks, self.vias

    def bridge(self, net, start, end):
        """Joins two places of a poured net that the pours left apart, around all that is there by now."""
        self.tracks, self.vias = [], []
        sources, targets = ({self.cell(layer, *place) for layer in (FRONT, BACK)} for place in (start, end))
        path = self._path(net, sources, targets, NEVER)
        if self._conflicts(net, [path]):
            raise RuntimeError(
                f"{net} is in two pieces, at {start} and at {end}, and nothing leads between them"
            )
        self._stamp(net, [path], there=True)
        self._draw(net, [path])
        return self.tracks, self.vias

    def _stitch(self, net):
        """Vias all over the board, so that no piece of a pour is left alone on its side."""
        apart = round(STITCH / GRID)
        for row in range(apart, self.rows, apart):
            for column in range(apart, self.columns, apart):
                near = sorted(disc(STITCH / 3), key=lambda at: (at[0] ** 2 + at[1] ** 2, at))
                cells = (min((row + j), self.rows - 1) * self.columns + column + i for i, j in near)
                spot = next((cell for cell in cells if self._free_for_via(cell)), None)
                if spot is not None:
                    x, y = self.place(spot)
                    self.vias.append(Via(net, x, y))
                    self._mark("via", (x, y, x, y), VIA + CLEARANCE, BLOCKED, (FRONT, BACK))

    def _free_for_via(self, cell):
        """Nothing else is near, on either side: so the pour reaches the via there."""
        around = [cell + 4 * (j * self.columns + i) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        return all(
            self._via_fits(at) and not any(self.taken["via"].get(k) for k in (at, at + self.plane))
            for at in around
            if 0 <= at < self.plane
        )

    def _extent(self, net):
        places = [self.place(cell) for end in self.ends[net] for cell in end]
        xs, ys = [p[0] for p in places], [p[1] for p in places]
        return max(xs) - min(xs) + max(ys) - min(ys)

    def _changes(self, net, path):
        for a, b in pairwise(path):
            if abs(a - b) == self.plane and self.through.get(a % self.plane) != net:
                yield a % self.plane

    def _conflicts(self, net, paths):
        found = {}
        for path in paths:
            for cell in path:
                for other in self.taken[self.width_of(net)].get(cell, ()):
                    if other != net:
                        found.setdefault(other, set()).add(cell)
            for flat in self._changes(net, path):
                for cell in (flat, flat + self.plane):
                    for other in self.taken["via"].get(cell, ()):
                        if other != net:
                            found.setdefault(other, set()).add(cell)
        return found

    def _stamp(self, net, paths, *, there):
        """Notes (or forgets) which cells are too near to this net for others, for each width of theirs."""
        cells = {cell for path in paths for cell in path}
        drilled = {flat for path in paths for flat in self._changes(net, path)}
        drilled |= {flat + self.plane for flat in drilled}
        mine = self.width_of(net)
        for kind, taken in self.taken.items():
            near = {cell + step for step in self._reach[mine, kind] for cell in cells}
            near |= {cell + step for step in self._reach["via", kind] for cell in drilled}
            for cell in near:
                if there:
                    taken.setdefault(cell, set()).add(net)
                else:
                    taken[cell].remove(net)
                    if not taken[cell]:
                        del taken[cell]

    # ---- cells to copper ----

    def _draw(self, net, paths):
        width = self.width_of(net)
        vias, reached = set(), set()
        joints = {path[0] for path in paths} | {cell for end in self.ends[net] for cell in end}
        for path in paths:
            vias.update(self._changes(net, path))
            for layer, start, end in self._straights(path, joints):
                self.tracks.append(Track(net, layer, self.place(start), self.place(end), width))
                reached.update((start, end))
        self.vias += [Via(net, *self.place(flat)) for flat in sorted(vias)]
        for pad in self.pads:
            if pad.net == net:
                for layer in pad.layers:
                    cell = self.cell(layer, pad.x, pad.y)
                    if cell in reached and math.dist(self.place(cell), (pad.x, pad.y)) > 1e-6:
                        thin = min(width, 0.3)  # the last tenth of a millimetre lies within the pad
                        self.tracks.append(Track(net, layer, self.place(cell), (pad.x, pad.y), thin))

    def _straights(self, path, joints):
        """The path as straight pieces, broken also where another begins: KiCad looks for ends at ends."""
        if len(path) == 1:  # it lay on copper of its own net already
            return
        start = path[0]
        for before, here, after in zip(path[:-1], path[1:], [*path[2:], None], strict=True):
            if abs(here - before) == self.plane:
                start = here
            elif after is None or after - here != here - before or here in joints:
                yield here // self.plane, start, here
                start = here
