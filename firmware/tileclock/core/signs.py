"""Which signs a name may have: none that steers a screen or a terminal instead of being shown on it."""


def shown(text) -> bool:
    """Whether no sign in it is a control (C0, DEL, C1), unseen, or turns the direction of its neighbours."""
    for sign in text:
        code = ord(sign)
        if code < 0x20 or 0x7E < code < 0xA0 or code in (0x61C, 0xFEFF):
            return False
        if 0x200A < code < 0x2010 or 0x2027 < code < 0x202F or 0x205F < code < 0x2070:
            return False
    return True
