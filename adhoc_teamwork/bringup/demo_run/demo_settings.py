# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a demonstration's options mean for its processes, however these are started."""

from pathlib import Path

from adhoc_teamwork.bringup.demo_run.demo_options import DemoOptions
from adhoc_teamwork.bringup.demo_run.task_file import cell_file, goal_of
from adhoc_teamwork.bringup.process_control.model_endpoint import free_port, offline_url
from adhoc_teamwork.bringup.process_control.nodes import When
from adhoc_teamwork.bringup.process_control.processes import (
    HOSTED_TEMPERATURE,
    NOT_SIMULATED,
    RunSettings,
)
from adhoc_teamwork.teamwork.settings.speed import MAX
from adhoc_teamwork.teamwork.team.channel import OPEN


def run_settings(
    options: DemoOptions,
    config: Path,
    run_dir: Path,
    simulated_air: bool = False,
    channel: str = OPEN.name,
) -> RunSettings:
    """Return what the processes of a run are told, with a free port for the offline model.

    Args:
        options: The run's options.
        config: The configuration folder.
        run_dir: The run folder, with the task in it.
        simulated_air: Whether the simulator says who hears whom.
        channel: What the team may say to each other.
    """
    port = free_port()
    return RunSettings(
        task_file=run_dir / "task.json",
        config_dir=config,
        run_dir=run_dir,
        speed=options.speed,
        llm_base_url=options.base_url if options.hosted else offline_url(port),
        llm_model=options.model,
        port=port,
        llm_time_limit=options.llm_time_limit,
        llm_max_tokens=options.llm_max_tokens,
        llm_answers=options.llm_answers,
        llm_pictures=options.pictures,
        llm_budget=options.budget,
        latency=options.latency / options.speed,
        simulated_latency=options.latency if options.speed == MAX else NOT_SIMULATED,
        # What a demonstration shows should not hang on luck, unless slips are asked for.
        temperature=HOSTED_TEMPERATURE if options.hosted else 0.0,
        hallucination=options.hallucination,
        errors=options.errors,
        seed=options.seed,
        cache=str(options.cache.absolute()) if options.cache else "",
        cache_always=options.cache_always,
        policy=options.policy,
        team_policy=options.team_policy,
        simulated_air=simulated_air,
        channel=channel,
        record_images=options.record_images,
        task_kind=options.task,
        goal=goal_of(run_dir),
        cell=str(cell_file(options.cell, config)) if options.cell else "",
        switch=options.switch,
    )


def circumstances(options: DemoOptions) -> set[When]:
    """Return under which circumstances the processes of a run are chosen."""
    here = {When.CELL if options.cell else When.EMBEDDED, When.RECORDED}
    return here if options.hosted else here | {When.OFFLINE}
