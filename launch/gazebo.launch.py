# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start Gazebo Harmonic with a house and a team in it: sensors, Nav2, MoveIt, and our own nodes."""

import tempfile
from pathlib import Path
from typing import Any

from launch import LaunchDescription
from launch.actions import (
    DeclareLaunchArgument,
    LogInfo,
    OpaqueFunction,
)
from launch_ros.actions import Node

from adhoc_teamwork.bringup.process_control.nodes import Per, When
from adhoc_teamwork.bringup.ros.launch_files.body_bringup import controller_spawner, state_publisher
from adhoc_teamwork.bringup.ros.launch_files.gazebo_bringup import (
    NEEDED_BY_CONTROLLERS,
    bridge,
    gazebo,
    spawn,
)
from adhoc_teamwork.bringup.ros.launch_files.launch_arguments import (
    argument,
    boolean,
    check_file,
    network_arguments,
    number,
)
from adhoc_teamwork.bringup.ros.launch_files.launching import (
    model_arguments,
    model_values,
    nodes_for,
    start_nodes,
)
from adhoc_teamwork.bringup.ros.launch_files.packages import include_ours, need
from adhoc_teamwork.bringup.ros.launch_files.starting import NAMES as STARTING
from adhoc_teamwork.bringup.ros.launch_files.starting import read_starting, starting_arguments
from adhoc_teamwork.bringup.ros.launch_files.team_parameters import (
    Told,
    gripper_parameters,
    team_file,
)
from adhoc_teamwork.simulation.gazebo.files import RobotFiles, TeamFiles, write_team
from adhoc_teamwork.skills.moveit.parameters import arm_of_robot, moveit_py_parameters
from adhoc_teamwork.teamwork.bodies.placed_robots import FORM, robots_and_starts
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.bodies.robot_list import listed
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

HERE = Path(__file__).parent

OPTIONS = {
    "house": ("two_rooms", "The house: a file in ProcTHOR's format or a name in config/houses."),
    "robots": (
        "quadruped=quadruped,tall=tall,small=small",
        "NAME=CARD for each robot, separated by commas; the name is its namespace. "
        f"Or {FORM} for each with spaces between, to say where they start: metres and radians.",
    ),
    "seed": ("0", "What start places are drawn with where robots does not say them."),
    "files": ("", "Folder for world, map and robots' files; empty for a temporary one."),
    "headless": ("false", "Run Gazebo without a window; cameras see all the same."),
    "gz_args": ("", "Further words for gz sim's command line."),
    "use_sim_time": ("true", "Take time from /clock, which Gazebo gives."),
    "navigation": ("true", "Start Nav2 for each robot."),
    "moveit": ("true", "Start MoveIt's move_group for each robot with an arm."),
    "arm": ("joints", "Who searches the arm's paths: joints (the skills node) or moveit."),
    "team": ("true", "Start broker, perception, skills and planners."),
    "offline_model": ("true", "Start the rule-based stand-in for a language model."),
    "params_file": ("", "ROS parameter file for the team's nodes."),
    "nav2_params_file": ("", "Nav2's parameters in place of those from the robots' cards."),
    "use_rviz": ("false", "Start RViz."),
    "rviz_config": ("", "RViz's configuration; empty for config/rviz/team.rviz."),
}
"""Name, default and description of the arguments that other launch files do not have, too."""


