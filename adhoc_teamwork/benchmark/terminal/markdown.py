# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tables as Markdown that also reads well on a terminal."""

from collections.abc import Sequence

NO_VALUE = "-"
"""What a cell shows where there is nothing to show."""


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], texts: int) -> str:
    """Return an aligned table; the first `texts` columns are flush left, the others right.

    Raises:
        ValueError: A row has more or fewer cells than there are headings.
    """
    rows = [[*map(_plain, row[:texts]), *row[texts:]] for row in rows]
    columns = list(zip(headings, *rows, strict=True))
    widths = [max(3, *(len(cell) for cell in column)) for column in columns]
    rule = [
        "-" * width if index < texts else "-" * (width - 1) + ":"
        for index, width in enumerate(widths)
    ]
    lines = [headings, rule, *rows]
    return "\n".join(_line(line, widths, texts) for line in lines)


def _plain(text: str) -> str:
    """Return a text, which may be a name out of somebody's results, as no Markdown and no HTML."""
    return text.replace("<", "&lt;").replace("|", "\\|")


def _line(cells: Sequence[str], widths: Sequence[int], texts: int) -> str:
    padded = [
        cell.ljust(width) if index < texts else cell.rjust(width)
        for index, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return f"| {' | '.join(padded)} |"
