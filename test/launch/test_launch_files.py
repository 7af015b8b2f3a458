# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The launch files load and say what their arguments are; the broker really starts and ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from launch_walk import FOLDER, describe, nodes, settled, started, visit
from other_packages import write_packages

_WHY = "{} is not importable: it comes with a ROS 2 installation, not with the wheels"
pytest.importorskip("launch.actions", reason=_WHY.format("launch"))
pytest.importorskip("launch_ros.actions", reason=_WHY.format("launch_ros"))
pytest.importorskip("launch_testing", reason=_WHY.format("launch_testing"))

HERE = Path(__file__).parent
FILES = sorted(path.name for path in FOLDER.glob("*.launch.py"))


def test_all_are_there() -> None:
    rooms = (
        *("broker", "demo", "gazebo", "isaac", "moveit", "navigation"),
        *("perception", "record", "replay", "robot", "team"),
    )
    assert [f"{room}.launch.py" for room in rooms] == FILES


@pytest.mark.parametrize("name", FILES)
def test_every_argument_is_described(name: str) -> None:
    arguments = describe(name).get_launch_arguments()
    assert arguments
    for argument in arguments:
        assert argument.description not in ("", "no description given"), argument.name


def test_a_robot_has_its_three_nodes() -> None:
    actions = visit("robot.launch.py", {"namespace": "r1", "robot_card": "small"})
    assert sorted(nodes(actions)) == ["base_stop", "perception", "planner", "skills"]


def test_a_robot_with_a_segmenter_has_one_more(tmp_path: Path) -> None:
    model = tmp_path / "model.onnx"
    model.touch()
    given = {"namespace": "r1", "robot_card": "small", "segmenter_model": str(model)}
    actions = visit("robot.launch.py", given)
    assert sorted(nodes(actions)) == ["base_stop", "perception", "planner", "segmenter", "skills"]


def test_a_team_has_one_broker_and_robots() -> None:
    actions = visit("team.launch.py", {"robots": "a=small,b=quadruped"})
    assert sorted(nodes(actions)) == [
        *2 * ["base_stop"],
        "broker",
        *2 * ["perception"],
        *2 * ["planner"],
        *2 * ["skills"],
    ]


HABITS = {"use_sim_time", "params_file", "autostart", "use_respawn", "log_level"}


@pytest.mark.parametrize("name", ["broker", "robot", "team"])
def test_arguments_are_named_as_nav2_bringup_names_them(name: str) -> None:
    arguments = describe(f"{name}.launch.py").get_launch_arguments()
    assert {argument.name for argument in arguments} >= HABITS


@pytest.mark.parametrize("name", ["robot", "team"])
def test_nodes_can_be_left_to_a_lifecycle_manager(name: str) -> None:
    given = {"robot_card": "small", "namespace": "a", "robots": "a=small"}
    for autostart in ("true", "false"):
        asked = {**given, "autostart": autostart, "log_level": "warn", "use_respawn": "false"}
        actions = visit(f"{name}.launch.py", asked)
        assert {"perception", "skills", "planner"} <= set(nodes(actions))
        for action in (a for a in actions if type(a).__name__ == "Node"):
            _, parameters, words = settled(action)
            assert words[words.index("--log-level") + 1] == "warn"
            # What stops the robot waits for nobody.
            managed = None if action.node_executable == "base_stop" else autostart == "true"
            assert parameters.get("autostart") is managed
            assert action._ExecuteLocal__respawn is False


