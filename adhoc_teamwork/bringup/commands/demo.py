# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ``demo`` command: a task, a team, a run folder."""

import argparse
import asyncio
import json
import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adhoc_teamwork.bringup.bootstrap.commands import Command
from adhoc_teamwork.bringup.demo_run.demo_arguments import DETAILS, add_options, contradiction
from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT, INTERRUPTED
from adhoc_teamwork.teamwork.settings.speed import MAX
from adhoc_teamwork.teamwork.text.console import complain, say, say_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adhoc_teamwork.bringup.demo_run.demo_options import DemoOptions
    from adhoc_teamwork.bringup.demo_run.run_team import TeamRun
    from adhoc_teamwork.bringup.process_control.forks import ForkServer
    from adhoc_teamwork.bringup.process_control.nodes import NodeSpec
    from adhoc_teamwork.bringup.process_control.supervisor import Outcome
    from adhoc_teamwork.teamwork.team.task import Task


def add_parser(subparsers: Any, command: Command) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        command.name,
        help=command.summary,
        description="Start a team and watch it tidy a house.",
        epilog=DETAILS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_options(parser)
    parser.set_defaults(run=run, check=check)


def check(values: argparse.Namespace) -> int:
    """Say what is wrong with options together, without a set-up; return 2, or 0 if nothing is."""
    wrong = contradiction(values, os.environ)
    if wrong:
        complain(f"adhoc: {wrong}")
    return BAD_INPUT if wrong else 0


def run(values: argparse.Namespace) -> int:
    """Run a team; return 0 where everything is done at the end.

    Raises:
        ConfigError: Wrong input.
    """
    from adhoc_teamwork.bringup.demo_run.demo_options import read_options
    from adhoc_teamwork.bringup.demo_run.demo_settings import circumstances
    from adhoc_teamwork.bringup.demo_run.policy_check import check_policies
    from adhoc_teamwork.bringup.demo_run.run_folder import held, make_run_folder
    from adhoc_teamwork.bringup.demo_run.task_file import (
        list_misplaced,
        make_cell_task,
        make_task,
    )
    from adhoc_teamwork.bringup.process_control.domains import hold_domain
    from adhoc_teamwork.bringup.process_control.forks import ForkServer
    from adhoc_teamwork.bringup.process_control.nodes import Per, load_nodes, needed
    from adhoc_teamwork.bringup.process_control.processes import team_environment
    from adhoc_teamwork.bringup.process_control.shared_memory import remove_leftovers
    from adhoc_teamwork.teamwork.settings.places import config_dir

    options = read_options(values)
    config = config_dir()
    if options.list_misplaced:
        return list_misplaced(options, config)
    if not options.cell:
        check_policies((options.policy, options.team_policy), options.task)
    nodes = needed(load_nodes(config / "nodes.yaml"), circumstances(options))
    hold = hold_domain()
    try:
        run_dir = make_run_folder(options.out, datetime.now())
        remove_leftovers()
        # What robots run is imported while the task is made.
        modules = [node.module for node in nodes if node.per is Per.ROBOT]
        with held(run_dir):
            with ForkServer(modules, team_environment(0, hold.domain, os.environ)) as forks:
                make = make_cell_task if options.cell else make_task
                task = make(options, config, run_dir / "task.json")
                if options.taskset is not None:
                    options = replace(options, task=task.kind)
                team_run = _team(options, config, run_dir, task, nodes, hold.domain, forks)
                outcome = asyncio.run(team_run.run())
            return conclude(run_dir, outcome, team_run.interrupted, options.speed)
    finally:
        hold.release()


def _team(
    options: "DemoOptions",
    config: Path,
    run_dir: Path,
    task: "Task",
    nodes: "Sequence[NodeSpec]",
    domain: int,
    forks: "ForkServer",
) -> "TeamRun":
    """Say who takes part, and return their run."""
    from adhoc_teamwork.bringup.demo_run.demo_settings import run_settings
    from adhoc_teamwork.bringup.demo_run.live import make_view
    from adhoc_teamwork.bringup.demo_run.run_team import TeamRun
    from adhoc_teamwork.bringup.process_control.processes import (
        build_processes,
        discovery_doubt,
        team_environment,
    )
    from adhoc_teamwork.teamwork.settings.radio_setting import PERFECT_RADIO

    air = task.radio != PERFECT_RADIO
    settings = run_settings(options, config, run_dir, air, task.channel)
    specs = build_processes(nodes, task, settings)
    say_lines(headline(options, task, run_dir, domain))
    participants = sum(spec.participants for spec in specs)
    environment = team_environment(participants, domain, os.environ)
    if options.discovery is not None:
        environment |= options.discovery.environment()
    doubt = discovery_doubt(participants, environment)
    if doubt:
        say(f"  note: {doubt}")
    view = make_view(options.watch)
    return TeamRun(specs, environment, run_dir, options.speed, view, forks)


