# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Strike the readers of run folders: what another machine's run left is somebody else's word."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from adhoc_teamwork.adhoc_planner.journal.agent_record import AgentRecord
from adhoc_teamwork.adhoc_planner.journal.coding import (
    Turn,
    line_from_json,
    record_to_json,
    turn_to_json,
)
from adhoc_teamwork.adhoc_planner.journal.inputs import Answer, AskedModel, Input, InputKind
from adhoc_teamwork.attack.corpus import evil
from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.corpus.samples import CALL, CAPABILITY, EVENTS, MESSAGES, ROBOT, TASK
from adhoc_teamwork.attack.trial.target import Strike, Target, read_with
from adhoc_teamwork.bringup.process_control.replayed_robots import replayed_robots
from adhoc_teamwork.bringup.run_record.ending import Ending
from adhoc_teamwork.bringup.run_record.report import (
    build_summary,
    read_summary,
    salvaged_summary,
    write_summary,
)
from adhoc_teamwork.bringup.run_record.run_statistics import RunStatistics
from adhoc_teamwork.bringup.run_record.timeline_data import load_timeline
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.bringup.team_console.recorded import CALLS, describe_run, read_run
from adhoc_teamwork.llm_port.port import Completion
from adhoc_teamwork.simulation.tasks.task_maker import load_task
from adhoc_teamwork.teamwork.default_task import TIDY_UP
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError


def make_targets() -> list[Target]:
    """Return a target for each file of a run's folder."""
    events = "".join(f"{event.to_json()}\n" for event in EVENTS).encode()
    calls = (json.dumps(asdict(CALL)) + "\n").encode()
    summary = build_summary(RunStatistics(TASK), Ending(False, "stopped", 9.0), 9.0, 3.0, 3.0)
    task = json.dumps(asdict(TASK)).encode()

    def target(name: str, prepare: Callable[[Path], Strike], seeds: tuple[bytes, ...],
               shape: Shape = Shape.JSON) -> Target:  # fmt: skip
        return Target(name, prepare, seeds, (ConfigError,), shape, evil.yaml_documents)

    def beside(read: Callable[[Path], Any], name: str, files: dict[str, bytes]) -> Any:
        prepare = read_with(lambda path: read(path.parent), name)

        def prepare_all(folder: Path) -> Strike:
            strike = prepare(folder)
            for other, data in files.items():
                (folder / other).write_bytes(data)
            return strike

        return prepare_all

    return [
        target("task.json", beside(_read_task, "task.json", {}), (task,)),
        target("events.jsonl", beside(_read_events, "events.jsonl", {"task.json": task}),
               (events,), Shape.JSON_LINES),
        target(CALLS, beside(_show, CALLS, {"events.jsonl": events}), (calls,), Shape.JSON_LINES),
        target("summary.json", beside(read_summary, "summary.json", {}),
               (json.dumps(summary).encode(),)),
        target("journal", lambda _: _read_journal, _journal(), Shape.JSON),
    ]  # fmt: skip


def _read_task(folder: Path) -> Any:
    describe_run(folder)
    replayed_robots(folder, "")
    return load_task(folder / "task.json")


def _show(folder: Path) -> Any:
    """Read a run as the console does, and make what its page is told."""
    picture = Picture()
    read_run(folder, picture)
    _, _, lines = picture.log.since(-1, 0)
    return [json.loads(line) for line in lines]


def _read_events(folder: Path) -> Any:
    _show(folder)
    load_timeline(folder)
    write_summary(folder / "summary.json", salvaged_summary(folder, "stopped", 3.0))
    return read_summary(folder)


def _read_journal(data: bytes) -> Any:
    return line_from_json(data.decode("utf-8", "replace"), "journal")


def _journal() -> tuple[bytes, ...]:
    """Return one line of every kind that a journal has."""
    record = AgentRecord(
        ROBOT, 1, CAPABILITY, "irot", 3, 2, 1.0, "0", TIDY_UP, "", "offline", 0.0, {}
    )
    inputs = (
        *(Input(InputKind.MESSAGE, message) for message in MESSAGES),
        Input(InputKind.POSE, Pose(1.0, 2.0, 0.5)),
        Input(InputKind.ANSWER, Answer(1, Completion("[result]\n1. Stop", "offline", 5, 5))),
        Input(InputKind.MODEL, AskedModel("offline", 0.0)),
        Input(InputKind.GONE, ("tall",)),
        Input(InputKind.TICK),
    )
    turns = (turn_to_json(Turn(1, n, 0.5 * n, (given,))) for n, given in enumerate(inputs, 1))
    return tuple(line.encode() for line in (record_to_json(record), *turns))
