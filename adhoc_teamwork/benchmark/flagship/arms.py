# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The arms' part of the flagship table: RoCo and its central planner, in cells of their own."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from adhoc_teamwork.benchmark.arms.command import play_missing
from adhoc_teamwork.benchmark.arms.playing import TASKS, TEAMS
from adhoc_teamwork.benchmark.arms.results import FILE, ArmsKey, ArmsResult, read_arms
from adhoc_teamwork.benchmark.arms.tables import success_share
from adhoc_teamwork.benchmark.figures.statistics import Interval
from adhoc_teamwork.benchmark.flagship.sample import SEED
from adhoc_teamwork.benchmark.flagship.tables import cell_text
from adhoc_teamwork.cells.physics import mujoco
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.text.console import say

FOLDER = "roco"
ARMS_TEAMS = ("roco", "roco-central", "random")
SEEDS = range(SEED, SEED + 3)
"""Of each task."""


def play_sample(options: argparse.Namespace, llm: str) -> None:
    """Play what is missing; where MuJoCo is not installed, say so and play nothing.

    Raises:
        ConfigError: Wrong input.
        BenchError: The disk is full, or a process was killed.
    """
    try:
        mujoco()
    except ConfigError as error:
        say(f"roco is left out: {error}")
        return
    seeds = list(SEEDS)[: options.most or None]
    keys = [
        ArmsKey(team, llm if TEAMS[team].asks else "", task, seed)
        for team in ARMS_TEAMS
        for task in TASKS
        for seed in seeds
    ]
    play_missing(keys, options.out / FOLDER, options.jobs)


def arms_cells(out: Path, llm: str) -> dict[str, str]:
    """Return for each team of arms its success over all tasks, as a cell; empty without any."""
    folder = out / FOLDER
    if not (folder / FILE).exists():
        return {}
    played = [one for one in read_arms(folder) if one.key.llm in ("", llm)]
    own = {team: [one for one in played if one.key.team == team] for team in ARMS_TEAMS}
    return {team: _cell(found) for team, found in own.items() if found}


def _cell(played: Sequence[ArmsResult]) -> str:
    share, span = success_share(played)
    percent = Interval(100.0 * span.low, 100.0 * span.high)
    return cell_text(100.0 * share, percent, len(played))
