# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start a team for robots that run in Isaac Sim already (docs/isaac.md).

Isaac Sim itself is started apart, with docs/examples/isaac/scene.py or a scene of your own that
keeps to config/isaac/contract.yaml.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from launch import LaunchDescription
from launch.actions import (
    DeclareLaunchArgument,
    OpaqueFunction,
)
from launch_ros.actions import Node

from adhoc_teamwork.bringup.isaac_contract import IsaacContract, Source, load_contract
from adhoc_teamwork.bringup.process_control.nodes import Per, When
from adhoc_teamwork.bringup.process_control.paths import robot_card_path
from adhoc_teamwork.bringup.ros.launch_files.body_bringup import (
    controller_spawner,
    parameter_file,
    state_publisher,
)
from adhoc_teamwork.bringup.ros.launch_files.launch_arguments import (
    argument,
    boolean,
    check_file,
    isaac_arguments,
    network_arguments,
)
from adhoc_teamwork.bringup.ros.launch_files.launching import (
    model_arguments,
    model_values,
    nodes_for,
    start_nodes,
)
from adhoc_teamwork.bringup.ros.launch_files.packages import include_ours, need
from adhoc_teamwork.bringup.ros.launch_files.starting import NAMES as STARTING
from adhoc_teamwork.bringup.ros.launch_files.starting import starting_arguments
from adhoc_teamwork.bringup.ros.launch_files.team_parameters import (
    Told,
    gripper_parameters,
    team_file,
)
from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot, load_gazebo_robot
from adhoc_teamwork.simulation.isaac.control import (
    DRIVER,
    isaac_controller_parameters,
    isaac_controllers,
    isaac_description,
)
from adhoc_teamwork.teamwork.bodies.placed_robots import FORM, PlacedRobot, parse_placed_robots
from adhoc_teamwork.teamwork.bodies.robot_list import listed
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

HERE = Path(__file__).parent

OPTIONS = {
    "contract": ("", "Topics and frames of Isaac Sim's ROS 2 bridge; empty for config/isaac."),
    "house": (
        "",
        "The house, a file or a name in config/houses: its floor plan is told to the robots; "
        "empty: rooms are found on the map.",
    ),
    "map": (
        "",
        "Map of the house (adhoc world --map): starts Nav2 for each robot, which then finds itself "
        "on it; empty: odometry is taken for the truth, and a navigation of your own drives.",
    ),
    "controllers": ("true", "Start ros2_control for each robot with an arm."),
    "moveit": ("false", "Start MoveIt's move_group for each robot with an arm."),
    "offline_model": ("true", "Start the rule-based stand-in for a language model."),
    "params_file": ("", "ROS parameter file for the team's nodes."),
    "nav2_params_file": ("", "Nav2's parameters in place of those from the robots' cards."),
}
"""Name, default and description of every argument but those of robots, models and networks."""
NEEDED_BY_CONTROLLERS = (
    DRIVER.partition("/")[0],
    "joint_trajectory_controller",
    "gripper_controllers",
)
"""Packages whose plugins a robot with an arm needs."""


def generate_launch_description() -> LaunchDescription:
    """Describe a team in Isaac Sim."""
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "robots",
                description=f"{FORM} for each robot, with spaces between: metres and radians in "
                "map, as the scene has them.",
            ),
            *(
                DeclareLaunchArgument(name, default_value=default, description=description)
                for name, (default, description) in OPTIONS.items()
            ),
            *starting_arguments(),
            *isaac_arguments(),
            *model_arguments(),
            *network_arguments(),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    robots = parse_placed_robots(argument(context, "robots"), "robots")
    own = config_dir() / "isaac" / "contract.yaml"
    contract = load_contract(Path(argument(context, "contract") or own))
    line = listed((robot.name, robot.card) for robot in robots)
    cards = [robot_card_path(config_dir(), robot.card) for robot in robots]
    bodies = [
        load_gazebo_robot(robot.name, number, card)
        for number, (robot, card) in enumerate(zip(robots, cards, strict=True))
    ]
    actions = [_team(context, line, bodies), *_beside_isaac(context, line)]
    for robot, card, body in zip(robots, cards, bodies, strict=True):
        actions.append(state_publisher(robot.name, isaac_description(body), True))
        actions += _driving(context, robot, card, contract)
        if boolean(context, "controllers"):
            actions += _arm(context, body, card)
    return actions