def generate_launch_description() -> LaunchDescription:
    """Describe a team in Gazebo."""
    return LaunchDescription(
        [
            *(
                DeclareLaunchArgument(name, default_value=default, description=description)
                for name, (default, description) in OPTIONS.items()
            ),
            *starting_arguments(),
            *model_arguments(),
            *network_arguments(),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    if argument(context, "arm") not in ("joints", "moveit"):
        raise ConfigError(f"arm:={argument(context, 'arm')}: expected joints or moveit")
    pairs, starts = robots_and_starts(argument(context, "robots"), "robots")
    # What is missing is said before anything is written.
    for package in ("ros_gz_sim", "ros_gz_bridge", "robot_state_publisher"):
        need(package)
    folder = Path(argument(context, "files") or tempfile.mkdtemp(prefix="adhoc_gazebo_"))
    seed = int(number(context, "seed"))
    files = write_team(folder, argument(context, "house"), pairs, config_dir(), seed, starts)
    headless = boolean(context, "headless")
    actions = [
        LogInfo(msg=f"world, map and robots are described in {folder}"),
        gazebo(files.world, headless, argument(context, "gz_args")),
        bridge(files.clock_bridge),
        *_beside_gazebo(context, files),
    ]
    for robot in files.robots:
        actions += _robot(context, robot, files)
    if boolean(context, "team"):
        actions.append(_team(context, files))
    if boolean(context, "use_rviz"):
        actions.append(_rviz(context))
    return actions


def _beside_gazebo(context: Any, files: TeamFiles) -> list[Any]:
    """Return our own node that tells of the house and makes masks and odometry."""
    ours = [node for node in nodes_for(Per.TEAM, {When.GAZEBO}) if node.when is When.GAZEBO]
    values = {
        "house": str(files.house),
        "robots": listed((robot.name, robot.card) for robot in files.robots),
    }
    sim_time = boolean(context, "use_sim_time")
    return start_nodes(ours, values, use_sim_time=sim_time, starting=read_starting(context))


def _robot(context: Any, robot: RobotFiles, files: TeamFiles) -> list[Any]:
    sim_time = boolean(context, "use_sim_time")
    actions = [
        state_publisher(robot.name, robot.urdf.read_text(encoding="utf-8"), sim_time),
        spawn(robot.name, files.world_name, robot.pose, robot.height),
        bridge(robot.bridge, robot.name),
    ]
    shared = {
        "namespace": robot.name,
        "robot_card": str(robot.card),
        "use_sim_time": str(sim_time).lower(),
    }
    if robot.controllers:
        for package in NEEDED_BY_CONTROLLERS:
            need(package)
        file = robot.controller_file
        actions.append(controller_spawner(robot.name, robot.controllers, file, sim_time))
        if boolean(context, "moveit"):
            moveit = {"urdf": str(robot.urdf), "params_file": ""}
            actions.append(include_ours(HERE / "moveit.launch.py", {**shared, **moveit}))
    if boolean(context, "navigation"):
        start = robot.pose
        nav2 = {
            "map": str(files.map),
            "initial_pose": f"{start.x},{start.y},{start.yaw}",
            "params_file": argument(context, "nav2_params_file"),
            **{name: argument(context, name) for name in STARTING},
        }
        actions.append(include_ours(HERE / "navigation.launch.py", {**shared, **nav2}))
    return actions


def _team(context: Any, files: TeamFiles) -> Any:
    given = {key: str(value) for key, value in model_values(context).items()}
    given["use_sim_time"] = str(boolean(context, "use_sim_time")).lower()
    given["offline_model"] = argument(context, "offline_model")
    given |= {name: argument(context, name) for name in STARTING}
    given["robots"] = listed((robot.name, robot.card) for robot in files.robots)
    own = check_file(argument(context, "params_file"), "params_file")
    given["params_file"] = team_file(own, _found_out(context, files))
    return include_ours(HERE / "team.launch.py", given)


def _found_out(context: Any, files: TeamFiles) -> Told:
    """Return what the skills must know of each arm's controllers, and of moveit_py if it plans."""
    with_moveit = argument(context, "arm") == "moveit"
    if with_moveit:
        need("moveit_py")
    told: Told = {}
    for robot in files.robots:
        if not robot.controllers:
            continue
        skills = f"/{robot.name}/skills"
        told |= {skills: {}, **gripper_parameters(robot.name, robot.finger_ends)}
        if with_moveit:
            arm = arm_of_robot(load_robot_card(robot.card), robot.urdf)
            told[skills] |= {"arm": "moveit", "moveit_group": arm.arm.name}
            told[f"/{robot.name}/moveit"] = moveit_py_parameters(arm) | {"use_sim_time": True}
    return told


def _rviz(context: Any) -> Any:
    need("rviz2")
    own = config_dir() / "rviz" / "team.rviz"
    config = check_file(argument(context, "rviz_config"), "rviz_config") or str(own)
    return Node(
        package="rviz2",
        executable="rviz2",
        arguments=["-d", config],
        parameters=[{"use_sim_time": boolean(context, "use_sim_time")}],
        output="log",
    )
