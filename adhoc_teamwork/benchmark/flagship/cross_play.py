# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who does how well beside whom: the cross-play matrix, and two views on it from the literature.

Best-response proximity (ZSC-Eval, arXiv 2310.05208) is a robot's score beside a team over the best
score that anybody reached beside it, here the best of what was played, the bound and nobody at all
among it. Held-out teammates are the teams of all other methods, none of which it was made for.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from adhoc_teamwork.benchmark.flagship.rows import FlagshipRow
from adhoc_teamwork.benchmark.flagship.sample import Section
from adhoc_teamwork.benchmark.runs.plan import NONE


@dataclass(frozen=True)
class Standing:
    """Say how a method does on a suite: alone, with its own kind, beside the other teams.

    `near_own` and `near_others` are the best-response proximities. None where it was not played.
    """

    player: str
    alone: FlagshipRow | None
    own: FlagshipRow | None
    others: float | None
    near_own: float | None
    near_others: float | None


@dataclass(frozen=True)
class CrossPlay:
    """Hold the rows of one suite, one model and one channel."""

    section: Section
    rows: Sequence[FlagshipRow]

    @property
    def teams(self) -> tuple[str, ...]:
        """Return the policies of teams, in the order of rows."""
        return tuple(dict.fromkeys(row.team for row in self.rows))

    @property
    def adhocs(self) -> tuple[str, ...]:
        """Return the ad hoc policies: nobody first, then those of teams, then bounds."""
        there = list(dict.fromkeys(row.adhoc for row in self.rows))
        kinds = {NONE: 0, **dict.fromkeys(self.section.bounds, 2)}
        return tuple(sorted(there, key=lambda name: kinds.get(name, 1)))

    def cell(self, team: str, adhoc: str) -> FlagshipRow | None:
        """Return how a team did with an ad hoc robot; None where that was not played."""
        return next((row for row in self.rows if (row.team, row.adhoc) == (team, adhoc)), None)

    def proximity(self, team: str, adhoc: str) -> float | None:
        """Return the best-response proximity of an ad hoc robot to a team, 0 to 1."""
        row, score = self.cell(team, adhoc), self.section.score
        if row is None:
            return None
        best = score.best(one.value for one in self.rows if one.team == team)
        return score.proximity(row.value, best)

    def standing(self, player: str) -> Standing:
        """Return how a method does."""
        others = [team for team in self.teams if team != player and self.cell(team, player)]
        values = [row.value for team in others if (row := self.cell(team, player))]
        near = [one for team in others if (one := self.proximity(team, player)) is not None]
        return Standing(
            player,
            self.cell(player, NONE),
            self.cell(player, player),
            _mean(values),
            self.proximity(player, player),
            _mean(near),
        )


def groups_of(rows: Sequence[FlagshipRow], section: Section, llm: str, channel: str) -> CrossPlay:
    """Return a suite's rows of one model and channel; rules ask none and stand beside all."""
    mine = [
        row
        for row in rows
        if row.suite == section.name and row.llm in ("", llm) and row.channel == channel
    ]
    return CrossPlay(section, mine)


def _mean(numbers: Sequence[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None