def _beside_isaac(context: Any, robots: str) -> list[Any]:
    """Return our own node that tells of the house, and of what fingers feel."""
    ours = [node for node in nodes_for(Per.TEAM, {When.ISAAC}) if node.when is When.ISAAC]
    values = {"house": argument(context, "house"), "robots": robots}
    return start_nodes(ours, values, use_sim_time=True)


def _team(context: Any, robots: str, bodies: Sequence[GazeboRobot]) -> Any:
    if not argument(context, "isaac_classes"):
        raise ConfigError("isaac_classes: empty; expected the table of adhoc world --classes")
    given = {key: str(value) for key, value in model_values(context).items()}
    given["isaac_classes"] = check_file(argument(context, "isaac_classes"), "isaac_classes")
    given["params_file"] = _parameters(context, bodies)
    given["offline_model"] = argument(context, "offline_model")
    given |= {name: argument(context, name) for name in STARTING}
    given["use_sim_time"] = "true"
    given["robots"] = robots
    return include_ours(HERE / "team.launch.py", given)


def _parameters(context: Any, bodies: Sequence[GazeboRobot]) -> str:
    """Return the team's parameter file: the user's, with what our controllers' grippers take."""
    own = check_file(argument(context, "params_file"), "params_file")
    told: Told = {}
    if boolean(context, "controllers"):
        for body in bodies:
            told |= gripper_parameters(body.name, body.finger_ends)
    return team_file(own, told)


def _driving(context: Any, robot: PlacedRobot, card: Path, contract: IsaacContract) -> list[Any]:
    """Return Nav2 with its localization, or what stands in for the latter."""
    house = check_file(argument(context, "map"), "map")
    if not house:
        return [_start_frame(robot, contract)]
    start = robot.start
    given = {
        "namespace": robot.name,
        "robot_card": str(card),
        "map": house,
        "initial_pose": f"{start.x},{start.y},{start.yaw}",
        "base_frame": contract.stage.base,
        "params_file": argument(context, "nav2_params_file"),
        "use_sim_time": "true",
    }
    return [include_ours(HERE / "navigation.launch.py", given)]


def _start_frame(robot: PlacedRobot, contract: IsaacContract) -> Any:
    """Return what says where the robot's odometry begins: Isaac Sim's starts at zero."""
    frame = contract.frame(Source.LAUNCH)
    words = {
        "x": robot.start.x,
        "y": robot.start.y,
        "yaw": robot.start.yaw,
        "frame-id": frame.parent.format(robot=robot.name),
        "child-frame-id": frame.child.format(robot=robot.name),
    }
    need("tf2_ros")
    return Node(
        package="tf2_ros",
        executable="static_transform_publisher",
        name="start_frame",
        namespace=robot.name,
        arguments=[word for key, value in words.items() for word in (f"--{key}", str(value))],
        parameters=[{"use_sim_time": True}],
        output="both",
    )


def _arm(context: Any, body: GazeboRobot, card: Path) -> list[Any]:
    """Return ros2_control over Isaac Sim's topics, and MoveIt; nothing without an arm."""
    names = isaac_controllers(body)
    if not names:
        return []
    for package in NEEDED_BY_CONTROLLERS:
        need(package)
    file = parameter_file(body.name, "controllers", isaac_controller_parameters(body))
    manager = Node(
        package="controller_manager",
        executable="ros2_control_node",
        namespace=body.name,
        parameters=[str(file), {"use_sim_time": True}],
        output="both",
    )
    actions = [manager, controller_spawner(body.name, names, file, True)]
    if boolean(context, "moveit"):
        shared = {"namespace": body.name, "robot_card": str(card), "use_sim_time": "true"}
        actions.append(
            include_ours(HERE / "moveit.launch.py", {**shared, "urdf": "", "params_file": ""})
        )
    return actions
