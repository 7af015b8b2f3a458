# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Turn a task and the options of a run into the processes to start."""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.bringup.process_control.nav2_process import (
    PARTICIPANTS,
    nav2_arguments,
    nav2_command,
)
from adhoc_teamwork.bringup.process_control.nodes import NodeSpec, Per, Protocol, Value
from adhoc_teamwork.bringup.process_control.paths import robot_card_path
from adhoc_teamwork.llm_port.answer_limits import AnswersBy
from adhoc_teamwork.llm_port.prices import FILE as PRICES
from adhoc_teamwork.teamwork.default_task import TIDY_UP
from adhoc_teamwork.teamwork.settings.navigation import Navigation
from adhoc_teamwork.teamwork.settings.speed import speed_word
from adhoc_teamwork.teamwork.task_folders import task_folder
from adhoc_teamwork.teamwork.team.channel import OPEN
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

LOCALHOST_PARTICIPANTS = 20
"""With more participants than this, Fast DDS on LOCALHOST does not find all of them."""


HOSTED_TEMPERATURE = 0.3
"""The paper's."""
LEDGER = "llm_ledger.sqlite"
"""File of a run folder in which robots add up what they spend on the model."""
NOT_SIMULATED = -1.0
"""The simulated latency of a model whose answers are taken in as they come."""


@dataclass(frozen=True)
class RunSettings:
    """Hold what the processes of one run are told.

    `latency` is in seconds of wall time; `simulated_latency` in simulated ones, after which
    planners take answers in. `llm_time_limit`, in seconds of wall time, and `llm_max_tokens` bound
    an answer; 0 for what the endpoint needs and has; `llm_answers` says how planners ask for them.
    `policy` is that of the robot that joins late,
    `team_policy` that of the others. With `simulated_air` the simulator says who hears whom;
    `channel` is what they may say.
    `temperature` is what planners ask with, `hallucination` the share of the offline model's
    answers with a slip, `errors` how often it gets facts wrong. `cache` is the folder of kept
    answers, empty for none. `task_kind` is a folder of config/tasks, `goal` a file with a goal in
    the place of that task's own, or empty.
    """

    task_file: Path
    config_dir: Path
    run_dir: Path
    speed: float
    llm_base_url: str
    llm_model: str
    port: int = 0
    llm_time_limit: float = 0.0
    llm_max_tokens: int = 0
    llm_answers: AnswersBy = AnswersBy.AUTO
    llm_pictures: int = 0
    """How many small pictures a question may have."""
    llm_budget: str = ""
    """What may be spent on the model, as `llm_port.budget` reads it; empty for no bound."""
    latency: float = 0.0
    simulated_latency: float = NOT_SIMULATED
    temperature: float = HOSTED_TEMPERATURE
    hallucination: float = 0.0
    errors: str = ""
    seed: int = 0
    cache: str = ""
    cache_always: bool = False
    policy: str = "irot"
    team_policy: str = "irot"
    simulated_air: bool = False
    channel: str = OPEN.name
    record_images: bool = False
    task_kind: str = TIDY_UP
    goal: str = ""
    cell: str = ""
    """The file of a cell's task; empty where the team is in a house."""
    switch: str = ""
    """Who is switched on and off before which round, in a cell."""


@dataclass(frozen=True)
class ProcessSpec:
    """Describe one process: `starts_at` in seconds of simulated time, empty `robot` for the team's.

    `restarts` is how often it is started again after an unexpected end; with 0 its end ends the
    run. `back_within` is the longest wait before that, in seconds. One that `reports` has its
    input and output connected to the supervisor's owner. `participants` is how many of DDS it is.
    """

    name: str
    command: tuple[str, ...]
    robot: str = ""
    starts_at: float = 0.0
    restarts: int = 0
    back_within: float = 8.0
    reports: bool = False
    participants: int = 1


def build_processes(
    nodes: Sequence[NodeSpec], task: Task, settings: RunSettings
) -> list[ProcessSpec]:
    """Return the processes in the order in which to start them: the team's, then the robots'.

    Raises:
        ConfigError: A robot's card is missing, or nodes.yaml asks for a value nobody gives.
    """
    processes = [
        _process(node, node.executable, None, settings_values(settings))
        for node in nodes
        if node.per is Per.TEAM
    ]
    for robot in sorted(task.robots, key=lambda r: r.joins_at):
        values = settings_values(settings) | robot_values(settings, robot)
        processes += [
            _process(node, f"{robot.name}.{node.executable}", robot, values)
            for node in nodes
            if node.per is Per.ROBOT
        ]
        if task.navigation is Navigation.NAV2:
            processes.append(_nav2(robot, settings))
    return processes


