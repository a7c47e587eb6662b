"""The pin map: the one place that says what is wired where; firmware, simulator and hardware read it."""

# fmt: off
SEATS   = (32, 33, 25, 26, 27, 13)  # A B C D E F
CONSOLE = (14, 4, 19, 34)           # up down ok back; 34 has no pull-up of its own: 10 kΩ on the board
SDA     = 21
SCL     = 22
BUZZER  = 23
LIGHTS  = 18
BATTERY = 35
# fmt: on
