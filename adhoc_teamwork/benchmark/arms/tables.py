# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The figures of arms in cells: success, rounds, plans a round, beside the paper's (Table II)."""

import csv
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy.stats import binomtest

from adhoc_teamwork.benchmark.arms.playing import TASKS, TEAMS
from adhoc_teamwork.benchmark.arms.results import ArmsKey, ArmsResult
from adhoc_teamwork.benchmark.figures.statistics import CONFIDENCE, Interval, share_interval
from adhoc_teamwork.benchmark.models.names import pooled_names
from adhoc_teamwork.benchmark.terminal.markdown import table

FILE = Path(__file__).parents[1] / "data" / "roco_table2.csv"
"""Facts copied from roco.txt, Table II: success over 20 runs with its deviation, mean rounds of
successful runs (empty where there are none), mean plans a round."""
CHANCE = 0.05
"""P-value below which a difference is marked."""
WHOLE = "roco"
"""Whom the others are compared with."""


def arms_text(results: Sequence[ArmsResult]) -> str:
    """Return a table: for each team a row of ours and, where there is one, the paper's."""
    pooled = pooled_names({one.key.llm for one in results if one.key.llm})
    groups: dict[tuple[str, str, str], list[ArmsResult]] = {}
    for one in results:
        key = one.key.team, pooled.get(one.key.llm, "-"), one.key.switches
        groups.setdefault(key, []).append(one)
    paper = _paper()
    whole = [one for one in results if one.key.team == WHOLE]
    rows: list[list[str]] = []
    for team, model, switches in sorted(groups, key=_order):
        own = groups[team, model, switches]
        name = f"{team}; {switches}" if switches else team
        of_task = [[one for one in own if one.key.task == task] for task in TASKS]
        rows.append([name, model, *(_ours(some, _mark(some, whole)) for some in of_task)])
        if team in paper and not switches:
            rows.append([team, "paper", *(paper[team].get(task, "") for task in TASKS)])
    legend = (
        f"Success [{CONFIDENCE:.0%} interval, Wilson] (episodes), rounds of successes, plans a "
        f"round. *: fewer than {WHOLE} in the same seeds, p < {CHANCE} (one-sided, exact). "
        "The paper: success and its deviation, rounds, plans a round; 20 runs."
    )
    return f"{table(['team', 'model', *TASKS], rows, 2)}\n\n{legend}"


def _order(group: tuple[str, str, str]) -> tuple[int, tuple[str, str, str]]:
    """Return where a group's row stands: teams of ours first; others may have played more."""
    teams = list(TEAMS)
    return teams.index(group[0]) if group[0] in teams else len(teams), group


def success_share(results: Sequence[ArmsResult]) -> tuple[float, Interval]:
    """Return the share of successes, 0 to 1, and its interval (Wilson's)."""
    done = sum(one.success for one in results)
    return done / len(results), share_interval(done, len(results))


def fewer_p_value(results: Sequence[ArmsResult], whole: Sequence[ArmsResult]) -> float:
    """Return how likely chance lets the first be done so much more seldom, by the same episodes.

    The exact one-sided test of McNemar: of episodes that one alone has done, half are of each.
    """
    done = {_episode(one): one.success for one in whole}
    both = [(one.success, done[_episode(one)]) for one in results if _episode(one) in done]
    lost, won = both.count((False, True)), both.count((True, False))
    return float(binomtest(lost, lost + won, alternative="greater").pvalue) if lost else 1.0


def _episode(one: ArmsResult) -> ArmsKey:
    """Return what an episode is, whoever plays it."""
    return replace(one.key, team="")


def _mark(results: Sequence[ArmsResult], whole: Sequence[ArmsResult]) -> str:
    """Return the mark of what is done more seldom than by the whole method."""
    return "*" if fewer_p_value(results, whole) < CHANCE else ""


def _ours(results: Sequence[ArmsResult], mark: str) -> str:
    if not results:
        return "-"
    done = [one for one in results if one.success]
    share, span = success_share(results)
    steps = f"{np.mean([one.steps for one in done]):.1f}" if done else "N/A"
    replans = float(np.mean([one.replans for one in results]))
    interval = f"[{span.low:.2f}, {span.high:.2f}]"
    return f"{share:.2f}{mark} {interval} ({len(results)}), {steps}, {replans:.1f}"


def _paper() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    with FILE.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            text = f"{line['success']} ± {line['deviation']}, {line['steps'] or 'N/A'}, "
            found.setdefault(line["team"], {})[line["task"]] = text + line["replans"]
    return found
