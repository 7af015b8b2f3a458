# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Nav2 is told what the robot's card says, in frames and topics of that robot."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import yaml

from adhoc_teamwork.simulation.simulator import STEP
from adhoc_teamwork.skills.nav2.keep_out import MARGIN
from adhoc_teamwork.skills.nav2.parameters import VELOCITY_NODES, nav2_parameters
from adhoc_teamwork.skills.nav2.velocity_priorities import velocity_priorities
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.reach_line import ReachLine
from adhoc_teamwork.teamwork.bodies.resume import GraspShares
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard, load_robot_card
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.navigation import NAV2_PLUGINS
from adhoc_teamwork.teamwork.settings.places import config_dir

CARDS = ("quadruped", "small", "tall")
NODES = {
    *("amcl", "bt_navigator", "controller_server", "planner_server", "smoother_server"),
    *("behavior_server", "waypoint_follower", "velocity_smoother", "collision_monitor"),
    *("docking_server", "route_server", "local_costmap", "global_costmap"),
    "following_server",
}
"""What nav2_bringup of Lyrical starts, but for map_server and the lifecycle managers; the last one
is not started before."""

BASE_FRAMES = {
    **dict.fromkeys(("amcl", "collision_monitor"), "base_frame_id"),
    **dict.fromkeys(("docking_server", "following_server", "route_server"), "base_frame"),
    **dict.fromkeys(("bt_navigator", "behavior_server", "smoother_server"), "robot_base_frame"),
    **dict.fromkeys(("local_costmap", "global_costmap"), "robot_base_frame"),
}
"""The parameter of each node of Nav2 that looks up where the robot's base is."""
ODOM_FRAMES = {
    **dict.fromkeys(("amcl", "collision_monitor"), "odom_frame_id"),
    **dict.fromkeys(("docking_server", "following_server"), "fixed_frame"),
    "behavior_server": "local_frame",
    "local_costmap": "global_frame",
}
"""The same, of odometry's frame."""

BROUGHT = {
    *("nav2_bt_navigator", "nav2_controller", "nav2_smoother", "nav2_behaviors"),
    *("opennav_docking", "nav2_costmap_2d"),
}
"""Packages of plugins that are nodes' as well, or that nodes depend on."""


@pytest.fixture(params=CARDS)
def card(request: pytest.FixtureRequest) -> RobotCard:
    return load_robot_card(config_dir() / "robots" / f"{request.param}.yaml")


def told(card: RobotCard, start: Pose | None = None) -> dict[str, Any]:
    """Return each node's parameters, as a file gives them back."""
    nodes = yaml.safe_load(yaml.safe_dump(nav2_parameters("rex", card, start)))
    return {
        name: (given if "ros__parameters" in given else given[name])["ros__parameters"]
        for name, given in nodes.items()
    }


