# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A team in Gazebo, walked: every node, parameter, remap and topic against the contract."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from launch_walk import nodes, settled, started, visit
from other_packages import GAZEBO_ARGUMENTS, NAV2_ARGUMENTS, NAV2_ZONES, write_packages
from page_tables import contract_rows, table_rows

from adhoc_teamwork.simulation.gazebo.names import FINGERS, LABELS_MAP, MOTION
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.settings.config import ConfigError

_WHY = "{} is not importable: it comes with a ROS 2 installation, not with the wheels"
pytest.importorskip("launch.actions", reason=_WHY.format("launch"))
pytest.importorskip("launch_ros.actions", reason=_WHY.format("launch_ros"))

NAME = "gazebo.launch.py"
TEAM = {"rex": "quadruped", "high": "tall", "tiny": "small"}
OFF = dict.fromkeys(("navigation", "moveit", "team"), "false")
DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Return arguments, with all packages in place that the launch file needs."""
    folder = tmp_path_factory.mktemp("gazebo")
    write_packages(folder / "prefix")
    robots = ",".join(f"{name}={card}" for name, card in TEAM.items())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AMENT_PREFIX_PATH", str(folder / "prefix"))
        patch.setattr("tempfile.tempdir", str(folder))
        yield {"robots": robots, "files": str(folder / "run")}


@pytest.fixture(scope="module")
def walked(given: dict[str, str]) -> list[Any]:
    """Return all actions of a start with the usual arguments, and three robots."""
    return visit(NAME, given)


def included(actions: list[Any], part: str) -> list[dict[str, str]]:
    """Return what is handed to each included launch file whose path holds `part`."""
    from launch import LaunchContext
    from launch.actions import IncludeLaunchDescription

    found = []
    for action in actions:
        if isinstance(action, IncludeLaunchDescription):
            source = action.launch_description_source
            source.get_launch_description(LaunchContext())
            if part in source.location:
                found.append({str(key): str(value) for key, value in action.launch_arguments})
    return found


def test_every_robot_has_its_nodes_and_the_team_has_its_own(walked: list[Any]) -> None:
    found = nodes(walked)
    robots = len(TEAM)
    each = (
        *("create", "robot_state_publisher", "nav2_node", "twist_mux"),
        *("perception", "skills", "base_stop", "planner"),
    )
    expected = [
        *(robots * list(each)),
        *((robots + 1) * ["parameter_bridge"]),
        *("gz_sim", "gazebo", "broker", "spawner", "move_group"),
    ]
    assert sorted(found) == sorted(expected)


def test_what_is_switched_off_is_not_started(given: dict[str, str]) -> None:
    found = set(nodes(visit(NAME, {**given, **OFF})))
    left = {"gz_sim", "parameter_bridge", "gazebo", "create", "robot_state_publisher", "spawner"}
    assert found == left
    assert "rviz2" in nodes(visit(NAME, {**given, **OFF, "use_rviz": "true"}))


def test_gazebo_gets_the_world_and_only_arguments_that_it_has(given: dict[str, str]) -> None:
    words = {"headless": "true", "gz_args": "-v 3"}
    (told,) = included(visit(NAME, {**given, **OFF, **words}), "gz_sim.")
    assert set(told) <= set(GAZEBO_ARGUMENTS)
    world = Path(given["files"]) / "world.sdf"
    assert told["gz_args"] == f"-r -s --headless-rendering {world} -v 3"
    assert ElementTree.parse(world).getroot().find("world[@name='two_rooms']") is not None


def test_robots_stand_where_nav2_believes_them(walked: list[Any], given: dict[str, str]) -> None:
    nav2 = {told["namespace"]: told for told in included(walked, "bringup_launch")}
    assert set(nav2) == set(TEAM)
    for space, action in started(walked, "create").items():
        words = settled(action)[2]
        told = {key: words[words.index(key) + 1] for key in ("-x", "-y", "-Y", "-world", "-topic")}
        assert (told["-world"], told["-topic"]) == ("two_rooms", "robot_description")
        robot = space.strip("/")
        assert set(nav2[robot]) <= {*NAV2_ARGUMENTS, *NAV2_ZONES}
        assert nav2[robot]["use_namespace"] == "true"
        assert [nav2[robot][zones] for zones in NAV2_ZONES] == ["False", "False"]
        assert nav2[robot]["map"] == str(Path(given["files"]) / "map.yaml")
        parameters = yaml.safe_load(Path(nav2[robot]["params_file"]).read_text())
        amcl = parameters["amcl"]["ros__parameters"]
        start = [amcl["initial_pose"][key] for key in ("x", "y", "yaw")]
        assert start == [float(told[key]) for key in ("-x", "-y", "-Y")]
        assert amcl["base_frame_id"] == f"{robot}/base_link"


def test_all_robots_share_one_tf(walked: list[Any]) -> None:
    """The remaps of nav2_bringup to a /tf of each robot's own come too late to count."""
    from launch import LaunchContext
    from launch_ros.actions import Node, SetRemap

    remaps = [action for action in walked if isinstance(action, SetRemap)]
    assert len(remaps) == 3 * len(TEAM)
    context = LaunchContext()
    for action in remaps[:2]:
        action.execute(context)
    (node, *_) = [a for a in walked if isinstance(a, Node) and a.node_executable == "nav2_node"]
    node._perform_substitutions(context)
    rules = node.expanded_remapping_rules
    assert rules.index(("/tf", "/tf")) < rules.index(("/tf", "tf"))
    assert rules.index(("/tf_static", "/tf_static")) < rules.index(("/tf_static", "tf_static"))


