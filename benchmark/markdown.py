# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Tables as Markdown that also reads well on a terminal."""

from collections.abc import Sequence

NO_VALUE = "-"
"""What a cell shows where there is nothing to show."""


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], texts: int) -> str:
    """Return an aligned table; the first `texts` columns are flush left, the others right.

    Raises:
        ValueError: A row has more or fewer cells than there are headings.
    """
    columns = list(zip(headings, *rows, strict=True))
    widths = [max(3, *(len(cell) for cell in column)) for column in columns]
    rule = [
        "-" * width if index < texts else "-" * (width - 1) + ":"
        for index, width in enumerate(widths)
    ]
    lines = [headings, rule, *rows]
    return "\n".join(_line(line, widths, texts) for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int], texts: int) -> str:
    padded = [
        cell.ljust(width) if index < texts else cell.rjust(width)
        for index, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return f"| {' | '.join(padded)} |"
