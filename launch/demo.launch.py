# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start the built-in simulator and a team on a task, as `./adhoc demo` does.

The launch ends when the observer has seen the end of the run; the run folder then says how it went.
"""

from datetime import datetime
from pathlib import Path
from typing import Any

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, LogInfo, OpaqueFunction, SetEnvironmentVariable
from launch_ros.actions import ROSTimer, SetUseSimTime

from adhoc_teamwork.bringup.demo_run.demo_options import DemoOptions
from adhoc_teamwork.bringup.demo_run.demo_settings import circumstances, run_settings
from adhoc_teamwork.bringup.demo_run.run_folder import make_run_folder
from adhoc_teamwork.bringup.demo_run.task_file import make_task
from adhoc_teamwork.bringup.process_control.nav2_process import LAUNCH_FILE, nav2_arguments
from adhoc_teamwork.bringup.process_control.nodes import Per
from adhoc_teamwork.bringup.process_control.paths import robot_card_path
from adhoc_teamwork.bringup.process_control.processes import robot_values, settings_values
from adhoc_teamwork.bringup.ros.launch_files.launch_arguments import argument, boolean
from adhoc_teamwork.bringup.ros.launch_files.launching import (
    demo_options,
    end_with,
    nodes_for,
    start_nodes,
)
from adhoc_teamwork.bringup.ros.launch_files.packages import include_ours
from adhoc_teamwork.teamwork.settings.navigation import Navigation
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.settings.radio_setting import PERFECT_RADIO
from adhoc_teamwork.teamwork.team.task import Task

HERE = Path(__file__).parent

OPTIONS = {
    "scenario": ("late_helper", "Name of a scenario in config/scenarios, or a file."),
    "task": ("tidy_up", "What is to be done: a folder of config/tasks."),
    "house": ("", "A ProcTHOR-format house to run in instead of the scenario's."),
    "misplaced": ("", "How many objects to put out of place; empty for the scenario's own."),
    "seed": ("0", "What misplaced objects and start places are drawn with."),
    "speed": ("3.0", "Simulated seconds per second; max: as fast as the robots keep up."),
    "navigation": ("", "Who drives: built-in or nav2, of a sourced ROS 2; empty: the scenario's."),
    "time_limit": ("", "Give up after so many simulated seconds; empty for the scenario's."),
    "llm": ("offline", "offline (a rule-based stand-in) or openai (any compatible endpoint)."),
    "model": ("", "Model to ask of the endpoint; empty for OPENAI_MODEL."),
    "base_url": ("", "Endpoint; empty for OPENAI_BASE_URL."),
    "latency": ("2.0", "Simulated seconds that the offline model takes to answer."),
    "policy": ("irot", "Policy of the robot that joins late; docs/policies.md lists them."),
    "team_policy": ("irot", "Policy of the other robots."),
    "channel": ("", "open, paper, asked, silent, text or template; empty for the scenario's."),
    "price": ("", "Steps that a message of text or template costs, or 50bytes; empty: nothing."),
    "hallucination": ("", "Share of the offline model's answers with a slip, 0 to 1; empty: 0."),
    "errors": ("", "How often the offline model gets facts wrong, such as misjudge=0.1."),
    "cache": ("", "Folder of answers to prompts asked before; empty for none."),
    "out": ("", "Run folder; empty for runs/<date>-<time>."),
}
"""The options of ./adhoc demo, as launch arguments: default and description."""


def generate_launch_description() -> LaunchDescription:
    """Describe a demonstration run."""
    return LaunchDescription(
        [
            *(
                DeclareLaunchArgument(name, default_value=default, description=description)
                for name, (default, description) in OPTIONS.items()
            ),
            DeclareLaunchArgument(
                "without_adhoc",
                default_value="false",
                description="Leave out the robot that joins late, to compare.",
            ),
            DeclareLaunchArgument(
                "cache_always",
                default_value="false",
                description="Use the cache at any temperature.",
            ),
            DeclareLaunchArgument(
                "record_images",
                default_value="false",
                description="Record pictures, point clouds and object-room maps as well.",
            ),
            # There are more processes than cores: one thread each for linear algebra.
            SetEnvironmentVariable("OMP_NUM_THREADS", "1"),
            SetEnvironmentVariable("OPENBLAS_NUM_THREADS", "1"),
            SetUseSimTime(True),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    given = {name: argument(context, name) for name in OPTIONS}
    words = [f"--{name.replace('_', '-')}={value}" for name, value in given.items() if value != ""]
    if boolean(context, "without_adhoc"):
        words.append("--without-adhoc")
    if boolean(context, "cache_always"):
        words.append("--cache-always")
    if boolean(context, "record_images"):
        words.append("--record-images")
    options = demo_options(words)
    config = config_dir()
    run_dir = make_run_folder(options.out, datetime.now()).resolve()
    task = make_task(options, config, run_dir / "task.json")
    return [LogInfo(msg=f"run folder: {run_dir}"), *_processes(options, config, run_dir, task)]


def _processes(options: DemoOptions, config: Path, run_dir: Path, task: Task) -> list[Any]:
    air = task.radio != PERFECT_RADIO
    settings = run_settings(options, config, run_dir, air, task.channel)
    values = settings_values(settings)
    needed = circumstances(options)
    specs = nodes_for(Per.TEAM, needed)
    actions = start_nodes(specs, values)
    for spec, action in zip(specs, tuple(actions), strict=True):
        if spec.reports or spec.restarts == 0:
            actions.append(end_with(action, f"the {spec.executable} has ended"))
    for robot in task.robots:
        own = {**values, **robot_values(settings, robot)}
        ahead = robot.clock_ahead > 0.0
        nodes = start_nodes(nodes_for(Per.ROBOT, needed), own, robot.name, own_clock=ahead)
        if task.navigation is Navigation.NAV2:
            card = robot_card_path(config, robot.card)
            nodes.append(include_ours(HERE / LAUNCH_FILE, nav2_arguments(robot, card, run_dir)))
        late = robot.joins_at > 0.0
        # Simulated time, which begins at zero with the simulator.
        actions += [ROSTimer(period=robot.joins_at, actions=nodes)] if late else nodes
    return actions
