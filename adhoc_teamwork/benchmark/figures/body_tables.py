# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The table of errands for different bodies: success, sub-goals, tokens and steps by kind (EMOS).

A task's id ends with its kind. Success is all sub-goals of a task, a sub-goal's rate the share of
those of its name that came to pass; steps count the horizon where not all did.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from adhoc_teamwork.benchmark.figures.statistics import bootstrap_interval, paired_p_value
from adhoc_teamwork.benchmark.figures.summary import Results
from adhoc_teamwork.benchmark.store.episode import EpisodeResult
from adhoc_teamwork.benchmark.suites.errand_world import SubGoal, parts_of
from adhoc_teamwork.benchmark.tasks.task import BenchTask
from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE, table
from adhoc_teamwork.simulation.houses.house_file.assets import read_table

EMOS_POLICIES = ("emos", "emos-no-numbers", "emos-no-resume", "emos-no-discussion")
"""The rows of the paper's table 1, by our names."""
_FILE = Path(__file__).parents[1] / "data" / "emos_tables.csv"
_ALL = "all"
_SUCCESS, _SUBGOALS, _TOKENS, _STEPS = "success %", "sub-goals %", "tokens", "steps"
_METRICS = (_SUCCESS, _SUBGOALS, *(f"{goal} %" for goal in SubGoal), _TOKENS, _STEPS)
_LEGEND = (
    "Success: all sub-goals of a task. Steps: until all have come to pass, the horizon of "
    "{horizon} where they have not. In brackets 95 % intervals, houses drawn; p: that of no "
    "difference to emos, by exchanging houses. Rows of policies that ask the stand-in for a model "
    "are checks of the mechanism: compare orders with the paper's, not figures."
)


def kind_of(task_id: str) -> str:
    """Return the kind of a task by its id."""
    return task_id.rpartition("_")[2]


def body_text(results: Results, tasks: Sequence[BenchTask], horizon: int) -> Iterator[str]:
    """Yield the title, the table and what has to be known to read it.

    Args:
        results: Episodes of these policies, each of one model and channel.
        tasks: The tasks that they are of.
        horizon: The suite's.
    """
    by_id = {task.task_id: task for task in tasks}
    played: dict[tuple[str, str], dict[str, EpisodeResult]] = {}
    for key, result in sorted(results.items(), key=lambda item: item[0].task_id):
        if key.task_id in by_id:
            for kind in (kind_of(key.task_id), _ALL):
                played.setdefault((kind, key.team), {})[key.task_id] = result
    lines = []
    for kind in (*dict.fromkeys(kind_of(task.task_id) for task in tasks), _ALL):
        for policy in EMOS_POLICIES:
            printed = _printed(policy, "" if kind == _ALL else kind)
            if printed:
                cells = [printed.get(metric, NO_VALUE) for metric in _METRICS]
                lines.append([kind, policy, "paper", NO_VALUE, *cells, NO_VALUE])
            mine = played.get((kind, policy))
            if mine:
                against = played.get((kind, EMOS_POLICIES[0]), {})
                cells = [*_cells(mine, by_id, horizon), _p_value(mine, against, by_id)]
                lines.append([kind, policy, "ours", str(len(mine)), *cells])
    yield "# emos: the paper's figures on its Habitat-MAS, and ours"
    yield table(["kind", "policy", "whose", "tasks", *_METRICS, "p"], lines, texts=3)
    yield _LEGEND.format(horizon=horizon)


def _cells(
    mine: Mapping[str, EpisodeResult], tasks: Mapping[str, BenchTask], horizon: int
) -> list[str]:
    played = list(mine.values())
    success = [100.0 * result.success for result in played]
    sure = bootstrap_interval(success, [tasks[name].house for name in mine])
    done, total = _sub_goals(mine, tasks)
    tokens = [result.prompt_tokens + result.completion_tokens for result in played]
    steps = [result.team_steps if result.success else horizon for result in played]
    return [
        f"{sum(success) / len(success):.1f} ({sure.low:.0f} to {sure.high:.0f})",
        _share(sum(done.values()), sum(total.values())),
        *(_share(done[goal], total[goal]) for goal in SubGoal),
        f"{sum(tokens) / len(tokens):.0f}",
        f"{sum(steps) / len(steps):.0f}",
    ]


def _sub_goals(
    mine: Mapping[str, EpisodeResult], tasks: Mapping[str, BenchTask]
) -> tuple[dict[SubGoal, int], dict[SubGoal, int]]:
    """Return how many sub-goals of each name came to pass, and how many there were."""
    done, total = dict.fromkeys(SubGoal, 0), dict.fromkeys(SubGoal, 0)
    for name, result in mine.items():
        assignment = tasks[name].assignment
        came = {part for part, _ in result.tidied_at}
        for part in parts_of(assignment.errands if assignment is not None else ()):
            goal = SubGoal(part.partition("(")[0])
            total[goal] += 1
            done[goal] += part in came
    return done, total


def _p_value(
    mine: Mapping[str, EpisodeResult],
    against: Mapping[str, EpisodeResult],
    tasks: Mapping[str, BenchTask],
) -> str:
    both = [name for name in mine if name in against]
    if mine is against or not both:
        return NO_VALUE
    differences = [float(against[name].success) - mine[name].success for name in both]
    value = paired_p_value(differences, [tasks[name].house for name in both])
    return f"{value:.4f}"


def _share(part: int, whole: int) -> str:
    return f"{100.0 * part / whole:.1f}" if whole else NO_VALUE


def _printed(policy: str, kind: str) -> dict[str, str]:
    """Return what the paper prints of a policy and a kind of tasks."""
    return {
        row["metric"]: f"{float(row['value']):g}"
        for row in read_table(_FILE)
        if (row["policy"], row["kind"]) == (policy, kind)
    }
