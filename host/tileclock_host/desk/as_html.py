"""The standings as a page that needs nothing else: for a screen, a printer, a phone."""

from tileclock_host.export.as_html import templates
from tileclock_host.facts.words import Words

from .listing import Listing

PAGES = templates("tileclock_host.desk", "tileclock_host.export")


def written(found: Listing, words: Words) -> bytes:
    return PAGES.get_template("standings.html").render(found=found, words=words).encode()