def headline(options: "DemoOptions", task: "Task", run_dir: Path, domain: int) -> str:
    """Say who takes part, what is out of place and which model is asked."""
    from adhoc_teamwork.teamwork.settings.navigation import Navigation
    from adhoc_teamwork.teamwork.team.channel import OPEN
    from adhoc_teamwork.teamwork.text.plain_text import one_line

    robots = ", ".join(
        r.name + (f" (joins at {r.joins_at:g} s)" if r.joins_at > 0.0 else "") for r in task.robots
    )
    objects = "\n".join(f"  {one_line(m.text or m.object)}" for m in task.misplaced)
    model = options.model if options.hosted else "the offline model, a rule-based stand-in"
    pace = "as fast as the robots keep up" if options.speed == MAX else f"{options.speed:g}x speed"
    channel = "" if task.channel == OPEN.name else f"; channel {task.channel}"
    where = f" in {Path(task.house).name}" if task.house else ""
    nav2 = "; driven by Nav2" if task.navigation is Navigation.NAV2 else ""
    differs = "".join(f"  note: {text}\n" for text in task.episode.differs) if task.episode else ""
    return (
        f"{task.scenario}{where}, seed {task.seed}: {robots}\n{objects}\n"
        f"{differs}"
        f"  language model: {model}; {pace}; ROS domain {domain}{channel}{nav2}\n"
        f"  run folder: {run_dir}"
    )


def conclude(run_dir: Path, outcome: "Outcome", interrupted: bool, speed: float) -> int:
    """Say how the run went, draw its timeline, and return the exit code."""
    from adhoc_teamwork.bringup.bags.bag_writing import finish_bag
    from adhoc_teamwork.bringup.demo_run.run_folder import why_not_writable
    from adhoc_teamwork.bringup.run_record.report import (
        read_summary,
        salvaged_summary,
        summary_lines,
    )

    # Who cannot write cannot say so either: the last words of a process are of something else.
    full = why_not_writable(run_dir)
    reason = f"{run_dir}: {full}" if full else outcome.reason
    if reason and (full or not interrupted):
        complain(f"adhoc: {reason}")
    _try(lambda: finish_bag(run_dir), said=bool(full))
    if (run_dir / "summary.json").is_file():
        summary = read_summary(run_dir)
    else:
        summary = salvaged_summary(run_dir, reason or "the observer left no summary", speed)
        _keep(summary, run_dir / "summary.json")
    if not interrupted and not full:
        _try(lambda: _draw(run_dir))
    for line in summary_lines(summary, run_dir):
        say(line)
    if interrupted:
        say(f"Draw its timeline with: adhoc timeline {run_dir}")
        return INTERRUPTED
    if outcome.code == BAD_INPUT and not full:
        return BAD_INPUT
    return int(bool(full) or not summary["task_success"])


def _keep(summary: "dict[str, Any]", path: Path) -> None:
    """Write a summary; where that is not possible, say all of it."""
    from adhoc_teamwork.bringup.run_record.report import write_summary

    try:
        write_summary(path, summary)
    except OSError as error:
        complain(f"adhoc: {path}: {error.strerror or error}; the summary is:")
        complain(json.dumps(summary))


def _try(work: "Callable[[], None]", said: bool = False) -> None:
    """Do what is good to have after a run; say why it was not possible, unless that is `said`."""
    from adhoc_teamwork.teamwork.settings.config import ConfigError

    try:
        work()
    except ConfigError as error:
        if not said:
            complain(f"adhoc: {error}")


def _draw(run_dir: Path) -> None:
    from adhoc_teamwork.bringup.bootstrap.progress import Progress
    from adhoc_teamwork.bringup.commands.timeline import draw_runs

    with Progress("drawing the timeline"):
        draw_runs([run_dir], run_dir / "timeline.png")
