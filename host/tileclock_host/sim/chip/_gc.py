"""`gc` of the board: a collection stops everything for as long as it does on the chip."""

import gc as _real

from _chip import chip

enable = _real.enable
disable = _real.disable
isenabled = _real.isenabled
mem_alloc = _real.mem_alloc
mem_free = _real.mem_free
threshold = _real.threshold


def collect():
    _real.collect()
    chip.spend(chip.collect_us)
