# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The list of processes and what becomes of it for one run."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.process_control.nav2_process import PARTICIPANTS, nav2_command
from adhoc_teamwork.bringup.process_control.nodes import (
    NodeSpec,
    Per,
    Protocol,
    When,
    load_nodes,
    needed,
)
from adhoc_teamwork.bringup.process_control.paths import robot_card_path
from adhoc_teamwork.bringup.process_control.processes import (
    RunSettings,
    build_processes,
    discovery_doubt,
    settings_values,
    team_environment,
)
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.navigation import Navigation
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

NODES = config_dir() / "nodes.yaml"
DEMO = {When.EMBEDDED, When.OFFLINE, When.RECORDED}


@pytest.fixture
def settings(tmp_path: Path) -> RunSettings:
    (tmp_path / "robots").mkdir()
    (tmp_path / "tasks" / "tidy_up").mkdir(parents=True)
    (tmp_path / "tasks" / "tidy_up" / "task.yaml").touch()
    for card in ("dog", "cart"):
        (tmp_path / "robots" / f"{card}.yaml").write_text("capability: {robot_type: x}\n")
    return RunSettings(
        task_file=tmp_path / "a task.json",
        config_dir=tmp_path,
        run_dir=tmp_path,
        speed=3,
        llm_base_url="http://127.0.0.1:1/v1",
        llm_model="offline",
        port=1,
        latency=0.5,
        temperature=0.0,
        hallucination=0.2,
        errors="misjudge=0.1",
    )


def a_task(*robots: TaskRobot) -> Task:
    return Task("s", "h.json", 0, (), robots)


def test_the_shipped_list_has_every_executable_once() -> None:
    names = [node.executable for node in load_nodes(NODES)]
    assert sorted(names) == [
        "base_stop", "broker", "cell", "cell_rounds", "cell_speaker", "gazebo", "isaac",
        "isaac_masks", "observer", "offline_model", "perception", "planner", "player", "segmenter",
        "simulator", "skills",
    ]  # fmt: skip


def test_a_hosted_model_needs_no_offline_one() -> None:
    nodes = needed(load_nodes(NODES), {When.EMBEDDED, When.RECORDED})
    assert "offline_model" not in [node.executable for node in nodes]
    assert {n.executable for n in needed(load_nodes(NODES), set())} == {
        "broker", "perception", "planner", "skills",
    }  # fmt: skip


def test_a_segmenter_runs_only_where_it_is_asked_for() -> None:
    nodes = {n.executable: n for n in needed(load_nodes(NODES), {When.SEGMENTED})}
    assert set(nodes) == {"broker", "perception", "planner", "segmenter", "skills"}
    values = {"segmenter_model": "/m.onnx", "segmenter_classes": "/c.yaml"}
    assert nodes["segmenter"].filled(values)["model"] == "/m.onnx"


def test_robots_get_processes_of_their_own_in_their_namespace(settings: RunSettings) -> None:
    task = a_task(
        TaskRobot("late", "cart", Pose(0, 0), joins_at=60.0),
        TaskRobot("dog", "dog.yaml", Pose(0, 0)),
    )
    specs = build_processes(needed(load_nodes(NODES), DEMO), task, settings)
    names = [spec.name for spec in specs]
    assert names[:2] == ["simulator", "observer"]
    assert names[-6:-3] == ["dog.perception", "dog.skills", "dog.planner"]
    late = next(spec for spec in specs if spec.name == "late.planner")
    assert (late.robot, late.starts_at) == ("late", 60.0)
    assert "__ns:=/late" in late.command


def test_where_nav2_drives_each_robot_has_its_own(settings: RunSettings) -> None:
    robots = (TaskRobot("late", "cart", Pose(1, 2, 0.5), joins_at=60.0),)
    task = replace(a_task(*robots), navigation=Navigation.NAV2)
    (nav2,) = [s for s in build_processes((), task, settings) if s.name == "late.nav2"]
    assert nav2.command[0] == sys.executable  # the system's lacks what our launch files import
    assert nav2.participants == PARTICIPANTS
    assert nav2.starts_at == 60.0
    told = dict(word.split(":=") for word in nav2.command if ":=" in word)
    assert (told["namespace"], told["initial_pose"]) == ("late", "1,2,0.5")
    assert (told["localization"], told["use_sim_time"]) == ("given", "true")
    assert told["map"] == str(settings.run_dir / "map.yaml")
    assert not build_processes((), a_task(*robots), settings)


def test_what_starts_nav2_can_load_our_launch_file() -> None:
    pytest.importorskip("ros2launch", reason="ros2launch is not importable: no ROS 2 is sourced")
    command = (*nav2_command({}, config_dir()), "--show-args")
    shown = subprocess.run(command, capture_output=True, text=True, timeout=100.0, check=False)
    assert shown.returncode == 0, shown.stderr
    assert "'localization'" in shown.stdout


