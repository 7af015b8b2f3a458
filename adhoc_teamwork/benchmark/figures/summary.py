# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Work the episodes of a results folder out into figures: one row per setting."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from adhoc_teamwork.benchmark.agents.registry import (
    ALL_KNOWING,
    ORACLE,
    adhoc_names,
    team_names,
)
from adhoc_teamwork.benchmark.episodes.cost import Cost, cost_of
from adhoc_teamwork.benchmark.figures.metrics import (
    METRICS,
    PS,
    SE,
    SINGLE,
    SUC,
    WASTE,
    Metric,
    change,
    saving,
    values,
)
from adhoc_teamwork.benchmark.figures.statistics import (
    Interval,
    bootstrap_interval,
    paired_p_value,
    ratio_interval,
)
from adhoc_teamwork.benchmark.models.names import pooled_names
from adhoc_teamwork.benchmark.runs.plan import NONE, Setting, alone, alone_in, setting_of
from adhoc_teamwork.benchmark.store.episode import EpisodeKey, EpisodeResult, Talk
from adhoc_teamwork.benchmark.store.facts import TaskFacts

Results = Mapping[EpisodeKey, EpisodeResult]
Unit = tuple[str, str]
"""A task's id, and the name of the model asked, with its seed: what was played once."""
Played = Mapping[Unit, EpisodeResult]
Groups = Mapping[Setting, Played]
Pairs = Sequence[tuple[Unit, EpisodeResult, EpisodeResult]]
"""Episodes with those that they are compared with, in the same tasks."""
Chosen = Callable[[TaskFacts], bool]


@dataclass(frozen=True)
class Figure:
    """Hold a metric's mean in the unit it is shown in, and how sure it is.

    `change` is by how many percent it improved on the team alone in the same tasks, and `p_value`
    how likely chance alone gives such a difference; None where there is nothing to compare with.
    """

    metric: Metric
    value: float
    interval: Interval
    before: float | None = None
    change: float | None = None
    p_value: float | None = None


@dataclass(frozen=True)
class Share:
    """Hold how much of the bound's gain on the team alone a policy reaches, in percent.

    `gain` is what the bound gains, in the metric's unit; where that is nothing, there is no share.
    The interval is missing as well where the houses drawn may leave the bound no gain.
    """

    metric: Metric
    gain: float
    value: float | None = None
    interval: Interval | None = None


@dataclass(frozen=True)
class TalkUsage:
    """Hold means per episode of what talk cost, where it does; see `store.episode.Talk`."""

    refused: float
    unheard: float
    bytes: float
    steps: float


@dataclass(frozen=True)
class Usage:
    """Hold means per episode of what is sent, asked and decided; None where nobody counted."""

    messages: float
    llm_calls: float
    prompt_tokens: float
    completion_tokens: float
    decisions: float | None
    rule_decisions: float | None
    talk: TalkUsage | None = None
    counts: Mapping[str, float] = field(default_factory=dict)
    """What methods counted, by name."""


@dataclass(frozen=True)
class Row:
    """Hold the figures of one setting, by the metric's key; %SE is missing for a team alone.

    `of_oracle` is %Suc as a share of the oracle's, in percent, in the tasks that both played.
    """

    setting: Setting
    tasks: tuple[str, ...]
    figures: Mapping[str, Figure]
    usage: Usage
    of_oracle: float | None = None
    cost: Cost = field(default_factory=Cost)
    shares: Mapping[str, Share] = field(default_factory=dict)
    """By the metric's key: shares of what the all-knowing robot gains beside the same team."""


def group(
    results: Results, facts: Mapping[str, TaskFacts], chosen: Chosen = lambda _: True
) -> Groups:
    """Return the episodes of the chosen tasks by setting; seeds of a model are one setting."""
    names = pooled_names({key.llm for key in results})
    groups: dict[Setting, dict[Unit, EpisodeResult]] = {}
    for key, result in results.items():
        if chosen(facts[key.task_id]):
            setting = replace(setting_of(key), llm=names[key.llm])
            groups.setdefault(setting, {})[key.task_id, key.llm] = result
    return groups


