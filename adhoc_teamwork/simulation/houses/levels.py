# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Heights at which furniture carries things, told from where the house file has things lie."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

GROUP_GAP = 0.12
"""Bottoms closer than this, in metres, lie on one level."""

BOARD_SPACING = 0.38
"""Usual distance between the boards of a shelf, metres."""


@dataclass(frozen=True)
class Span:
    """Hold the lower and upper end of one thing above its furniture's foot, metres."""

    bottom: float
    top: float


def levels(spans: Sequence[Span]) -> list[Span]:
    """Return one span per level, from low to high: its lowest bottom and its highest top."""
    groups: list[list[Span]] = []
    for span in sorted(spans, key=lambda s: s.bottom):
        if groups and span.bottom - groups[-1][0].bottom < GROUP_GAP:
            groups[-1].append(span)
        else:
            groups.append([span])
    return [Span(group[0].bottom, max(s.top for s in group)) for group in groups]


def seat_level(spans: Sequence[Span], usual: float, lowest: float, highest: float) -> float:
    """Return the height of a seat or mattress: the median of what lies there, else `usual`."""
    bottoms = [span.bottom for span in spans if lowest <= span.bottom <= highest]
    return median(bottoms) if bottoms else usual


def board_levels(height: float, spans: Sequence[Span]) -> list[float]:
    """Return the upper faces of a shelf's boards, the top one included, that leave things free."""
    used = [level for level in levels(spans) if level.bottom < height - GROUP_GAP]
    count = max(1, round(height / BOARD_SPACING))
    foot = min(0.05, height / 4.0)
    usual = [foot + index * (height - foot) / count for index in range(count)]
    kept = [z for z in usual if not any(_in_the_way(z, level) for level in used)]
    return sorted([*kept, *(max(0.02, level.bottom) for level in used), height])


def _in_the_way(z: float, level: Span) -> bool:
    return level.bottom - 0.15 < z < max(level.top + 0.03, level.bottom + 0.15)
