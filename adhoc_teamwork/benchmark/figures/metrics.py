# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The paper's metrics (section V-E), with our readings of what it leaves open.

* The maximum number of steps is the horizon, 500: a failed task counts it as #TS.
* In a failed task each teammate counts the horizon as its action steps, and the ad hoc robot
  min(its battery, horizon - the step at which it joined). `plain_steps` counts what was done.
* %SE compares with the same task, team and t0-independent run without the ad hoc robot.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from adhoc_teamwork.benchmark.agents.registry import NONE
from adhoc_teamwork.benchmark.store.episode import AgentOutcome, EpisodeResult
from adhoc_teamwork.benchmark.tasks.task import HORIZON


@dataclass(frozen=True)
class Metric:
    """Name a metric; `percent` figures are shares shown times 100, `rising` ones better high."""

    key: str
    title: str
    percent: bool
    rising: bool
    meaning: str

    @property
    def scale(self) -> float:
        """Return the factor between the value kept and the value shown."""
        return 100.0 if self.percent else 1.0


SUC = Metric("suc", "%Suc", True, True, "tasks in which everything was tidied")
PS = Metric("ps", "%PS", True, True, "misplaced objects that were tidied, mean over tasks")
TS = Metric("ts", "#TS", False, False, "steps until the task was done; the horizon where it failed")
AS = Metric("as", "#AS", False, False, "action steps of all robots; maxima where it failed")
PLAIN_AS = Metric("as_plain", "#AS taken", False, False, "action steps of all robots really taken")
SE = Metric("se", "%SE", True, True, "success weighted by the share of the team's steps saved")
METRICS = (SUC, PS, TS, AS, PLAIN_AS, SE)
WASTED = Metric(
    "wasted", "wasted exploring", False, False, "steps spent on exploring what was explored already"
)
NEEDLESS = Metric(
    "needless", "needless pick-ups", False, False, "things in place that were picked up"
)
ERRANDS = Metric(
    "needless_steps", "steps of needless errands", False, False, "steps of the errands with these"
)
OWN_WASTED = Metric(
    "own_wasted", f"{WASTED.title}, its own", False, False, f"{WASTED.meaning}, the ad hoc robot's"
)
OWN_ERRANDS = Metric(
    "own_needless_steps",
    f"{ERRANDS.title}, its own",
    False,
    False,
    f"{ERRANDS.meaning}, the ad hoc robot's",
)
WASTE = (WASTED, NEEDLESS, ERRANDS, OWN_WASTED, OWN_ERRANDS)
"""Of all robots together, and of the ad hoc robot alone, per task; the paper has none of them."""


def success(result: EpisodeResult) -> float:
    """Return R_i: 1 where all misplaced objects were tidied, else 0."""
    return float(result.success)


def partial_success(result: EpisodeResult) -> float:
    """Return the share of misplaced objects that were tidied, 0 to 1."""
    return result.tidied / result.total


def team_steps(result: EpisodeResult) -> float:
    """Return TS_i, in steps: the horizon in a failed task."""
    return float(result.team_steps if result.success else HORIZON)


def action_steps(result: EpisodeResult) -> float:
    """Return AS_i, in steps: each robot's maximum in a failed task."""
    if result.success:
        return plain_steps(result)
    return float(sum(_maximum(agent) for agent in result.agents))


def plain_steps(result: EpisodeResult) -> float:
    """Return how many actions all robots took together, whatever came of the task."""
    return float(sum(agent.steps for agent in result.agents))


def saving(with_adhoc: EpisodeResult, alone: EpisodeResult) -> float:
    """Return the task's part of %SE, 0 to 1: the share of the team's steps saved if it succeeded.

    Raises:
        ValueError: The two are not of the same task and team.
    """
    one, other = with_adhoc.key, alone.key
    if (one.task_id, one.team) != (other.task_id, other.team):
        raise ValueError(f"{one.task_id} of {one.team} is no pair of {other.task_id}, {other.team}")
    if not with_adhoc.success:
        return 0.0
    before = team_steps(alone)
    return max(0.0, before - team_steps(with_adhoc)) / before if before else 0.0


SINGLE: dict[str, Callable[[EpisodeResult], float]] = {
    SUC.key: success,
    PS.key: partial_success,
    TS.key: team_steps,
    AS.key: action_steps,
    PLAIN_AS.key: plain_steps,
}
"""What each metric but %SE makes of one episode."""


def _sum(numbers: Iterable[int | None]) -> float:
    """Return the sum; not a number where one was not counted."""
    return float(sum(math.nan if number is None else number for number in numbers))


def _own(result: EpisodeResult, count: Callable[[AgentOutcome], int | None]) -> float:
    """Return it of the ad hoc robot: 0 where it came too late, not a number where none was to."""
    if result.key.adhoc == NONE:
        return math.nan
    return _sum(count(agent) for agent in result.agents if agent.ad_hoc)


SINGLE |= {
    WASTED.key: lambda result: _sum(a.wasted_exploring for a in result.agents),
    NEEDLESS.key: lambda result: _sum(a.needless_pickups for a in result.agents),
    ERRANDS.key: lambda result: _sum(a.needless_steps for a in result.agents),
    OWN_WASTED.key: lambda result: _own(result, lambda a: a.wasted_exploring),
    OWN_ERRANDS.key: lambda result: _own(result, lambda a: a.needless_steps),
}


def values(
    metric: Metric, results: Sequence[EpisodeResult], alone: Sequence[EpisodeResult] | None
) -> list[float] | None:
    """Return one value per episode whose mean is the metric.

    None for %SE without a comparison, and where an episode has nothing counted of it.

    Args:
        metric: One of `METRICS` or `WASTE`.
        results: Episodes.
        alone: The team alone in the same tasks, in the same order.
    """
    if metric.key in SINGLE:
        found = [SINGLE[metric.key](result) for result in results]
        return None if any(math.isnan(value) for value in found) else found
    if alone is None:
        return None
    return [saving(one, other) for one, other in zip(results, alone, strict=True)]


def change(metric: Metric, value: float, before: float) -> float | None:
    """Return by how many percent a mean improved on the team alone (section V-F); positive: better.

    None where the mean before was 0, which no percentage describes.
    """
    if before == 0.0:
        return None
    better = value - before if metric.rising else before - value
    return 100.0 * better / before


def _maximum(agent: AgentOutcome) -> int:
    if not agent.ad_hoc:
        return HORIZON
    return max(0, min(agent.battery, HORIZON - agent.joined))
