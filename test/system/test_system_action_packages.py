# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot's nodes carry out a sub-skill, a sub-task and a task of somebody else's package."""

import json
import os
from pathlib import Path

import pytest
from action_package import install_example, our_files, run

pytest.importorskip("rclpy", reason="no ROS 2: run ./adhoc test, which brings one")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

SCENARIO = """
description: one robot with an arm
house: two_rooms
time_limit: 600.0
robots:
  - name: quadruped
    card: quadruped.yaml
    pose: [1.2, 1.4, 1.57]
misplaced: []
"""


def test_the_example_plays_on_our_nodes_and_no_file_of_ours_changes(tmp_path: Path) -> None:
    """Simulator, perception, skills and planner are those of `adhoc demo`; the arm has joints."""
    site, before = install_example(tmp_path), our_files()
    scenario, folder = tmp_path / "alone.yaml", tmp_path / "run"
    scenario.write_text(SCENARIO, encoding="utf-8")
    words = ("--scenario", str(scenario), "--task", "pressing", "--misplaced", "1")
    words += ("--speed", "max", "--team-policy", "press-all", "--out", str(folder))
    inherited = tuple(map(Path, os.environ.get("PYTHONPATH", "").split(os.pathsep)))
    played = run(
        "-m", "adhoc_teamwork.bringup", "demo", *words, paths=(site, *inherited), timeout=600.0
    )
    assert played.returncode == 0, played.stdout + played.stderr
    lines = (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [event.get("text", "") for event in map(json.loads, lines)]
    pressed = [text for text in texts if text.startswith("quadruped set power=on at ")]
    # The policy presses whatever it comes upon that is off, until what is wanted is on.
    assert "Television" in pressed[-1], texts
    assert len(set(pressed)) == len(pressed), texts
    assert our_files() == before
