"""English: what is said between games – of setting up, sheets, settings and the guide."""

PLAYERS = "Players"
BEGINS = "Begins"
FIRST_WORD = "First word, letters"
DRAWN = "draw for it"
DEAL_BEGINS = "%s begins"
DEAL_HINT = "%d tiles stay in the pool"
NOTES = {
    "first_highest": "highest tile begins",
    "first_highest_number": "highest number begins",
    "first_nearest_a": "nearest to “A” begins",
    "opening": "open with %d points",
    "opening_word": "first word: %d letters",
    "redeal_pairs": "%d pairs: new deal",
    "redeal_letters": "%d vowels: new deal",
    "draw_first": "draw first, then press",
    "ask_count": "tiles: ask on your turn",
    "call_name": "out: call the name",
    "look_up": "looking up costs time",
}

FITS = "%d fit"
NO_GAMES = "no game yet"
END_MATCH = "End of the match"
CORRECT_SHEET = "Correct this sheet"
MATCH_OVER = "FINAL"
MATCH_ENDS = {
    "stop": "",
    "round": "time",
    "games": "all games",
    "target": "target",
}

LANGUAGE = "English"
SETTING = {
    "language": "Language",
    "sound": "Sound",
    "brightness": "Screen",
    "lights": "Lights",
    "flip": "Upside down",
    "hold": "Hold",
}
ROUND = "Round, minutes"
MATCH_GAMES = "Match: games"
MATCH_TARGET = "Match: points"
NAMES = "Names"
HANDICAPS = "Own time, seconds"
NAME_HINT = "▲▼ letter  OK  ↩ back"

GUIDE_PAGES = (
    ("Your turn", "You laid tiles:", "press your button.", "You draw a tile: hold", "it until it beeps."),
    ("Out!", "No tiles left:", "press OK, then say", "who is out."),
    ("Pause", "↩ stops the clock.", "There you can undo", "turns, correct the", "pool, call the judge."),
    ("Signs", "✓ has opened   ▼", "! opens next turn   ▲", "+ take a new stack"),
)
