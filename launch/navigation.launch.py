# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start Nav2 for one robot, through nav2_bringup, with parameters from the robot's card."""

from pathlib import Path
from typing import Any

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, GroupAction, OpaqueFunction
from launch_ros.actions import Node, SetParameter, SetRemap

from adhoc_teamwork.bringup.process_control.paths import robot_card_path
from adhoc_teamwork.bringup.ros.launch_files.body_bringup import parameter_file
from adhoc_teamwork.bringup.ros.launch_files.launch_arguments import (
    argument,
    boolean,
    check_file,
    robot_arguments,
)
from adhoc_teamwork.bringup.ros.launch_files.packages import include_from, need
from adhoc_teamwork.skills.nav2.parameters import nav2_parameters
from adhoc_teamwork.skills.nav2.velocity_priorities import velocity_priorities
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

OPTIONS = {
    "use_sim_time": ("false", "Take time from /clock."),
    "autostart": ("true", "Bring Nav2's nodes up without being asked."),
    "use_composition": ("False", "Run Nav2's nodes in one process."),
    "use_respawn": ("False", "Start a node that has crashed again; not with use_composition."),
    "log_level": ("info", "How much Nav2's nodes log."),
}
"""Arguments that nav2_bringup has under the same names: default and description."""

DISTRIBUTIONS = {"use_namespace": "true", "use_keepout_zones": "False", "use_speed_zones": "False"}
"""Arguments of nav2_bringup that some releases have: the first up to Jazzy, where it turns the
namespace on, the others from Kilted on, where maps of zones are waited for that nobody gives."""


BOND_TIMEOUT = 15.0
"""Seconds without a sign of life after which Nav2's lifecycle managers take a node for dead, and
bring all of the robot's down. By their own 4 they do so while another robot's Nav2 starts on the
same small computer. nav2_bringup gives its managers no file of parameters."""

NAV2_WISHES = "cmd_vel_nav"
"""What nav2_bringup's velocity smoother hears; it goes on through the collision monitor."""


def generate_launch_description() -> LaunchDescription:
    """Describe one robot's Nav2."""
    return LaunchDescription(
        [
            *robot_arguments(),
            DeclareLaunchArgument(
                "map", description="The map's YAML file, as adhoc world --map writes one."
            ),
            DeclareLaunchArgument(
                "initial_pose",
                default_value="",
                description="X,Y,YAW in map where the robot stands, metres and radians; empty: "
                "wait for initialpose.",
            ),
            DeclareLaunchArgument(
                "localization",
                default_value="amcl",
                description="Who tells where the robot is in map: amcl, or given (another node's "
                "transform from map to odom).",
            ),
            DeclareLaunchArgument(
                "base_frame",
                default_value="base_link",
                description="The robot's link on the floor, without its name.",
            ),
            DeclareLaunchArgument(
                "params_file",
                default_value="",
                description="Nav2's parameters in place of those from the robot's card.",
            ),
            *(
                DeclareLaunchArgument(name, default_value=default, description=description)
                for name, (default, description) in OPTIONS.items()
            ),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    robot = argument(context, "namespace").strip("/")
    given = {name: argument(context, name) for name in OPTIONS}
    own = check_file(argument(context, "params_file"), "params_file")
    # Checked here, for nav2_bringup complains of a wrong word in many lines.
    boolean(context, "use_sim_time")
    included = include_from(
        "nav2_bringup",
        "bringup_launch.py",
        {
            **given,
            "namespace": robot,
            **DISTRIBUTIONS,
            "slam": "False",
            "map": check_file(argument(context, "map"), "map"),
            "params_file": own or str(_write_parameters(context, robot)),
        },
    )
    # nav2_bringup gives each robot a /tf of its own; here all share one, with names in the frames.
    shared = [SetRemap(src=topic, dst=topic) for topic in ("/tf", "/tf_static")]
    if own:
        # Who brings parameters of Nav2 says there, too, what its commands go through.
        return [GroupAction([*shared, included])]
    # nav2_bringup's docking and following servers tell the base itself, past all that may stop it.
    heeding = SetRemap(src=topics.CMD_VEL, dst=NAV2_WISHES)
    patient = SetParameter("bond_timeout", BOND_TIMEOUT)
    priorities = _priorities(robot, boolean(context, "use_sim_time"))
    return [GroupAction([*shared, heeding, patient, included]), priorities]


def _priorities(robot: str, sim_time: bool) -> Node:
    """Return what lets an emergency stop go before Nav2's commands to the base."""
    need("twist_mux")
    return Node(
        package="twist_mux",
        executable="twist_mux",
        namespace=robot,
        parameters=[velocity_priorities(), {"use_sim_time": sim_time}],
        remappings=[("cmd_vel_out", topics.CMD_VEL)],
    )


def _write_parameters(context: Any, robot: str) -> Path:
    card = load_robot_card(robot_card_path(config_dir(), argument(context, "robot_card")))
    start = _pose(argument(context, "initial_pose"))
    localization = argument(context, "localization")
    if localization not in ("amcl", "given"):
        raise ConfigError(f"localization:={localization}: expected amcl or given")
    base, located = argument(context, "base_frame"), localization == "given"
    told = nav2_parameters(robot, card, start, base, located)
    return parameter_file(robot, "nav2", told)


def _pose(text: str) -> Pose | None:
    if not text:
        return None
    try:
        x, y, yaw = (float(word) for word in text.split(","))
    except ValueError:
        raise ConfigError(f"initial_pose:={text}: expected X,Y,YAW") from None
    return Pose(x, y, yaw)