def leaves(given: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in given.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def test_every_node_is_told_of_and_every_plugin_is_described(card: RobotCard) -> None:
    nodes = told(card)
    assert set(nodes) == NODES
    for given in nodes.values():
        for key, value in given.items():
            if key.endswith(("_plugins", "plugins", "navigators", "polygons")):
                assert all(name in given for name in value), key


def test_where_nav2_is_looked_for_so_is_each_plugin_that_no_node_brings(card: RobotCard) -> None:
    named = {
        value.split("::")[0]
        for given in told(card).values()
        for key, value in leaves(given)
        if key.endswith("plugin")
    }
    assert named - BROUGHT == set(NAV2_PLUGINS)


def test_frames_and_topics_are_the_robots_own(card: RobotCard) -> None:
    for name, given in told(card).items():
        for key, value in leaves(given):
            if key.endswith(("frame", "frame_id")):
                assert value in ("map", "rex/odom", "rex/base_link"), (name, key)
            elif key.endswith("scan.topic") and "costmap" in name:
                # A costmap has a namespace of its own.
                assert value == f"/rex/{topics.SCAN}"
    nodes = told(card)
    # What is left out is another robot's, or nobody's: defaults have no name in them.
    assert {nodes[name][key] for name, key in BASE_FRAMES.items()} == {"rex/base_link"}
    assert {nodes[name][key] for name, key in ODOM_FRAMES.items()} == {"rex/odom"}
    assert nodes["controller_server"]["speed_limit_topic"] == topics.SPEED_LIMIT
    assert nodes["amcl"]["scan_topic"] == topics.SCAN
    assert nodes["collision_monitor"]["cmd_vel_out_topic"] == topics.CMD_VEL_AUTONOMOUS


def test_plans_go_round_the_zones_of_which_the_robots_own_skills_tell(card: RobotCard) -> None:
    costmap = told(card)["global_costmap"]
    (name,) = costmap["filters"]
    assert name not in costmap["plugins"]
    assert costmap[name]["plugin"] == "nav2_costmap_2d::KeepoutFilter"
    assert costmap[name]["filter_info_topic"] == f"/rex/{topics.KEEP_OUT_FILTER}"
    assert costmap[name]["override_lethal_cost"] is True
    # A goal at a zone's edge is reached from within the margin that the mask adds.
    planner = told(card)["planner_server"]
    assert planner["GridBased"]["tolerance"] >= MARGIN


def test_one_kind_of_velocity_goes_all_the_way_to_the_base(card: RobotCard) -> None:
    """Each distribution has its own default, and the base hears nothing where two parts differ."""
    nodes = told(card)
    stamped = {name for name, given in nodes.items() if "enable_stamped_cmd_vel" in given}
    assert stamped == set(VELOCITY_NODES)
    assert not any(nodes[name]["enable_stamped_cmd_vel"] for name in VELOCITY_NODES)
    assert velocity_priorities()["use_stamped"] is False


def test_speeds_and_radius_are_the_cards(card: RobotCard) -> None:
    nodes, body, speed = told(card), card.body, card.capability.max_speed
    assert nodes["controller_server"]["FollowPath"]["desired_linear_vel"] == speed
    smoother = nodes["velocity_smoother"]
    assert smoother["max_velocity"] == [speed, 0.0, body.max_turn_rate]
    assert smoother["max_accel"][0] == body.acceleration
    assert nodes["local_costmap"]["robot_radius"] == body.radius
    assert nodes["global_costmap"]["inflation_layer"]["inflation_radius"] > body.radius
    assert nodes["collision_monitor"]["body"]["radius"] == body.radius


@pytest.mark.parametrize(
    ("server", "costmap"),
    [("controller_server", "local_costmap"), ("planner_server", "global_costmap")],
)
def test_a_cleared_costmap_is_waited_for_up_to_the_speed_that_bases_follow(
    card: RobotCard, server: str, costmap: str
) -> None:
    """Costmaps go by the wall clock, who waits for them by simulated time (docs/navigation.md)."""
    nodes, fastest = told(card), 8.0
    update = fastest / nodes[costmap]["update_frequency"]
    assert nodes[server]["costmap_update_timeout"] > update


def test_steps_of_the_simulators_clock_are_no_silence_of_a_node(card: RobotCard) -> None:
    navigator = told(card)["bt_navigator"]
    for name in ("default_server_timeout", "default_cancel_timeout"):
        assert isinstance(navigator[name], int)
        assert navigator[name] > 1000 * 10 * STEP


def test_it_knows_where_it_starts_or_waits(card: RobotCard) -> None:
    """Nav2's costmaps wait for a minute alone, and are not tried again."""
    hour = 3600.0
    for name in ("local_costmap", "global_costmap"):
        assert told(card)[name]["initial_transform_timeout"] > hour
    amcl = told(card, Pose(1.5, -2.0, 0.7))["amcl"]
    assert amcl["set_initial_pose"] is True
    assert amcl["initial_pose"] == {"x": 1.5, "y": -2.0, "z": 0.0, "yaw": 0.7}
    assert "initial_pose" not in told(card)["amcl"]
    assert amcl["tf_broadcast"] is True
    located = nav2_parameters("rex", card, located=True)["amcl"]["ros__parameters"]
    assert located["tf_broadcast"] is False


def test_a_robot_whose_arm_reaches_along_a_line_is_turned_more_exactly(card: RobotCard) -> None:
    shares = GraspShares((0.2, 1.0), (0.0, 1.0), ((0.5, 0.5), (0.5, 0.5)))
    told_of = [
        told(replace(card, grasps=one))["controller_server"]["goal_checker"]["yaw_goal_tolerance"]
        for one in (None, shares, replace(shares, line=ReachLine(0.0, 0.08)))
    ]
    assert told_of[0] == told_of[1] > told_of[2]
