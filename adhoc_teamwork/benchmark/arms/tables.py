# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The figures of arms in cells: success, rounds, plans a round, beside the paper's (Table II)."""

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy.stats import binomtest

from adhoc_teamwork.benchmark.arms.playing import TASKS, TEAMS
from adhoc_teamwork.benchmark.arms.results import ArmsResult
from adhoc_teamwork.benchmark.figures.statistics import Interval
from adhoc_teamwork.benchmark.models.names import pooled_names
from adhoc_teamwork.benchmark.terminal.markdown import table

FILE = Path(__file__).parents[1] / "data" / "roco_table2.csv"
"""Facts copied from roco.txt, Table II: success over 20 runs with its deviation, mean rounds of
successful runs (empty where there are none), mean plans a round."""
CONFIDENCE = 0.95


def arms_text(results: Sequence[ArmsResult]) -> str:
    """Return a table: for each team a row of ours and, where there is one, the paper's."""
    pooled = pooled_names({one.key.llm for one in results if one.key.llm})
    groups: dict[tuple[str, str, str], list[ArmsResult]] = {}
    for one in results:
        key = one.key.team, pooled.get(one.key.llm, "-"), one.key.switches
        groups.setdefault(key, []).append(one)
    paper = _paper()
    rows: list[list[str]] = []
    order = list(TEAMS)
    for team, model, switches in sorted(groups, key=lambda key: (order.index(key[0]), *key[1:])):
        own = groups[team, model, switches]
        name = f"{team}; {switches}" if switches else team
        rows.append([name, model, *(_ours([o for o in own if o.key.task == t]) for t in TASKS)])
        if team in paper and not switches:
            rows.append([team, "paper", *(paper[team].get(task, "") for task in TASKS)])
    legend = (
        f"Success [{CONFIDENCE:.0%} interval, Wilson] (episodes), rounds of successes, plans a "
        "round. The paper: success and its deviation, rounds, plans a round; 20 runs."
    )
    return f"{table(['team', 'model', *TASKS], rows, 2)}\n\n{legend}"


def success_share(results: Sequence[ArmsResult]) -> tuple[float, Interval]:
    """Return the share of successes, 0 to 1, and its interval (Wilson's)."""
    done = sum(one.success for one in results)
    span = binomtest(done, len(results)).proportion_ci(CONFIDENCE, method="wilson")
    return done / len(results), Interval(float(span.low), float(span.high))


def _ours(results: Sequence[ArmsResult]) -> str:
    if not results:
        return "-"
    done = [one for one in results if one.success]
    share, span = success_share(results)
    steps = f"{np.mean([one.steps for one in done]):.1f}" if done else "N/A"
    replans = float(np.mean([one.replans for one in results]))
    return f"{share:.2f} [{span.low:.2f}, {span.high:.2f}] ({len(results)}), {steps}, {replans:.1f}"


def _paper() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    with FILE.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            text = f"{line['success']} ± {line['deviation']}, {line['steps'] or 'N/A'}, "
            found.setdefault(line["team"], {})[line["task"]] = text + line["replans"]
    return found
