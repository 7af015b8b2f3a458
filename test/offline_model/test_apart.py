# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The stand-in knows prompts, no methods: no policy of the planner is named in its code."""

import re
from pathlib import Path

from adhoc_teamwork import offline_model
from adhoc_teamwork.adhoc_planner.policies.registry import policies

ORDINARY = {"learning", "llm"}
"""Policies whose names are words that a model may use of itself."""


def test_no_policy_is_named_in_the_stand_in() -> None:
    names = set(policies()) - ORDINARY
    assert {"irot", "naive", "cot", "gpl", "heuristic"} <= names
    files = sorted(Path(*offline_model.__path__).rglob("*.py"))
    assert len(files) > 15
    for path in files:
        words = set(re.findall(r"[a-z]+", path.read_text(encoding="utf-8").lower()))
        assert not words & names, path.name
