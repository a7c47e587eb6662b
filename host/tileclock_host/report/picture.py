"""What a picture of the report is made of: two drawings, words for those who do not see them, and a table."""

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from tileclock_host.report.canvas import Canvas, escaped

WIDTHS = {"wide": 800, "narrow": 340}


@dataclass(frozen=True)
class Table:
    head: list[str]
    rows: list[list[str]]

    def body(self) -> Markup:
        """Its rows, for a page; a template takes ten times as long for each cell."""
        return Markup(
            "\n".join(
                [
                    f'<tr><th scope="row"><bdi>{escaped(first)}</bdi></th>'
                    + "".join([f"<td><bdi>{escaped(cell)}</bdi></td>" for cell in others])
                    + "</tr>"
                    for first, *others in self.rows
                ]
            )
        )


@dataclass(frozen=True)
class Picture:
    key: str
    title: str
    text: str
    drawings: list[Markup]
    table: Table


def picture_of(  # noqa: PLR0913, PLR0917 – all a picture is made of
    key: str, title: str, text: str, told: str, draw: Callable[[int], Canvas], table: Table
) -> Picture:
    """`told` says what it shows to those who do not see it."""
    label = f"{title}. {told}"
    return Picture(key, title, text, [draw(width).svg(kind, label) for kind, width in WIDTHS.items()], table)
