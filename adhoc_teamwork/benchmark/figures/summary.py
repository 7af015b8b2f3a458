# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Work the episodes of a results folder out into figures: one row per setting."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from adhoc_teamwork.benchmark.agents.registry import adhoc_names, team_names
from adhoc_teamwork.benchmark.episodes.cost import Cost, cost_of
from adhoc_teamwork.benchmark.figures.metrics import METRICS, SE, Metric, change, values
from adhoc_teamwork.benchmark.figures.statistics import Interval, bootstrap_interval, paired_p_value
from adhoc_teamwork.benchmark.runs.plan import NONE, Setting, alone
from adhoc_teamwork.benchmark.store.episode import EpisodeKey, EpisodeResult
from adhoc_teamwork.benchmark.store.facts import TaskFacts

ORACLE = "oracle"
Results = Mapping[EpisodeKey, EpisodeResult]
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
class Usage:
    """Hold means per episode of what is sent, asked and decided; None where nobody counted."""

    messages: float
    llm_calls: float
    prompt_tokens: float
    completion_tokens: float
    decisions: float | None
    rule_decisions: float | None


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


def summarize(
    results: Results, facts: Mapping[str, TaskFacts], chosen: Chosen = lambda _: True
) -> list[Row]:
    """Return a row per setting, teams alone first, over the chosen tasks that it has played."""
    groups: dict[Setting, dict[str, EpisodeResult]] = {}
    for key, result in results.items():
        if chosen(facts[key.task_id]):
            setting = Setting(key.team, key.adhoc, key.t0, key.llm, key.channel)
            groups.setdefault(setting, {})[key.task_id] = result
    return [_row(setting, groups, facts) for setting in sorted(groups, key=_order)]


def common_tasks(results: Results) -> Results:
    """Return only the episodes in tasks that every setting there has played."""
    tasks: dict[Setting, set[str]] = {}
    for key in results:
        setting = Setting(key.team, key.adhoc, key.t0, key.llm, key.channel)
        tasks.setdefault(setting, set()).add(key.task_id)
    shared = set.intersection(*tasks.values()) if tasks else set()
    return {key: result for key, result in results.items() if key.task_id in shared}


def _order(setting: Setting) -> tuple[int, str, int, str, int, str, str]:
    """Return where a setting's row stands: policies in the registry's order, then t0."""
    teams, adhocs = list(team_names()), list(adhoc_names())
    team = teams.index(setting.team) if setting.team in teams else len(teams)
    adhoc = adhocs.index(setting.adhoc) if setting.adhoc in adhocs else len(adhocs)
    return team, setting.team, adhoc, setting.adhoc, setting.t0, setting.llm, setting.channel


def _row(
    setting: Setting,
    groups: Mapping[Setting, Mapping[str, EpisodeResult]],
    facts: Mapping[str, TaskFacts],
) -> Row:
    mine = groups[setting]
    tasks = sorted(mine)
    before = {} if setting.adhoc == NONE else groups.get(alone(setting), {})
    paired = [task for task in tasks if task in before]
    figures = {}
    for metric in METRICS:
        figure = _figure(metric, mine, before, tasks, paired, facts)
        if figure is not None:
            figures[metric.key] = figure
    oracle = groups.get(Setting(setting.team, ORACLE, setting.t0, "", setting.channel), {})
    share = _share([(mine[task], oracle[task]) for task in tasks if task in oracle])
    played = list(mine.values())
    return Row(setting, tuple(tasks), figures, _usage(played), share, cost_of(played))


def _figure(
    metric: Metric,
    mine: Mapping[str, EpisodeResult],
    before: Mapping[str, EpisodeResult],
    tasks: Sequence[str],
    paired: Sequence[str],
    facts: Mapping[str, TaskFacts],
) -> Figure | None:
    if metric is SE:
        tasks = paired
    found = values(metric, [mine[t] for t in tasks], [before[t] for t in paired])
    if not found or (metric is SE and not paired):
        return None
    scaled = [value * metric.scale for value in found]
    interval = bootstrap_interval(scaled, [facts[t].house for t in tasks])
    figure = Figure(metric, _mean(scaled), interval)
    if metric is SE or not paired:
        return figure
    old = values(metric, [before[t] for t in paired], None) or []
    new = values(metric, [mine[t] for t in paired], None) or []
    differences = [(b - a) * metric.scale for a, b in zip(old, new, strict=True)]
    was, is_now = _mean(old) * metric.scale, _mean(new) * metric.scale
    p_value = paired_p_value(differences, [facts[t].house for t in paired])
    return Figure(metric, figure.value, interval, was, change(metric, is_now, was), p_value)


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
    )


def _mean_of_counted(numbers: Sequence[int | None]) -> float | None:
    counted = [number for number in numbers if number is not None]
    return _mean(counted) if counted else None


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
