# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The figures of suites: steps with the cap, transport rate over time, what a second robot saves.

As CoELA and CaPo define them: L counts the horizon where an episode is not finished; the transport
rate TR is the share of the targets that are there; the efficiency improvement EI is the mean over
episodes of (L1 - L2) / L1, or of (TR2 - TR1) / TR2, against the same team without the ad hoc robot.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from adhoc_teamwork.benchmark.figures.metrics import partial_success
from adhoc_teamwork.benchmark.figures.statistics import (
    Interval,
    bootstrap_interval,
    ratio_interval,
)
from adhoc_teamwork.benchmark.figures.summary import (
    Pairs,
    Results,
    group,
    order,
    pair,
    team_alone,
)
from adhoc_teamwork.benchmark.runs.plan import NONE, Setting
from adhoc_teamwork.benchmark.store.episode import Cooperation, EpisodeResult
from adhoc_teamwork.benchmark.store.facts import RunFacts

_NOTHING = Cooperation(0, 0, 0)
MARKS = (1 / 3, 2 / 3)
"""Shares of the horizon at which the transport rate is told as well as at its end."""

Value = Callable[[EpisodeResult], float]


@dataclass(frozen=True)
class SuiteFigure:
    """Hold a mean, or a ratio of means, and its 95 % interval where there is one."""

    value: float
    interval: Interval | None = None


@dataclass(frozen=True)
class SuiteRow:
    """Hold the figures of one setting, by name."""

    setting: Setting
    tasks: tuple[str, ...]
    robots: str
    figures: Mapping[str, SuiteFigure] = field(default_factory=dict)


def steps(result: EpisodeResult, horizon: int) -> float:
    """Return L of an episode: the horizon where it was not finished."""
    return float(result.team_steps if result.success else horizon)


def rate_at(result: EpisodeResult, step: float) -> float:
    """Return the share of the targets that were there by a step, 0 to 1."""
    return sum(at <= step for _, at in result.tidied_at) / result.total


def improvement(result: EpisodeResult, before: EpisodeResult, horizon: int, rated: bool) -> float:
    """Return an episode's part of EI, against the same team without the ad hoc robot."""
    if rated:
        now, then = partial_success(result), partial_success(before)
        return (now - then) / now if now else 0.0
    then = steps(before, horizon)
    return (then - steps(result, horizon)) / then


def suite_rows(results: Results, facts: RunFacts, rated: bool) -> list[SuiteRow]:
    """Return a row per setting, teams alone first; times in the suite's steps.

    Args:
        results: Episodes.
        facts: The tasks that they are of.
        rated: Whether the suite is told by the transport rate.
    """
    groups = group(results, facts.by_id())
    rows = []
    for setting in sorted(groups, key=order):
        mine = groups[setting]
        before = {} if setting.adhoc == NONE else team_alone(groups, setting)
        tasks = tuple(sorted({task for task, _ in mine}))
        figures = _figures(list(mine.values()), facts, rated)
        figures |= _against(pair(mine, before), facts, rated)
        rows.append(SuiteRow(setting, tasks, _robots(mine.values()), figures))
    return rows


def names_of(rated: bool, facts: RunFacts) -> tuple[str, ...]:
    """Return the names of the figures in the order of tables."""
    main: tuple[str, ...] = ("L", "done %", "EI %", "L ratio")
    if rated:
        marks = (f"TR % at {round(share * facts.horizon)}" for share in MARKS)
        main = (*marks, "TR %", "EI %", "TR ratio")
    return (
        *main,
        "sub-goals",
        "duplicated %",
        "idle",
        "messages",
        "talk",
        "model calls",
        "tokens",
    )


def _figures(
    played: Sequence[EpisodeResult], facts: RunFacts, rated: bool
) -> dict[str, SuiteFigure]:
    horizon, tasks = facts.horizon, facts.by_id()
    houses = [tasks[result.key.task_id].house for result in played]

    def mean(of: Value, scale: float = 1.0, sure: bool = False) -> SuiteFigure:
        found = [scale * of(result) for result in played]
        interval = bootstrap_interval(found, houses) if sure else None
        return SuiteFigure(sum(found) / len(found), interval)

    def work(result: EpisodeResult) -> Cooperation:
        return result.cooperation or _NOTHING

    begun = sum(work(result).subgoals for result in played)
    twice = sum(work(result).duplicated for result in played)
    figures = {
        "sub-goals": mean(lambda result: work(result).subgoals),
        "duplicated %": SuiteFigure(100.0 * twice / begun if begun else 0.0),
        "idle": mean(lambda result: work(result).idle),
        "messages": mean(lambda result: result.talk.sent if result.talk else result.messages),
        "talk": mean(lambda result: result.talk.steps if result.talk else 0.0),
        "model calls": mean(lambda result: result.llm_calls),
        "tokens": mean(lambda result: result.prompt_tokens + result.completion_tokens),
    }
    if not rated:
        figures["L"] = mean(lambda result: steps(result, horizon), sure=True)
        figures["done %"] = mean(lambda result: float(result.success), 100.0)
        return figures
    for share in MARKS:
        at = round(share * horizon)
        figures[f"TR % at {at}"] = mean(partial(rate_at, step=at), 100.0)
    figures["TR %"] = mean(partial_success, 100.0, sure=True)
    return figures


def _against(pairs: Pairs, facts: RunFacts, rated: bool) -> dict[str, SuiteFigure]:
    """Return what an ad hoc robot changes, in the tasks that the team alone has played."""
    if not pairs:
        return {}
    tasks, horizon = facts.by_id(), facts.horizon
    houses = [tasks[unit[0]].house for unit, _, _ in pairs]
    gains = [100.0 * improvement(one, other, horizon, rated) for _, one, other in pairs]
    of = partial_success if rated else lambda result: steps(result, horizon)
    now, then = [of(one) for _, one, _ in pairs], [of(other) for _, _, other in pairs]
    figures = {"EI %": SuiteFigure(sum(gains) / len(gains), bootstrap_interval(gains, houses))}
    if sum(then):
        ratio = SuiteFigure(sum(now) / sum(then), ratio_interval(now, then, houses))
        figures["TR ratio" if rated else "L ratio"] = ratio
    return figures


def _robots(played: Collection[EpisodeResult]) -> str:
    """Return how many robots took part: a number, or a range."""
    counts = {len(result.agents) for result in played}
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low}-{high}"
