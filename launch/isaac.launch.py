"""Start a team for robots that run in Isaac Sim already (docs/isaac.md).

Isaac Sim itself is started apart, with docs/examples/isaac/scene.py or a scene of your own that
keeps to config/isaac/contract.yaml.
"""

from pathlib import Path
from typing import Any

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, IncludeLaunchDescription, OpaqueFunction
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch_ros.actions import Node

from bringup.isaac_contract import IsaacContract, Source, Transform, load_contract
from bringup.paths import robot_card_path
from bringup.placed_robots import FORM, PlacedRobot, parse_placed_robots
from bringup.ros.launching import (
    argument,
    isaac_arguments,
    model_arguments,
    model_values,
)
from bringup.ros.networking import network_arguments
from teamwork.config import ConfigError
from teamwork.places import config_dir
from teamwork.robot_card import load_robot_card


def generate_launch_description() -> LaunchDescription:
    """Describe a team in Isaac Sim."""
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "robots",
                description=f"{FORM} for each robot, with spaces between: metres and radians in "
                "map, as the scene has them.",
            ),
            DeclareLaunchArgument(
                "contract",
                default_value=str(config_dir() / "isaac" / "contract.yaml"),
                description="Topics and frames of Isaac Sim's ROS 2 bridge.",
            ),
            DeclareLaunchArgument(
                "offline_model",
                default_value="true",
                description="Start the rule-based stand-in for a model.",
            ),
            *isaac_arguments(),
            *model_arguments(),
            *network_arguments(),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    robots = parse_placed_robots(argument(context, "robots"), "robots")
    contract = load_contract(Path(argument(context, "contract")))
    if not argument(context, "isaac_classes"):
        raise ConfigError("isaac_classes: empty; expected the table of adhoc world --classes")
    given = {key: str(value) for key, value in model_values(context).items()}
    given["isaac_classes"] = argument(context, "isaac_classes")
    given["offline_model"] = argument(context, "offline_model")
    given["use_sim_time"] = "true"
    given["robots"] = ",".join(f"{robot.name}={robot.card}" for robot in robots)
    actions = [_included("team.launch.py", given)]
    for robot in robots:
        actions += [_state_publisher(robot), _start_frame(robot, contract)]
    return actions


def _included(name: str, arguments: dict[str, str]) -> Any:
    source = PythonLaunchDescriptionSource(str(Path(__file__).with_name(name)))
    return IncludeLaunchDescription(source, launch_arguments=arguments.items())


def _state_publisher(robot: PlacedRobot) -> Any:
    """Return what publishes the transforms between a robot's links from `joint_states`."""
    card_file = robot_card_path(config_dir(), robot.card)
    card = load_robot_card(card_file)
    if not card.urdf:
        raise ConfigError(f"{card_file}: urdf: expected the file of the robot's description")
    return Node(
        package="robot_state_publisher",
        executable="robot_state_publisher",
        namespace=robot.name,
        parameters=[
            {
                "robot_description": (card_file.parent / card.urdf).read_text(encoding="utf-8"),
                "frame_prefix": f"{robot.name}/",
                "use_sim_time": True,
            }
        ],
        output="both",
    )


def _start_frame(robot: PlacedRobot, contract: IsaacContract) -> Any:
    """Return what says where the robot's odometry begins: Isaac Sim's starts at zero."""
    frame: Transform = contract.frame(Source.LAUNCH)
    words = {
        "x": robot.start.x,
        "y": robot.start.y,
        "yaw": robot.start.yaw,
        "frame-id": frame.parent.format(robot=robot.name),
        "child-frame-id": frame.child.format(robot=robot.name),
    }
    return Node(
        package="tf2_ros",
        executable="static_transform_publisher",
        name="start_frame",
        namespace=robot.name,
        arguments=[word for key, value in words.items() for word in (f"--{key}", str(value))],
        parameters=[{"use_sim_time": True}],
        output="both",
    )