def test_parameters_reach_ros_with_their_types(settings: RunSettings) -> None:
    specs = build_processes(needed(load_nodes(NODES), DEMO), a_task(), settings)
    by_name = {spec.name: spec.command for spec in specs}
    assert "speed:=3.0" in by_name["simulator"]
    assert "use_sim_time:=true" in by_name["broker"]
    assert f"task:={json.dumps(str(settings.task_file))}" in by_name["observer"]
    assert "output:=json" in by_name["observer"]
    model = by_name["offline_model"]
    assert model[model.index("--hallucination") + 1] == "0.2"
    assert model[model.index("--errors") + 1] == "misjudge=0.1"


def test_an_http_server_gets_options(settings: RunSettings) -> None:
    node = NodeSpec("m", "pkg.m", Per.TEAM, Protocol.HTTP, parameters={"port": "{port}"})
    (spec,) = build_processes((node,), a_task(), settings)
    assert spec.command[1:] == ("-m", "pkg.m", "--port", "1")


def test_a_value_that_nobody_gives_is_named(settings: RunSettings) -> None:
    node = NodeSpec("m", "pkg.m", Per.TEAM, parameters={"x": "{nothing}"})
    with pytest.raises(ConfigError, match=r"m\.x: no value for \{nothing\}"):
        build_processes((node,), a_task(), settings)


def test_a_missing_card_is_named(settings: RunSettings) -> None:
    with pytest.raises(ConfigError, match="no such robot card"):
        robot_card_path(settings.config_dir, "ghost")


def test_a_card_may_be_a_file_of_one_s_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").mkdir()
    card = tmp_path / "mine" / "rover.yaml"
    card.write_text("capability: {robot_type: rover}\n")
    monkeypatch.chdir(tmp_path)
    for name in ("mine/rover.yaml", "mine/rover", str(card)):
        assert robot_card_path(config_dir(), name) == card
    assert robot_card_path(config_dir(), "tall") == config_dir() / "robots" / "tall.yaml"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- a", "expected a list of processes"),
        ("nodes: [{executable: a, module: b}]", r"nodes\[0\].*per"),
        ("nodes: [{executable: a, module: b, per: house}]", r"nodes\[0\].*per"),
        ("nodes: [{executable: a, module: b, per: team, extra: 1}]", "unknown key 'extra'"),
        (
            "nodes: [{executable: a, module: b, per: team}, {executable: a, module: c, per: team}]",
            "listed twice",
        ),
    ],
)
def test_a_wrong_list_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "nodes.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=message):
        load_nodes(path)


def test_a_robot_whose_clock_is_ahead_listens_to_its_own(settings: RunSettings) -> None:
    node = NodeSpec("n", "m", Per.ROBOT, back_within=1.0)
    task = a_task(
        TaskRobot("dog", "dog", Pose(0, 0), clock_ahead=5.0), TaskRobot("cart", "cart", Pose(0, 0))
    )
    early, right = build_processes((node,), task, settings)
    assert "/clock:=/dog/clock" in early.command
    assert not any("/clock" in word for word in right.command)
    assert early.back_within == 1.0


def test_large_teams_are_discovered_beyond_localhost() -> None:
    assert team_environment(13, 5, {})["ROS_AUTOMATIC_DISCOVERY_RANGE"] == "LOCALHOST"
    assert team_environment(63, 5, {})["ROS_AUTOMATIC_DISCOVERY_RANGE"] == "SUBNET"
    chosen = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "OFF"}
    assert team_environment(63, 5, chosen)["ROS_AUTOMATIC_DISCOVERY_RANGE"] == "OFF"


@pytest.mark.parametrize(
    ("participants", "present", "is_doubted"),
    [(63, "", False), (63, "SUBNET", False), (63, "LOCALHOST", True), (13, "LOCALHOST", False)],
)
def test_who_bids_many_participants_stay_on_localhost_is_told(
    participants: int, present: str, is_doubted: bool
) -> None:
    chosen = {"ROS_AUTOMATIC_DISCOVERY_RANGE": present} if present else {}
    doubt = discovery_doubt(participants, team_environment(participants, 5, chosen))
    assert bool(doubt) is is_doubted
    assert ("63 DDS participants" in doubt) is is_doubted


def test_the_robot_that_joins_late_may_follow_another_policy(settings: RunSettings) -> None:
    task = a_task(
        TaskRobot("late", "cart", Pose(0, 0), joins_at=60.0, ad_hoc=True),
        TaskRobot("dog", "dog.yaml", Pose(0, 0)),
    )
    chosen = replace(settings, policy="cot", team_policy="heuristic")
    commands = {
        s.name: s.command for s in build_processes(needed(load_nodes(NODES), DEMO), task, chosen)
    }
    assert 'policy:="cot"' in commands["late.planner"]
    assert 'policy:="heuristic"' in commands["dog.planner"]


def test_every_shipped_parameter_is_filled_in_and_the_files_that_it_names_are_there() -> None:
    values = settings_values(
        RunSettings(Path("task.json"), config_dir(), Path("run"), 1.0, "http://127.0.0.1/v1", "m")
    )
    skills = next(node for node in load_nodes(NODES) if node.executable == "skills")
    filled = skills.filled({**values, "robot_card": "card.yaml"})
    assert not [value for value in filled.values() if "{" in str(value)]
    assert all(Path(str(filled[name])).is_file() for name in ("skills_config", "safety_config"))
