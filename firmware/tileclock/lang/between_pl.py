"""Polish: what is said between games – of setting up, sheets, settings and the guide."""

PLAYERS = "Gracze"
BEGINS = "Zaczyna"
FIRST_WORD = "Pierwsze słowo, liter"
DRAWN = "losowanie"
DEAL_BEGINS = "zaczyna %s"
DEAL_HINT = "w banku zostaje %d"
NOTES = {
    "first_highest": "zaczyna najwyższa kostka",
    "first_highest_number": "zaczyna najwyższa liczba",
    "first_nearest_a": "zaczyna litera bliżej A",
    "opening": "otwarcie od %d punktów",
    "opening_word": "pierwsze słowo: %d liter",
    "redeal_pairs": "%d pary: nowe rozdanie",
    "redeal_letters": "%d samogł.: nowe rozdanie",
    "draw_first": "najpierw dobierz",
    "ask_count": "pytaj w swoim ruchu",
    "call_name": "koniec: podaj nazwę gry",
    "look_up": "słownik kosztuje czas",
}

FITS = "wejdzie %d"
NO_GAMES = "jeszcze nic"
END_MATCH = "Koniec meczu"
CORRECT_SHEET = "Popraw ten wynik"
MATCH_OVER = "KONIEC"
MATCH_ENDS = {
    "stop": "",
    "round": "czas",
    "games": "wszystkie gry",
    "target": "cel",
}

LANGUAGE = "Polski"
SETTING = {
    "language": "Język",
    "sound": "Dźwięk",
    "brightness": "Ekran",
    "lights": "Światła",
    "flip": "Do góry nogami",
    "hold": "Przytrzymanie",
}
ROUND = "Runda, minut"
MATCH_GAMES = "Mecz: gier"
MATCH_TARGET = "Mecz: punktów"
NAMES = "Imiona"
HANDICAPS = "Własny czas, s"
NAME_HINT = "▲▼ litera  OK  ↩ cofnij"

GUIDE_PAGES = (
    ("Twój ruch", "Kostki wyłożone:", "naciśnij swój przycisk.", "Dobierasz kostkę:", "trzymaj, aż zapika."),
    ("Koniec!", "Nie masz kostek:", "naciśnij OK i wskaż,", "kto skończył."),
    ("Pauza", "↩ zatrzymuje zegar.", "Tam cofniesz ruch,", "poprawisz bank,", "wezwiesz sędziego."),
    ("Znaki", "✓ już otworzył   ▼", "! otworzy za ruch   ▲", "+ weź nowy stos"),
)
