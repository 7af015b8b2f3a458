# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The tutorials: the files that they show are read by the parsers that read them later."""

import asyncio
import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from command_check import imports_that_fail
from pages import DOCS, REPOSITORY, blocks, commands, files

from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.adhoc_planner.task_config import load_task
from adhoc_teamwork.bringup.bags.bag_writing import BagWriter
from adhoc_teamwork.comm_bridge.foreign_agents.config import load_stranger
from adhoc_teamwork.comm_bridge.foreign_agents.making import make_format
from adhoc_teamwork.simulation.tasks.scenario import load_card, load_scenario
from adhoc_teamwork.skills.resume.__main__ import main as resume
from adhoc_teamwork.teamwork.recordings.bag_topics import recorded_topics
from adhoc_teamwork.teamwork.recordings.bag_types import make_typestore
from adhoc_teamwork.teamwork.team.message import MessageKind

FOLDER = DOCS / "tutorials"
PAGES = sorted(FOLDER.glob("*.md"))
CONFIG = REPOSITORY / "config"
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def written(page: str, folder: Path) -> Path:
    """Write the files that a page shows, as its reader does."""
    for name, text in files(FOLDER / page).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@each_page
def test_shell_blocks_are_shell(page: Path) -> None:
    for block in blocks(page):
        if block.language == "sh":
            done = subprocess.run(["bash", "-n"], input=block.text, text=True, check=False)
            assert done.returncode == 0


def test_every_tutorial_is_listed() -> None:
    index = (FOLDER / "README.md").read_text()
    for page in PAGES:
        assert page.name == "README.md" or f"]({page.name})" in index
    assert "docs/tutorials/README.md" in (REPOSITORY / "README.md").read_text()


def importable(module: str) -> bool:
    """Tell whether a module's package is installed here."""
    return importlib.util.find_spec(module.split(".")[0]) is not None


@each_page
def test_python_is_python_and_imports_what_there_is(page: Path) -> None:
    for block in blocks(page):
        if block.language == "python":
            assert imports_that_fail(block.text, importable) == []


def test_the_robot_has_a_resume_and_a_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(written("add_a_robot.md", tmp_path))
    page = FOLDER / "add_a_robot.md"
    making, *asking = [w[2:] for w in commands(page) if w[:2] == ["./adhoc", "resume"]]
    assert resume(making) == 0
    for words in asking:
        assert resume(words) == 0
    assert "no arm" in capsys.readouterr().out
    scenario = load_scenario("my_robots/scenario.yaml", CONFIG)
    cards = {robot.name: load_card(robot.card, CONFIG) for robot in scenario.robots}
    rover = cards["rover"].capability
    assert (rover.camera_height, rover.can_manipulate) == (0.9, False)
    assert rover.max_speed == pytest.approx(0.8)


def test_the_task_loads_beside_the_one_that_it_is_copied_from(tmp_path: Path) -> None:
    shutil.copytree(CONFIG / "tasks", tmp_path / "config" / "tasks")
    shutil.copytree(CONFIG / "prompts", tmp_path / "config" / "prompts")
    copy = next(w for w in commands(FOLDER / "add_a_task.md") if w[0] == "cp")
    shutil.copytree(tmp_path / copy[-2], tmp_path / copy[-1])
    folder = written("add_a_task.md", tmp_path) / copy[-1]
    task = load_task(folder)
    assert {p.category for p in task.goal.predicates} == {"Mug", "Plate"}
    assert load_prompts(folder)


def test_the_stranger_is_understood(tmp_path: Path) -> None:
    folder = written("connect_a_foreign_team.md", tmp_path)
    path = folder / "my_strangers" / "courier.yaml"
    speaker = make_format(load_stranger(path), path, None)
    said = []
    for line in (folder / "courier_says.jsonl").read_text().splitlines():
        json.loads(line)
        reading = asyncio.run(speaker.read(0, SimpleNamespace(data=line)))
        assert reading.not_understood == ()
        said += [draft.kind for draft in reading.drafts]
    assert said == [MessageKind.STATE, MessageKind.INTENT, MessageKind.DETECTION]


def test_the_script_reads_a_bag(tmp_path: Path) -> None:
    store = make_typestore()
    script = written("debug_a_bad_decision.md", tmp_path) / "first_seen.py"
    writer = BagWriter(tmp_path / "run")
    writer.open()
    writer.list_topics(recorded_topics(("small",)))
    for number in range(3):
        graph = scene_graph(store, [f"Mug_{n}" for n in range(number)])
        raw = bytes(store.serialize_cdr(graph, "adhoc_interfaces/msg/SceneGraph"))
        writer.write("/small/scene_graph", number * 10**9, raw)
    writer.close()
    words = [sys.executable, str(script), str(tmp_path / "run"), "small"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [(line[0], line[2], line[-1]) for line in lines] == [
        ("1.0", "Mug_0", "room_1"),
        ("2.0", "Mug_1", "room_1"),
    ]


def scene_graph(store: Any, names: list[str]) -> Any:
    """Return a SceneGraph message with mugs in room_1."""
    types = store.types
    time = types["builtin_interfaces/msg/Time"](sec=0, nanosec=0)
    point = types["geometry_msgs/msg/Point"](x=0.0, y=0.0, z=0.0)
    size = types["geometry_msgs/msg/Vector3"](x=0.0, y=0.0, z=0.0)
    words = dict.fromkeys(
        ("room_type", "receptacle", "receptacle_category", "relation", "reason", "seen_by"), ""
    )
    mugs = [
        types["adhoc_interfaces/msg/Detection"](
            object_id=name, category="Mug", position=point, covariance=np.zeros(9), size=size,
            goes_on_above=False, room="room_1", support_height=0.0, support_seen=False,
            pickupable=True, is_receptacle=False, door=0,
            states=[], misplaced=0, confidence=1.0, status=1, seen=time, **words,
        )
        for name in names
    ]  # fmt: skip
    header = types["std_msgs/msg/Header"](stamp=time, frame_id="map")
    kind = types["adhoc_interfaces/msg/SceneGraph"]
    return kind(header=header, rooms=[], objects=mugs, relations=[])
