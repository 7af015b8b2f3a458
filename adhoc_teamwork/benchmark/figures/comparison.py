# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Policies beside one another: differences in the same tasks, and whether chance explains them."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from adhoc_teamwork.benchmark.agents.registry import NONE, ORACLE
from adhoc_teamwork.benchmark.figures.metrics import (
    ERRANDS,
    OWN_ERRANDS,
    OWN_WASTED,
    PS,
    SE,
    SINGLE,
    SUC,
    WASTED,
    Metric,
    saving,
)
from adhoc_teamwork.benchmark.figures.statistics import paired_p_value
from adhoc_teamwork.benchmark.figures.summary import (
    Groups,
    Played,
    Results,
    group,
    order,
    pair,
    team_alone,
)
from adhoc_teamwork.benchmark.runs.plan import Setting
from adhoc_teamwork.benchmark.store.episode import EpisodeResult
from adhoc_teamwork.benchmark.store.facts import TaskFacts

COMPARED = (SE, WASTED, OWN_WASTED, ERRANDS, OWN_ERRANDS, SUC, PS)


@dataclass(frozen=True)
class Difference:
    """Hold the mean of a policy minus that of the other, in the metric's unit, and its p-value."""

    metric: Metric
    value: float
    p_value: float


@dataclass(frozen=True)
class Comparison:
    """Hold the differences of a setting to that of another ad hoc policy, by the metric's key."""

    setting: Setting
    tasks: int
    differences: Mapping[str, Difference]


def compare(results: Results, facts: Mapping[str, TaskFacts], against: str) -> Iterator[Comparison]:
    """Yield each ad hoc policy's differences to the policy `against`: same team, t0 and channel."""
    groups = group(results, facts)
    references = [setting for setting in groups if setting.adhoc == against]
    for setting in sorted(groups, key=order):
        if setting.adhoc in (NONE, ORACLE, against):
            continue
        for other in references:
            if replace(other, adhoc=setting.adhoc, llm=setting.llm) != setting:
                continue
            if not setting.llm or setting.llm == other.llm or not other.llm:
                yield _compare(setting, other, groups, facts)


def _compare(
    setting: Setting, other: Setting, groups: Groups, facts: Mapping[str, TaskFacts]
) -> Comparison:
    pairs = pair(groups[setting], groups[other])
    before = team_alone(groups, setting)
    found = {}
    for metric in COMPARED:
        houses, differences = [], []
        for (task, _), one, two in pairs:
            difference = _value(metric, one, before) - _value(metric, two, before)
            if not math.isnan(difference):
                houses.append(facts[task].house)
                differences.append(metric.scale * difference)
        if differences:
            mean = sum(differences) / len(differences)
            p_value = paired_p_value(differences, houses)
            found[metric.key] = Difference(metric, mean, p_value)
    return Comparison(setting, len({task for (task, _), _, _ in pairs}), found)


def _value(metric: Metric, result: EpisodeResult, before: Played) -> float:
    """Return a metric of one episode; not a number where it was not counted."""
    if metric is not SE:
        return SINGLE[metric.key](result)
    task, llm = result.key.task_id, result.key.llm
    base = before.get((task, llm)) or before.get((task, ""))
    return saving(result, base) if base is not None else math.nan