def team_environment(participants: int, domain: int, present: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that every process of a team gets on top of those `present`."""
    discovery = "LOCALHOST" if participants <= LOCALHOST_PARTICIPANTS else "SUBNET"
    return {
        "ROS_DOMAIN_ID": str(domain),
        "ROS_AUTOMATIC_DISCOVERY_RANGE": present.get("ROS_AUTOMATIC_DISCOVERY_RANGE") or discovery,
        "PYTHONUNBUFFERED": "1",
        # One thread per process for linear algebra: there are more processes than cores.
        "OMP_NUM_THREADS": present.get("OMP_NUM_THREADS") or "1",
        "OPENBLAS_NUM_THREADS": present.get("OPENBLAS_NUM_THREADS") or "1",
    }


def discovery_doubt(participants: int, environment: Mapping[str, str]) -> str:
    """Return in one line why a team's processes may not find each other; empty: they do."""
    variable = "ROS_AUTOMATIC_DISCOVERY_RANGE"
    if environment[variable] != "LOCALHOST" or participants <= LOCALHOST_PARTICIPANTS:
        return ""
    return (
        f"{participants} DDS participants on LOCALHOST may not all find each other; with "
        f"{variable}=SUBNET, or --discovery multicast where another is chosen, they do"
    )


def robot_values(settings: RunSettings, robot: TaskRobot) -> dict[str, Value]:
    """Return what is filled in for one robot's own processes.

    Raises:
        ConfigError: The robot's card is missing.
    """
    has_card = not settings.cell
    card = str(robot_card_path(settings.config_dir, robot.card)) if has_card else ""
    return {
        "robot": robot.name,
        "robot_card": card,
        "policy": settings.policy if robot.ad_hoc else settings.team_policy,
    }


def settings_values(settings: RunSettings) -> dict[str, Value]:
    """Return what is filled into the parameters of nodes.yaml, but for a robot's own values."""
    return {
        "task": str(settings.task_file),
        "config_dir": str(settings.config_dir),
        "run_dir": str(settings.run_dir),
        "kinds": str(settings.config_dir / "communication" / "kinds.yaml"),
        "skills_config": str(settings.config_dir / "skills.yaml"),
        "safety_config": str(settings.config_dir / "safety.yaml"),
        "broker_log": str(settings.run_dir / "broker.sqlite"),
        "stop_records": str(settings.run_dir / "emergency_stop"),
        "speed": speed_word(settings.speed),
        "task_config": str(task_folder(settings.task_kind, settings.config_dir)),
        "goal": settings.goal,
        "policy": settings.policy,
        "llm_base_url": settings.llm_base_url,
        "llm_model": settings.llm_model,
        "port": settings.port,
        "latency": float(settings.latency),
        "simulated_latency": float(settings.simulated_latency),
        "llm_temperature": float(settings.temperature),
        "llm_time_limit": float(settings.llm_time_limit),
        "llm_max_tokens": settings.llm_max_tokens,
        "llm_answers": str(settings.llm_answers),
        "llm_pictures": settings.llm_pictures,
        "llm_budget": settings.llm_budget,
        "llm_ledger": str(settings.run_dir / LEDGER),
        "llm_prices": str(settings.config_dir / PRICES),
        "offline_answers": str(
            AnswersBy.TEXT if settings.llm_answers is AnswersBy.TEXT else AnswersBy.SCHEMA
        ),
        "llm_cache": settings.cache,
        "llm_cache_always": settings.cache_always,
        "hallucination": float(settings.hallucination),
        "errors": settings.errors,
        "seed": settings.seed,
        "cell": settings.cell,
        "switch": settings.switch,
        "method": settings.team_policy,
        "simulated_air": settings.simulated_air,
        "channel": settings.channel,
        "record_images": settings.record_images,
        "domains": "",
    }


def _nav2(robot: TaskRobot, settings: RunSettings) -> ProcessSpec:
    card = robot_card_path(settings.config_dir, robot.card)
    arguments = nav2_arguments(robot, card, settings.run_dir)
    command = nav2_command(arguments, settings.config_dir)
    return ProcessSpec(
        f"{robot.name}.nav2",
        command,
        robot.name,
        robot.joins_at,
        restarts=3,
        participants=PARTICIPANTS,
    )


def _process(
    node: NodeSpec, name: str, robot: TaskRobot | None, values: Mapping[str, Value]
) -> ProcessSpec:
    parameters = node.filled(values)
    command = [sys.executable, "-m", node.module]
    if node.protocol is Protocol.HTTP:
        for key, value in parameters.items():
            command += [f"--{key.replace('_', '-')}", str(value)]
    else:
        command += ["--ros-args", "-r", f"__ns:=/{robot.name if robot else ''}"]
        if robot is not None and robot.clock_ahead:
            command += ["-r", f"/clock:=/{robot.name}/clock"]
        for key, value in parameters.items():
            command += ["-p", f"{key}:={json.dumps(value)}"]
        if node.reports:
            command += ["-p", "output:=json"]
    return ProcessSpec(
        name=name,
        command=tuple(command),
        robot=robot.name if robot else "",
        starts_at=robot.joins_at if robot else 0.0,
        restarts=node.restarts,
        back_within=node.back_within,
        reports=node.reports,
    )
