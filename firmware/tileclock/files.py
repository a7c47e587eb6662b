"""A small file on the flash: read with care, and replaced whole or not at all."""

import os
from errno import ENOENT

import tileclock


def brought(folder):
    """Where that is which the program has brought along: its fonts, its rule sheets, its words."""
    return "%s/%s/" % (tileclock.__file__.rpartition("/")[0], folder)


def replace(path, content, draft=None):
    """Have the file hold this from now on; until then it is as it was, whatever happens."""
    draft = draft or path + ".new"
    with open(draft, "wb" if isinstance(content, bytes) else "w") as file:
        file.write(content)
    os.rename(draft, path)


def read(path, most=64):
    """The beginning of a small text file, or "" """
    return find(path, most) or ""


def find(path, most):
    """The same; "" if it cannot be read, None if there is none."""
    for _ in range(2):  # an error of the flash may pass
        try:
            with open(path) as file:
                return file.read(most)
        except UnicodeError:
            break
        except OSError as error:
            if error.errno == ENOENT:
                return None
    return ""


def pieces(file):
    """What is in an open file, in pieces of 240 bytes, of which base64 can be made one by one."""
    while True:
        piece = file.read(240)
        if not piece:
            return
        yield piece
