"""What can be done on each screen of the clock: a sentence or two for who looks at its picture on a PC."""

from tileclock_host.panel.screens import Shown

_LIST = "▲ ▼ mark a line, OK takes it, ↩ goes back."
_ANSWER = "▲ ▼ mark the answer, OK gives it, ↩ goes back."

HINTS = {
    "": "▲ ▼ choose, OK goes on, ↩ goes back.",
    # before a game
    "home": "OK begins what is marked, ▲ ▼ mark another line.",
    "set up: rules": "▲ ▼ choose the rules you play by, OK goes on, ↩ goes back.",
    "set up: players": "Press your seat to sit down, once more to get up. OK goes on, ↩ goes back.",
    "set up: time": "▲ ▼ choose the time for a turn; hold OK for any other. OK goes on, ↩ goes back.",
    "set up: first player": "Whoever begins presses their seat, or ▲ ▼ choose. OK goes on, ↩ goes back.",
    "set up: first word": "▲ ▼ choose how long a first word must be. OK goes on, ↩ goes back.",
    "deal": "Deal. When all are ready, seat {seat} or OK starts the clock. ↩ goes back.",
    # a turn
    "turn": "Seat {seat}: press = laid tiles, hold = drew one. No tiles left: OK. ↩ pauses.",
    "turn without a pool": "Seat {seat}: press = laid tiles, hold = passed. No tiles left: OK. ↩ pauses.",
    "turn of Word": "Seat {seat}: press = laid tiles, hold = laid none. ↩ pauses.",
    "entry of letters": "Seat {seat} says how long its longest word was: each press is one letter more, hold "
    "when it is right. Or ▲ ▼ and OK.",
    "entry of tiles": "Seat {seat} says how many tiles it laid: each press is one more, hold when it is "
    "right. Or ▲ ▼ and OK.",
    "time is up": "Put the tiles back. ▲ ▼ choose what is true of the table, OK or the red seat accepts it.",
    "nobody moves": _ANSWER,
    "pause": "The clock stands. OK does what is marked, ▲ ▼ mark what to put right, ↩ goes on with the turn.",
    "dispute": "The clock stands until the judge has spoken. OK does what is marked, ↩ goes on.",
    "who leaves": "Whoever leaves presses their seat, or ▲ ▼ and OK. ↩ goes back.",
    "surely leaves": "▲ ▼ mark the answer, OK gives it: who has left does not come back. ↩ goes back.",
    "whose mistake": "Whoever made it presses their seat, or ▲ ▼ and OK. ↩ goes back.",
    "mistake": "▲ ▼ choose what lies on the table: the right column is the price. OK takes it, ↩ goes back.",
    "number": "▲ ▼ change the number, held they are faster. OK takes it, ↩ leaves it as it was.",
    "question": _ANSWER,
    "rules in force": "▲ ▼ show more, ↩ goes back. Nothing is changed here.",
    "entries": _LIST,
    # its end
    "who is out": "Whoever has no tiles left presses their seat, or ▲ ▼ and OK. Nobody: ↩, the turn goes on.",
    "turns over": "OK: everybody's points are entered. ↩ goes back.",
    "points": "Number tiles, no jokers yet, each on their own seat: press = +1, hold = +10, press and then "
    "hold = from the start. OK goes on, ↩ goes back.",
    "jokers": "Whoever holds a joker presses their own seat, once for each. OK goes on, ↩ goes back.",
    "marks": "Is your line right? Else press your own seat until it is. OK goes on, ↩ goes back.",
    "racks": "Is everything right? OK goes on, ↩ goes back.",
    "missing": "The seat that is named has no number yet: press = +1, hold = +10; for none press, then ▼.",
    "impossible": "So many there cannot be: the seat that is named puts it right, then OK.",
    "result": "Are the points right? OK stores them, ↩ goes back to change them. ▲ ▼ show more.",
    "winner": "The game is stored. OK shows the standings.",
    "ranking": "OK: the next game. ↩: the first screen.",
    "winner of the match": "The match is over. OK shows the standings.",
    "final ranking": "The match is over. OK: the first screen.",
    # between games, and seldom
    "sheets": "▲ ▼ mark a game or what is to be done, OK takes it, ↩ goes back.",
    "settings": "▲ ▼ mark a line, OK changes it, ↩ goes back.",
    "name": "▲ ▼ choose a letter, OK takes it, ✓ when the name is done. ↩ takes a letter back.",
    "guide": "▲ ▼ turn the page, ↩ goes back.",
    "code": "Press the seats of the code, then OK. ↩ goes back.",
    "lock": "Hold ↩ to unlock it.",
    "note": "OK goes on.",
    "battery low": "OK plays all the same, ↩ goes back.",
    "battery empty": "Put it on a charger. OK plays all the same.",
    "trouble": "▲ ▼ mark a line, OK does it. `tileclock doctor` says more.",
    "begin anew": "Hold OK to put all games and settings aside. ↩ goes back.",
    "crash": "OK starts the clock again. Nothing is lost.",
    "safe mode": "The cable's prompt is open. Pull the plug and plug it in again to leave.",
    "self-test": _LIST,
    "key test": "Press every key, one after the other.",
}


def hint(shown: Shown) -> str:
    """What can be done on the screen that is shown."""
    return HINTS[shown.kind].format(seat=shown.seat)
