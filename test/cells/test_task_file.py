# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The six tasks, read; and tasks from anybody, of which the bad ones get one line."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from adhoc_teamwork.cells.task_file import load_task
from adhoc_teamwork.teamwork.settings.config import ConfigError

CELLS = Path(__file__).parents[2] / "config" / "cells"
TASKS = sorted(CELLS.glob("*.yaml"))


def test_the_six_tasks_can_be_read() -> None:
    found = {path.stem: load_task(path) for path in TASKS}
    assert set(found) == {
        "arrange_cabinet", "make_sandwich", "move_rope", "pack_grocery", "sort_cubes",
        "sweep_floor",
    }  # fmt: skip
    assert {name: len(task.agents) for name, task in found.items() if len(task.agents) > 2} == {
        "arrange_cabinet": 3,
        "sort_cubes": 3,
    }
    # Who has to tell others what they cannot see.
    assert "left_side" not in found["make_sandwich"].agents["Chad"].sees
    paths = {
        n for n, t in found.items() for a in t.agents.values() if any(x.path for x in a.actions)
    }
    assert paths == {"pack_grocery", "move_rope"}


def changed(**keys: Any) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((CELLS / "move_rope.yaml").read_text(encoding="utf-8"))
    return {**data, **keys}


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ({"agents": {}}, "agents"),
        ({"rounds": 0}, "rounds"),
        ({"goals": []}, "goals"),
        ({"goals": [{"words": "", "success": []}]}, "goals.0.success"),
        ({"goals": [{"words": "", "success": [{}]}]}, "goals.0.success.0"),
        ({"goals": [{"words": "", "success": [{"at": ["wall", "groove_left"]}]}]}, "got 'wall'"),
        ({"goals": [{"words": "", "success": [{"ends": ["rope", "a", "b"]}]}]}, "got 'a'"),
        ({"draws": [{"things": ["table"]}]}, "draws.0.things"),
        ({"draws": [{"things": ["rope"], "jitter": [float("nan"), 0]}]}, "draws.0"),
        ({"draws": [{"things": ["rope"], "places": ["nowhere"]}]}, "draws.0.places"),
        ({"secret": 1}, "secret"),
    ],
)
def test_a_wrong_task_gets_one_line_with_its_place(
    tmp_path: Path, keys: dict[str, Any], place: str
) -> None:
    path = tmp_path / "task.yaml"
    path.write_text(yaml.safe_dump(changed(**keys)), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_task(path)
    line = str(caught.value)
    assert line.startswith(str(path))
    assert place in line
    assert "\n" not in line
