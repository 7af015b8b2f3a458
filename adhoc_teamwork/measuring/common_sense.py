# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Compare the stand-in's common sense with the evaluator's table, category by category.

    python -m adhoc_teamwork.measuring.common_sense

The knowledge is not made from the table: what this prints is measured and never fitted.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE, table
from adhoc_teamwork.offline_model.knowledge.common_sense import (
    Grade,
    homes_among,
    may_stay,
    thing_kind,
)
from adhoc_teamwork.simulation.generation.furniture.furniture_sizes import pickupable
from adhoc_teamwork.simulation.houses.placement import PlacementTable, placement_table
from adhoc_teamwork.teamwork.settings.command_line import DONE, Parser
from adhoc_teamwork.teamwork.text.tables import PlainConsole

PROGRAM = "python -m adhoc_teamwork.measuring.common_sense"

Place = tuple[str, str]
"""Types of receptacle and of room."""


@dataclass(frozen=True)
class Share:
    """Count how many `of` all are `right`."""

    right: int = 0
    of: int = 0

    def __add__(self, other: "Share") -> "Share":
        """Return both together."""
        return Share(self.right + other.right, self.of + other.of)

    def cells(self) -> list[str]:
        """Return the cells of the printed table: counts, and per cent."""
        percent = f"{100.0 * self.right / self.of:.0f}" if self.of else NO_VALUE
        return [f"{self.right} of {self.of}", percent]


@dataclass(frozen=True)
class Agreement:
    """Say for one category where common sense agrees with the table.

    Of the places where the table has it tidy, how many common sense leaves it on; of those where
    the table has it plainly out of place, how many common sense finds; of the most usual places
    that common sense would take it to, how many the table has as tidy.
    """

    category: str
    kind: str
    left: Share = Share()
    found: Share = Share()
    homes: Share = Share()

    def row(self) -> list[str]:
        """Return the cells of the printed table."""
        shares = (self.left, self.found, self.homes)
        return [self.category, self.kind or NO_VALUE, *(c for s in shares for c in s.cells())]


def agreement(truth: PlacementTable, category: str, places: Iterable[Place]) -> Agreement:
    """Return how far common sense agrees with a table on one category in all `places`."""
    places = list(places)
    tidy = [place for place in places if truth.reasonable(category, *place)]
    wrong = [place for place in places if truth.unreasonable(category, *place)]
    homes = homes_among(category, places)
    best = [(h.receptacle, h.room) for h in homes if h.grade is Grade.KEPT]
    return Agreement(
        category,
        thing_kind(category),
        Share(sum(may_stay(category, *place) for place in tidy), len(tidy)),
        Share(sum(not may_stay(category, *place) for place in wrong), len(wrong)),
        Share(sum(place in tidy for place in best), len(best)),
    )


def all_places(truth: PlacementTable, categories: Iterable[str]) -> list[Place]:
    """Return every type of receptacle in every type of room that a table has for `categories`."""
    categories = list(categories)
    receptacles = sorted({r for category in categories for r in truth.receptacles(category)})
    rooms = sorted({room for category in categories for room in truth.rooms(category)})
    return [(receptacle, room) for receptacle in receptacles for room in rooms]


def in_total(agreements: Sequence[Agreement]) -> Agreement:
    """Return the sums over all categories."""
    return Agreement(
        "all",
        "",
        sum((a.left for a in agreements), Share()),
        sum((a.found for a in agreements), Share()),
        sum((a.homes for a in agreements), Share()),
    )


def run(words: Sequence[str]) -> int:
    """Print the table of agreement and return 0."""
    Parser(
        prog=PROGRAM,
        description=(
            "Compare the stand-in's common sense with the evaluator's table, in all places that "
            "the table knows. left: of the places where the table has a thing tidy, those on "
            "which common sense leaves it. found: of those where the table has it plainly out "
            "of place, those where common sense finds so, too. homes: of the most usual places "
            "to which common sense would take it, those that the table has as tidy."
        ),
    ).parse_args(words)
    truth = placement_table()
    named = {category for category, _ in truth.shares}
    categories = sorted(name for name in named if thing_kind(name) or pickupable(name))
    places = all_places(truth, categories)
    agreements = [agreement(truth, category, places) for category in categories]
    headings = [
        "thing", "kind", "left", "%", "found", "%", "homes", "%",
    ]  # fmt: skip
    rows = [a.row() for a in (*agreements, in_total(agreements))]
    console = PlainConsole(highlight=False)
    console.print(table(headings, rows, texts=2), markup=False, soft_wrap=True)
    return DONE


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
