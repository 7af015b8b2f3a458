# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A console of rich whose tables and texts are plain: only rich itself colours and moves."""

import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.segment import Segment

from adhoc_teamwork.teamwork.text.console import terminal
from adhoc_teamwork.teamwork.text.plain_text import plain


class PlainConsole(Console):
    """Make plain what is drawn, however it came into a table, a text or a title."""

    def __init__(self, **options: Any) -> None:
        """Draw on standard output; options as rich's."""
        super().__init__(**{"file": terminal(sys.stdout), **options})

    def render(self, renderable: Any, options: Any = None) -> Iterable[Segment]:
        """Yield segments as rich does, without what a terminal would obey."""
        for segment in super().render(renderable, options):
            # A control segment is rich's own: nobody else's words get into one.
            if segment.control:
                yield segment
            else:
                yield Segment(plain(segment.text), segment.style)