@pytest.mark.parametrize(
    ("name", "arguments", "complaint"),
    [
        ("robot.launch.py", {"namespace": "r", "robot_card": "none"}, "no such robot card"),
        (
            "robot.launch.py",
            {"namespace": "r", "robot_card": "small", "segmenter_model": "/none.onnx"},
            "no such file",
        ),
        ("broker.launch.py", {"use_sim_time": "maybe"}, "expected true or false"),
        ("broker.launch.py", {"autostart": "later"}, "autostart:=later: expected true or false"),
        ("broker.launch.py", {"log_level": "loud"}, "expected one of debug, info"),
        ("team.launch.py", {"robots": "a"}, "NAME=CARD"),
        ("team.launch.py", {"robots": "a=small,a=small"}, "name of its own"),
        ("demo.launch.py", {"speed": "fast"}, "expected a number"),
        ("perception.launch.py", {"masks": "wishes"}, "expected one of instances, classes"),
        ("perception.launch.py", {"camera_pose": "1,2"}, "expected X,Y,Z,ROLL,PITCH,YAW"),
    ],
)
def test_a_wrong_argument_is_named(name: str, arguments: dict[str, str], complaint: str) -> None:
    from adhoc_teamwork.teamwork.settings.config import ConfigError

    with pytest.raises(ConfigError, match=complaint):
        visit(name, arguments)


def test_the_demo_refuses_nav2_where_none_is_sourced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMENT_PREFIX_PATH", "/nowhere")
    from adhoc_teamwork.teamwork.settings.config import ConfigError

    with pytest.raises(ConfigError, match="navigation nav2: nav2_bringup"):
        visit("demo.launch.py", {"navigation": "nav2"})


def test_the_demo_starts_what_the_list_names(tmp_path: Path) -> None:
    from adhoc_teamwork.bringup.process_control.nodes import When, load_nodes, needed
    from adhoc_teamwork.teamwork.settings.places import config_dir

    actions = visit("demo.launch.py", {"out": str(tmp_path / "run")})
    started = set(nodes(actions))
    run = {When.EMBEDDED, When.OFFLINE, When.RECORDED}
    listed = needed(load_nodes(config_dir() / "nodes.yaml"), run)
    assert started == {node.executable for node in listed if node.protocol == "ros"}
    assert (tmp_path / "run" / "task.json").is_file()


def test_where_nav2_drives_the_demo_starts_one_for_each_robot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_packages(tmp_path / "ros")
    own = os.environ["AMENT_PREFIX_PATH"]
    monkeypatch.setenv("AMENT_PREFIX_PATH", f"{tmp_path / 'ros'}{os.pathsep}{own}")
    given = {"navigation": "nav2", "out": str(tmp_path / "run")}
    actions = visit("demo.launch.py", given)
    names = nodes(actions)
    assert names.count("nav2_node") == names.count("twist_mux") == names.count("skills") == 3
    assert (tmp_path / "run" / "map.yaml").is_file()


def test_perception_alone_listens_to_a_camera_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from launch_ros.actions import SetRemap

    write_packages(tmp_path)
    own = os.environ["AMENT_PREFIX_PATH"]
    monkeypatch.setenv("AMENT_PREFIX_PATH", f"{tmp_path}{os.pathsep}{own}")
    given = {
        "namespace": "eye",
        "depth": "/cam/depth",
        "masks": "yolo",
        "mask_topic": "/yolo/tracking",
        "camera_frame": "camera_link",
        "camera_pose": "0,0,1.2,0,0.3,0",
    }
    actions = visit("perception.launch.py", given)
    assert nodes(actions) == ["perception", *2 * ["static_transform_publisher"]]
    _, parameters, _ = settled(started(actions, "perception")["/eye"])
    assert parameters["masks"] == "yolo"
    assert parameters["classes"].endswith("coco.yaml")
    assert parameters["robot_card"].endswith("camera.yaml")
    remaps = {r.src[0].text: r.dst[0].text for r in actions if isinstance(r, SetRemap)}
    assert remaps == {
        "camera/depth/image_raw": "/cam/depth",
        "camera/yolo_detections": "/yolo/tracking",
    }
    assert nodes(visit("perception.launch.py", {})) == ["perception"]


@pytest.mark.parametrize("path", sorted(HERE.glob("launchtest_*.py")), ids=lambda path: path.stem)
def test_running(path: Path, ros_domain: int) -> None:
    del ros_domain  # The environment that the launched processes inherit now holds it.
    packages = pytest.importorskip("ament_index_python.packages")
    try:
        packages.get_package_prefix("adhoc_teamwork")
    except LookupError:
        pytest.skip("adhoc_teamwork is not installed as a ROS package: colcon build installs it")
    command = [sys.executable, "-m", "launch_testing.launch_test", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