def test_every_node_takes_gazebos_time(walked: list[Any]) -> None:
    from launch_ros.actions import Node

    for action in walked:
        if isinstance(action, Node) and action.node_executable not in ("gz_sim", "create"):
            space, told, _ = settled(action)
            if action.node_executable in ("nav2_node", "move_group"):
                continue
            # The bridge of the clock itself has no other clock.
            assert told["use_sim_time"] is (space not in ("", "/") or "config_file" not in told)
    for told in included(walked, "bringup_launch"):
        assert told["use_sim_time"] == "true"


def test_links_bear_the_robots_name(walked: list[Any]) -> None:
    for space, action in started(walked, "robot_state_publisher").items():
        _, told, _ = settled(action)
        assert told["frame_prefix"] == f"{space.strip('/')}/"
        root = ElementTree.fromstring(told["robot_description"])
        assert root.get("name") == space.strip("/")


def test_controllers_are_those_that_the_skills_speak_to(walked: list[Any]) -> None:
    ((space, spawner),) = started(walked, "spawner").items()
    words = settled(spawner)[2]
    assert space == "/rex"
    assert "/rex/controller_manager" in words
    file = Path(words[words.index("--param-file") + 1])
    parameters = yaml.safe_load(file.read_text())
    for action in (topics.FOLLOW_JOINT_TRAJECTORY, topics.GRIPPER_COMMAND):
        controller = action.split("/")[0]
        assert controller in words
        assert f"/rex/{controller}" in parameters


def given_topics(run: Path, robot: str) -> set[str]:
    """Return what comes to ROS through a robot's bridge, or leaves it."""
    entries = yaml.safe_load((run / robot / "bridge.yaml").read_text())
    return {entry["ros_topic_name"] for entry in entries}


@pytest.mark.usefixtures("walked")
def test_the_page_says_who_gives_each_topic_of_thecontract_rows(given: dict[str, str]) -> None:
    told = dict(table_rows((DOCS / "gazebo.md").read_text(), "| topic or action | who gives it |"))
    drivers = [
        name
        for names, row in contract_rows((DOCS / "ros_graph.md").read_text())
        if "simulator" in row.strip("|").split("|")[3]
        for name in names
    ]
    # What only the built-in simulator says, to nobody on a robot.
    own = {"/radio_links", "/world_events", "manipulate"}
    missing = [
        name
        for name in drivers
        if name not in told and name not in own and not name.endswith("/worked_off")
    ]
    assert not missing
    run = Path(given["files"])
    for name, giver in told.items():
        for robot, card in TEAM.items():
            wheels = card != "quadruped"
            if giver.startswith("bridge") and (wheels or "wheels" not in giver):
                clock = yaml.safe_load((run / "clock_bridge.yaml").read_text())
                shared = {entry["ros_topic_name"] for entry in clock}
                assert name in given_topics(run, robot) | shared, (name, robot)


@pytest.mark.usefixtures("walked")
def test_gazebos_own_topics_reach_the_node_beside_it(given: dict[str, str]) -> None:
    run = Path(given["files"])
    assert all(LABELS_MAP in given_topics(run, robot) for robot in TEAM)
    assert MOTION in given_topics(run, "rex")
    controllers = yaml.safe_load((run / "rex" / "controllers.yaml").read_text())
    broadcaster = controllers[f"/rex/{FINGERS.split('/')[0]}"]["ros__parameters"]
    assert broadcaster["use_local_topics"] is True
    assert broadcaster["joints"][0] == topics.GRIPPER_JOINT


