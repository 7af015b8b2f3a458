# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell one version of the code from another, so that no folder mixes their results unnoticed."""

import hashlib
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    "adhoc_planner",
    "benchmark",
    "cells",
    "comm_bridge",
    "llm_port",
    "offline_model",
    "perception",
    "robot_model",
    "simulation",
    "skills",
    "teamwork",
)
"""The benchmark, and all that it needs."""
_DATA = (
    "config/prompts",
    "config/tasks",
    "adhoc_teamwork/benchmark/data",
    "adhoc_teamwork/simulation/data",
)
DIGITS = 12


@lru_cache(maxsize=1)
def code_version(root: Path = ROOT) -> str:
    """Return what identifies all code and data that an episode may depend on, in hex."""
    here = root / "adhoc_teamwork"
    files = [path for room in ROOMS for path in (here / room).rglob("*.py")]
    files += [path for folder in _DATA for path in (root / folder).rglob("*") if path.is_file()]
    digest = hashlib.sha256()
    for path in sorted(files):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(root)} {content}\n".encode())
    return digest.hexdigest()[:DIGITS]
