"""Ukrainian: what is said between games – of setting up, sheets, settings and the guide."""

PLAYERS = "Гравці"
BEGINS = "Починає"
FIRST_WORD = "Перше слово, літер"
DRAWN = "жереб"
DEAL_BEGINS = "починає %s"
DEAL_HINT = "у запасі лишається %d"
NOTES = {
    "first_highest": "починає найбільша фішка",
    "first_highest_number": "починає найбільше число",
    "first_nearest_a": "починає найближча до А",
    "opening": "перший виклад: від %d",
    "opening_word": "перше слово: %d літер",
    "redeal_pairs": "%d пари: нова роздача",
    "redeal_letters": "%d голосні: нова роздача",
    "draw_first": "спершу візьми фішку",
    "ask_count": "питай у свій хід",
    "call_name": "кінець: назви гру",
    "look_up": "пошук коштує часу",
}

FITS = "ще %d"
NO_GAMES = "ще немає ігор"
END_MATCH = "Кінець матчу"
CORRECT_SHEET = "Виправити підсумок"
MATCH_OVER = "КІНЕЦЬ"
MATCH_ENDS = {
    "stop": "",
    "round": "час",
    "games": "усі ігри",
    "target": "ціль",
}

LANGUAGE = "Українська"
SETTING = {
    "language": "Мова",
    "sound": "Звук",
    "brightness": "Екран",
    "lights": "Світло",
    "flip": "Догори дном",
    "hold": "Утримання",
}
ROUND = "Раунд, хвилин"
MATCH_GAMES = "Матч: ігор"
MATCH_TARGET = "Матч: очок"
NAMES = "Імена"
HANDICAPS = "Свій час, с"
NAME_HINT = "▲▼ літера OK ↩ назад"

GUIDE_PAGES = (
    ("Твій хід", "Фішки викладено:", "натисни свою кнопку.", "Береш фішку: тримай,", "доки не запищить."),
    ("Кінець!", "Фішок не лишилось:", "натисни OK і вкажи,", "хто закінчив."),
    ("Пауза", "↩ зупиняє годинник.", "Там скасовують хід,", "виправляють запас,", "кличуть суддю."),
    ("Знаки", "✓ уже відкрився   ▼", "! відкриється далі   ▲", "+ новий стос"),
)
