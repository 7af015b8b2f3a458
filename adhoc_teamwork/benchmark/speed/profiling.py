# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where the time goes: a profile of one round, by the folders on whose behalf it is spent."""

import cProfile
import pstats
from collections import defaultdict
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

from adhoc_teamwork.benchmark.speed.trial import Trial, play_all

_ROOT = Path(__file__).resolve().parents[3]
_OTHERS = "elsewhere"
_DEEPEST = 20

Function = tuple[str, int, str]


def profile_by_folder(trial: Trial) -> list[tuple[str, float]]:
    """Return folders of ours and their shares of the time of a round, the largest first.

    Time in libraries and built-in functions counts for who called them.
    """
    plan = trial.plan()
    play_all(plan, trial.tasks)
    profiler = cProfile.Profile(process_time)
    profiler.runcall(play_all, plan, trial.tasks)
    stats: dict[Function, Any] = pstats.Stats(profiler).stats  # type: ignore[attr-defined]

    @cache
    def owners(function: Function, depth: int) -> tuple[tuple[str, float], ...]:
        """Return on whose behalf a function works, with shares."""
        own = _folder(function[0])
        callers = stats[function][4] if function in stats else {}
        total = sum(entry[3] for entry in callers.values())
        if own or not total or depth > _DEEPEST:
            return ((own or _OTHERS, 1.0),)
        shares: defaultdict[str, float] = defaultdict(float)
        for caller, entry in callers.items():
            for name, share in owners(caller, depth + 1):
                shares[name] += share * entry[3] / total
        return tuple(shares.items())

    spent: defaultdict[str, float] = defaultdict(float)
    for function, entry in stats.items():
        for name, share in owners(function, 0):
            spent[name] += share * entry[2]
    whole = sum(spent.values())
    return sorted(((n, s / whole) for n, s in spent.items()), key=lambda pair: (-pair[1], pair[0]))


def _folder(file: str) -> str:
    """Return a file's folder in this project, dotted; empty for files of others."""
    path = Path(file)
    if not path.is_relative_to(_ROOT) or ".adhoc" in path.parts:
        return ""
    parts = path.relative_to(_ROOT).parts
    return ".".join(parts[:-1]) if len(parts) > 2 else parts[0]
