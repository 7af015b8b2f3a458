# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What methods that talk did in an episode: drafts, rounds, consensus, plans made anew, and why."""

from collections.abc import Mapping, Sequence

from adhoc_teamwork.benchmark.figures.summary import Row
from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE, table

HEADINGS = (
    "drafts", "drafts sent", "conversations", "rounds each", "% agreed", "new plans: found",
    "done", "team",
)  # fmt: skip
LEGEND = (
    "Means per episode. Drafts: messages written, and those that were sent. Conversations: of the "
    "whole team, counted once; rounds of each, and how many ended because nobody refused. New "
    "plans: how often a robot asked for one as something was found, as it had done its part, or as "
    "the team was another."
)


def talk_cells(counts: Mapping[str, float]) -> list[str]:
    """Return the cells of a row under `HEADINGS`, from counts by name, means per episode."""
    talks = counts.get("conversations", 0.0)
    rounds = f"{counts.get('rounds', 0.0) / talks:.2f}" if talks else NO_VALUE
    agreed = f"{100.0 * counts.get('agreed', 0.0) / talks:.1f}" if talks else NO_VALUE
    shown = [f"{counts.get(name, 0.0):.1f}" for name in ("drafts", "drafts_sent", "conversations")]
    again = [f"{counts.get(f'replans_{why}', 0.0):.1f}" for why in ("found", "done", "team")]
    return [*shown, rounds, agreed, *again]


def talk_table(rows: Sequence[Row], who: Sequence[Sequence[str]], headings: Sequence[str]) -> str:
    """Return a table of the rows whose methods counted something; empty where none did.

    Args:
        rows: Settings with their means.
        who: The first cells of each row, under `headings`.
        headings: What these are.
    """
    lines = [
        [*cells, *talk_cells(row.usage.counts)]
        for row, cells in zip(rows, who, strict=True)
        if row.usage.counts
    ]
    return table([*headings, *HEADINGS], lines, texts=2) if lines else ""
