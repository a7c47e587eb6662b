"""What a checker of accessibility finds on a page."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def assert_accessible(page: Page, **options: Any) -> None:
    """It lists only what is wrong: to list all that is right takes it as long again."""
    found = Axe().run(page, options={"resultTypes": ["violations"], **options})
    assert found.violations_count == 0, found.generate_report()
