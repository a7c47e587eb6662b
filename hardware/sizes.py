"""Sizes of what is bought, in mm. Makers differ by a little; the play in the boxes is for that."""

GLASS = (60.5, 37.0, 2.0)  # of a 2.42" panel
LIT = (55.1, 27.6)
MODULE = (72.5, 44.0, 5.6)  # the largest board such a panel is sold on, with its parts
KEY = (12.0, 16.0, 3.0, 26.0)  # thread, nut, height of the nut, depth behind the lid with its lugs
KEY_CAP = (14.0, 7.0)
TOGGLE = (6.0, 13.2, 8.2, 20.0)  # thread, body, depth with its lugs
SCREW_HEAD = (6.0, 2.4)
BUTTON_HEAD = (5.7, 1.65)  # of an M3 by ISO 7380: across, high
HEX_KEY = (2.3, 18.0, 50.0)  # its key by ISO 2936: 2 mm over its corners, short arm with the bend, long arm
LEGS = 3.0  # of connectors, below the board
PLUGGED = {"xh 2": 15.0, "xh 3": 15.0, "xh 4": 15.0, "xh 5": 15.0}  # above the board, with plug and bend
NETWORK_PLUG = (12.0, 9.5)
USB_GRIP = (11.5, 8.0)
ARCADE_DEPTH = 30.0  # behind the lid of a pod, with bent lugs
LIGHT_BOARD = (10.0, 3.0)
CABLE = 3.8  # of a slim patch cable
SOUNDER = (30.0, 6.0)  # across, high
BATTERY = (65.0, 51.0, 8.5)  # a pouch of 2500 mAh, wires not counted
TAPE = 1.0  # of foam, sticky on both sides, under battery and charger
CHARGER_BOARD = 1.6
SWELLING = 1.1  # how much thicker a pouch gets over the years
