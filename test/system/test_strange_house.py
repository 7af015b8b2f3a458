# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A whole run in a house that nobody drew by hand: our generator does, as the test begins."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adhoc_teamwork.simulation.generation.house_generator import generate_house

pytestmark = [pytest.mark.slow, pytest.mark.timeout(700)]

ROOMS, SEED = 3, 7


def test_runs_on_a_house_nobody_drew(demo: Callable[..., Any], tmp_path: Path) -> None:
    house = tmp_path / "strange.json"
    house.write_text(json.dumps(generate_house(ROOMS, SEED).to_json()))
    run = demo("--house", str(house), "--misplaced", "1", "--seed", "1")
    assert run.exit_code in (0, 1), run.output
    assert len(run.summary["misplaced"]) == 1
    # Whether the place is tidy is the evaluator's opinion, and the stand-in may have another.
    assert run.summary["robots"]["quadruped"]["puts"] >= 1, run.output
    assert "time limit" not in run.summary["reason"]
