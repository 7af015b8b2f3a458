# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""One robot's Nav2 in a run of the built-in simulator: a launch file, and what it is told."""

import sys
from pathlib import Path

from adhoc_teamwork.teamwork.settings.navigation import MAP_FILE
from adhoc_teamwork.teamwork.team.task import TaskRobot

LAUNCH_FILE = "navigation.launch.py"
PARTICIPANTS = 15
"""DDS participants of one robot's Nav2: 14 nodes of nav2_bringup, each a process, and twist_mux."""
_ROS2 = "from ros2cli.cli import main; raise SystemExit(main())"
"""The command `ros2` on this Python. Its own first line names the system's, which lacks what our
launch files import."""


def nav2_arguments(robot: TaskRobot, card: Path, run_dir: Path) -> dict[str, str]:
    """Return the launch file's arguments for one robot.

    Args:
        robot: Whose Nav2.
        card: The robot's card.
        run_dir: The run folder, with the map of the house in it.
    """
    start = robot.pose
    return {
        "namespace": robot.name,
        "robot_card": str(card),
        "map": str(run_dir / MAP_FILE),
        "initial_pose": f"{start.x},{start.y},{start.yaw}",
        # The simulator tells where robots are in the map.
        "localization": "given",
        "use_sim_time": "true",
        "use_respawn": "true",
    }


def nav2_command(arguments: dict[str, str], config: Path) -> tuple[str, ...]:
    """Return the command that starts it; `config` is the configuration folder, beside launch/."""
    file = config.parent / "launch" / LAUNCH_FILE
    words = (f"{key}:={value}" for key, value in arguments.items())
    return (sys.executable, "-c", _ROS2, "launch", str(file), *words)