def pair(one: Played, other: Played) -> list[tuple[Unit, EpisodeResult, EpisodeResult]]:
    """Return the episodes of both in the same tasks: seed by seed where both asked a model.

    An episode of one that asked none stands beside each of the other's seeds.
    """
    of_other: dict[str, list[EpisodeResult]] = {}
    for (task, _), result in other.items():
        of_other.setdefault(task, []).append(result)
    found = []
    for unit, result in sorted(one.items()):
        task, llm = unit
        if unit in other:
            found.append((unit, result, other[unit]))
        elif not llm or (task, "") in other:
            found += [((task, r.key.llm or llm), result, r) for r in of_other.get(task, ())]
    return found


def summarize(
    results: Results, facts: Mapping[str, TaskFacts], chosen: Chosen = lambda _: True
) -> list[Row]:
    """Return a row per setting, teams alone first, over the chosen tasks that it has played."""
    groups = group(results, facts, chosen)
    return [_row(setting, groups, facts) for setting in sorted(groups, key=order)]


def team_alone(groups: Groups, setting: Setting) -> Played:
    """Return the episodes that a setting's are compared with: those without the ad hoc robot.

    Those of one robot are played over free and perfect air alone (`alone_in`).
    """
    of_one = groups.get(alone_in(1, setting), {})
    single = {unit: result for unit, result in of_one.items() if len(result.agents) == 1}
    return {**single, **groups.get(alone(setting), {})}


def common_tasks(results: Results) -> Results:
    """Return only the episodes in tasks that every setting there has played."""
    tasks: dict[Setting, set[str]] = {}
    for key in results:
        setting = setting_of(key)
        tasks.setdefault(setting, set()).add(key.task_id)
    shared = set.intersection(*tasks.values()) if tasks else set()
    return {key: result for key, result in results.items() if key.task_id in shared}


def order(setting: Setting) -> tuple[int, str, int, str, int, str, str]:
    """Return where a setting's row stands: policies in the registry's order, then t0."""
    teams, adhocs = list(team_names()), list(adhoc_names())
    team = teams.index(setting.team) if setting.team in teams else len(teams)
    adhoc = adhocs.index(setting.adhoc) if setting.adhoc in adhocs else len(adhocs)
    return team, setting.team, adhoc, setting.adhoc, setting.t0, setting.llm, setting.channel


def _row(setting: Setting, groups: Groups, facts: Mapping[str, TaskFacts]) -> Row:
    mine = groups[setting]
    before = {} if setting.adhoc == NONE else team_alone(groups, setting)
    paired = pair(mine, before)
    figures = {}
    for metric in (*METRICS, *WASTE):
        figure = _figure(metric, mine, paired, facts)
        if figure is not None:
            figures[metric.key] = figure
    oracle = {unit[0]: r for unit, r in groups.get(_bound(setting, ORACLE), {}).items()}
    share = _share([(r, oracle[task]) for (task, _), r in mine.items() if task in oracle])
    shares = {}
    if setting.adhoc not in (NONE, ORACLE):
        bound = groups.get(_bound(setting, ALL_KNOWING), {})
        shares = _gains(paired, pair(bound, before), facts)
    played = list(mine.values())
    tasks = tuple(sorted({task for task, _ in mine}))
    return Row(setting, tasks, figures, _usage(played), share, cost_of(played), shares)


def _bound(setting: Setting, adhoc: str) -> Setting:
    """Return the setting of a bound beside the same team."""
    return replace(setting, adhoc=adhoc, llm=alone(setting).llm)


