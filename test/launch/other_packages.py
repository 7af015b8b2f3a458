# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Stand-ins for ROS packages that are not here: their places, launch files and arguments' names."""

from pathlib import Path

NAV2_ARGUMENTS = (
    *("namespace", "use_namespace", "slam", "map", "use_localization", "use_sim_time"),
    *("params_file", "autostart", "use_composition", "use_respawn", "log_level"),
)
"""What nav2_bringup's bringup_launch.py of Jazzy declares."""
NAV2_ZONES = ("use_keepout_zones", "use_speed_zones")
"""What it declares beside that from Kilted on, true where nobody says otherwise; `use_namespace` is
gone there."""
GAZEBO_ARGUMENTS = (
    *("gz_args", "gz_version", "ign_args", "ign_version", "debugger", "on_exit_shutdown"),
)
"""What ros_gz_sim's gz_sim.launch.py of Jazzy declares."""
PLAIN = (
    *("robot_state_publisher", "ros_gz_bridge", "gz_ros2_control", "controller_manager"),
    *("joint_state_broadcaster", "joint_trajectory_controller", "gripper_controllers"),
    *("moveit_ros_move_group", "moveit_planners_ompl", "moveit_kinematics"),
    *("moveit_simple_controller_manager", "moveit_py", "rviz2"),
    *("tf2_ros", "joint_state_topic_hardware_interface", "twist_mux", "launch_ros", "ros2launch"),
)

_LAUNCH = """\
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch_ros.actions import Node

def generate_launch_description():
    arguments = [DeclareLaunchArgument(name, default_value="") for name in {arguments!r}]
    remappings = [("/tf", "tf"), ("/tf_static", "tf_static")]
    node = Node(package="other", executable={executable!r}, remappings=remappings)
    return LaunchDescription([*arguments, node])
"""


def write_packages(prefix: Path, without: str = "") -> None:
    """Make a prefix for AMENT_PREFIX_PATH in which the packages lie, but for one."""
    files = {
        "nav2_bringup": ("bringup_launch.py", NAV2_ARGUMENTS, "nav2_node"),
        "ros_gz_sim": ("gz_sim.launch.py", GAZEBO_ARGUMENTS, "gz_sim"),
    }
    for package in (*PLAIN, *files):
        if package != without:
            (prefix / "share" / package / "launch").mkdir(parents=True)
            (prefix / "share" / package / "package.xml").touch()
    for package, (name, arguments, executable) in files.items():
        if package != without:
            text = _LAUNCH.format(arguments=arguments, executable=executable)
            (prefix / "share" / package / "launch" / name).write_text(text)