def test_skills_know_what_each_grippers_controller_takes(walked: list[Any]) -> None:
    (told,) = {told["params_file"] for told in included(walked, "team.launch")}
    gripper = {"gripper_closed": 0.0, "gripper_open": 0.04}
    assert yaml.safe_load(Path(told).read_text()) == {"/rex/skills": {"ros__parameters": gripper}}


def test_robots_start_where_they_are_told_to(given: dict[str, str]) -> None:
    robots = "rex=quadruped@2,2,0.5 tiny=small@4,2,0"
    actions = visit(NAME, {**given, "moveit": "false", "robots": robots})
    starts = [told["initial_pose"] for told in included(actions, "navigation.launch")]
    assert starts == ["2.0,2.0,0.5", "4.0,2.0,0.0"]


def test_moveit_searches_for_the_skills_where_asked(given: dict[str, str], tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(
        "/tiny/skills: {ros__parameters: {time_limit.Explore: 9.0}}\n"
        "/rex/skills: {ros__parameters: {gripper_open: 0.03}}\n"
    )
    actions = visit(NAME, {**given, "moveit": "false", "arm": "moveit", "params_file": str(own)})
    (told,) = {told["params_file"] for told in included(actions, "team.launch")}
    parameters = yaml.safe_load(Path(told).read_text())
    assert set(parameters) == {"/rex/skills", "/rex/moveit", "/tiny/skills"}
    skills = parameters["/rex/skills"]["ros__parameters"]
    assert (skills["arm"], skills["gripper_open"]) == ("moveit", 0.03)
    semantics = parameters["/rex/moveit"]["ros__parameters"]["robot_description_semantic"]
    groups = [one.get("name") for one in ElementTree.fromstring(semantics).iterfind("group")]
    assert skills["moveit_group"] in groups


def test_how_nodes_start_is_handed_on(given: dict[str, str]) -> None:
    told = {"autostart": "false", "use_respawn": "false", "log_level": "debug"}
    actions = visit(NAME, {**given, "moveit": "false", **told})
    for part in ("bringup_launch", "team.launch"):
        assert all(told.items() <= found.items() for found in included(actions, part))
    with pytest.raises(ConfigError, match="log_level"):
        visit(NAME, {**given, **OFF, "log_level": "loud"})


@pytest.mark.parametrize(
    "package",
    ["ros_gz_sim", "ros_gz_bridge", "nav2_bringup", "gz_ros2_control", "moveit_ros_move_group"],
)
def test_a_missing_package_is_named_in_one_line(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_packages(tmp_path / "prefix", without=package)
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path / "prefix"))
    debian = package.replace("_", "-")
    with pytest.raises(ConfigError, match=f"{package} is not installed.*{debian}") as error:
        visit(NAME, {"robots": "rex=quadruped", "files": str(tmp_path / "run")})
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("arm", "legs", "expected joints or moveit"),
        ("robots", "a", "NAME=CARD"),
        ("house", "none", "no such house"),
        ("seed", "many", "expected a number"),
        ("headless", "maybe", "expected true or false"),
        ("params_file", "/none.yaml", "no such file"),
        ("nav2_params_file", "/none.yaml", "no such file"),
    ],
)
def test_a_wrong_argument_is_named(
    given: dict[str, str], name: str, value: str, complaint: str
) -> None:
    with pytest.raises(ConfigError, match=complaint):
        visit(NAME, {**given, "moveit": "false", name: value})


def test_nav2_and_moveit_start_by_themselves_too(given: dict[str, str], tmp_path: Path) -> None:
    del given
    (tmp_path / "map.yaml").touch()
    shared = {"namespace": "/rex/", "robot_card": "quadruped"}

    def nav2(**more: str) -> list[Any]:
        known = {**shared, "map": str(tmp_path / "map.yaml")}
        return visit("navigation.launch.py", {**known, **more})

    (told,) = included(nav2(), "bringup_launch")
    parameters = yaml.safe_load(Path(told["params_file"]).read_text())
    assert parameters["amcl"]["ros__parameters"]["set_initial_pose"] is False
    with pytest.raises(ConfigError, match="X,Y,YAW"):
        nav2(initial_pose="1,2")
    assert nodes(visit("moveit.launch.py", shared)) == ["move_group"]
    with pytest.raises(ConfigError, match="no arm found"):
        visit("moveit.launch.py", {**shared, "robot_card": "small"})