def _figure(
    metric: Metric, mine: Played, paired: Pairs, facts: Mapping[str, TaskFacts]
) -> Figure | None:
    new, old = [r for _, r, _ in paired], [r for _, _, r in paired]
    houses = [facts[unit[0]].house for unit, _, _ in paired]
    if metric is SE:
        found = values(metric, new, old)
        if not found:
            return None
        scaled = [value * metric.scale for value in found]
        return Figure(metric, _mean(scaled), bootstrap_interval(scaled, houses))
    found = values(metric, list(mine.values()), None)
    if not found:
        return None
    scaled = [value * metric.scale for value in found]
    interval = bootstrap_interval(scaled, [facts[task].house for task, _ in mine])
    figure = Figure(metric, _mean(scaled), interval)
    was, now = values(metric, old, None), values(metric, new, None)
    if not was or not now:
        return figure
    differences = [(b - a) * metric.scale for a, b in zip(was, now, strict=True)]
    p_value = paired_p_value(differences, houses)
    before, after = _mean(was) * metric.scale, _mean(now) * metric.scale
    return replace(figure, before=before, change=change(metric, after, before), p_value=p_value)


def _gains(mine: Pairs, bound: Pairs, facts: Mapping[str, TaskFacts]) -> dict[str, Share]:
    """Return by metric which share of the bound's gain on the team alone is reached."""
    by_task: dict[str, list[tuple[EpisodeResult, EpisodeResult]]] = {}
    for unit, result, before in bound:
        by_task.setdefault(unit[0], []).append((result, before))
    both = [entry for entry in mine if entry[0][0] in by_task]
    houses = [facts[unit[0]].house for unit, _, _ in both]
    shares = {}
    for metric in (SUC, PS, SE):
        gains = [_gain(metric, result, before) for _, result, before in both]
        most = [_mean([_gain(metric, r, b) for r, b in by_task[unit[0]]]) for unit, _, _ in both]
        if not both:
            continue
        of_bound = _mean(most) * metric.scale
        if of_bound <= 0.0:
            shares[metric.key] = Share(metric, of_bound)
            continue
        interval = ratio_interval(gains, most, houses)
        percent = Interval(100.0 * interval.low, 100.0 * interval.high) if interval else None
        value = 100.0 * sum(gains) / sum(most)
        shares[metric.key] = Share(metric, of_bound, value, percent)
    return shares


def _gain(metric: Metric, result: EpisodeResult, before: EpisodeResult) -> float:
    if metric is SE:
        return saving(result, before)
    return SINGLE[metric.key](result) - SINGLE[metric.key](before)


def _share(pairs: Sequence[tuple[EpisodeResult, EpisodeResult]]) -> float | None:
    possible = sum(theirs.success for _, theirs in pairs)
    return 100.0 * sum(mine.success for mine, _ in pairs) / possible if possible else None


def _usage(results: Sequence[EpisodeResult]) -> Usage:
    return Usage(
        _mean([r.messages for r in results]),
        _mean([r.llm_calls for r in results]),
        _mean([r.prompt_tokens for r in results]),
        _mean([r.completion_tokens for r in results]),
        _mean_of_counted([r.decisions for r in results]),
        _mean_of_counted([r.rule_decisions for r in results]),
        _talk_usage([r.talk for r in results if r.talk is not None]),
        _counted(results),
    )


def _counted(results: Sequence[EpisodeResult]) -> dict[str, float]:
    """Return the means of what methods counted, over all of the episodes."""
    sums: Counter[str] = Counter()
    for result in results:
        sums.update(dict(result.counts))
    return {name: total / len(results) for name, total in sorted(sums.items())}


def _talk_usage(talks: Sequence[Talk]) -> TalkUsage | None:
    if not talks:
        return None
    return TalkUsage(
        _mean([talk.refused for talk in talks]),
        _mean([talk.unheard for talk in talks]),
        _mean([talk.bytes for talk in talks]),
        _mean([talk.steps for talk in talks]),
    )


def _mean_of_counted(numbers: Sequence[int | None]) -> float | None:
    counted = [number for number in numbers if number is not None]
    return _mean(counted) if counted else None


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
