# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read from a run's folder what its timeline shows."""

from dataclasses import dataclass, field
from pathlib import Path

from adhoc_teamwork.bringup.run_record.events import Event, Source, read_events
from adhoc_teamwork.bringup.run_record.plan_versions import PlanVersions
from adhoc_teamwork.bringup.run_record.run_statistics import RobotRecord, RunStatistics
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.team.task import Task

SHOWN_MESSAGES = ("join", "leave", "intent", "reflection", "detection", "chat")


@dataclass(frozen=True)
class Message:
    """Hold one team message; an empty `recipient` means everyone. Times in simulated seconds.

    `kind` is `talk` for all turns of conversations.
    """

    time: float
    sender: str
    recipient: str
    kind: str


@dataclass(frozen=True)
class Move:
    """Hold a grasp, release or drop of an object."""

    time: float
    robot: str
    kind: str
    object: str
    category: str


@dataclass
class ObjectTrack:
    """Hold what became of one misplaced object: when it was held, and from when it was tidy."""

    object: str
    category: str = ""
    held: list[tuple[float, float | None]] = field(default_factory=list)
    tidied_at: float | None = None


@dataclass
class TimelineData:
    """Hold what is drawn of one run; `duration` in simulated seconds."""

    title: str
    duration: float
    robots: list[RobotRecord]
    messages: list[Message] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    objects: dict[str, ObjectTrack] = field(default_factory=dict)
    restarts: list[tuple[float, str]] = field(default_factory=list)
    plans: list[tuple[float, int]] = field(default_factory=list)
    """When the team settled which version of a plan for all."""


def load_timeline(folder: Path) -> TimelineData:
    """Read a run.

    Raises:
        ConfigError: The folder lacks task.json or events.jsonl, or they cannot be read.
    """
    if not folder.is_dir():
        raise ConfigError(f"{folder}: no such folder; expected the folder of a run")
    task = load_config(folder / "task.json", Task)
    ledger = RunStatistics(task)
    data = TimelineData("", 0.0, [])
    data.objects = {m.object: ObjectTrack(m.object, m.category) for m in task.misplaced}
    end: Event | None = None
    versions = PlanVersions()
    for event in read_events(folder / "events.jsonl"):
        if ledger.add(event):
            _take_in(data, event)
            known = versions.version
            if versions.take(event) > known:
                data.plans.append((event.time, versions.version))
            end = event if (event.source, event.kind) == (Source.RUN, "end") else end
    data.duration = max(end.time if end else ledger.time, 1.0)
    data.robots = sorted(ledger.robots.values(), key=lambda r: (r.joins_at, r.name))
    for name, record in ledger.misplaced.items():
        data.objects[name].tidied_at = record.tidied_at
    data.title = _title(task, data.duration, end)
    return data


def _take_in(data: TimelineData, event: Event) -> None:
    talk = event.data.get("conversation") is not None
    if event.source is Source.TEAM and (talk or event.kind in SHOWN_MESSAGES):
        recipient, kind = str(event.data.get("recipient") or ""), "talk" if talk else event.kind
        data.messages.append(Message(event.time, event.robot, recipient, kind))
    elif event.source is Source.PROCESS and event.kind == "restart":
        data.restarts.append((event.time, str(event.data.get("process", ""))))
    elif event.source is Source.WORLD and event.kind in ("grasp", "release", "drop"):
        name, category = str(event.data.get("object", "")), str(event.data.get("category", ""))
        data.moves.append(Move(event.time, event.robot, event.kind, name, category))
        if name in data.objects:
            _follow(data.objects[name], event, category)


def _follow(track: ObjectTrack, event: Event, category: str) -> None:
    track.category = category or track.category
    if event.kind == "grasp":
        track.held.append((event.time, None))
    elif track.held and track.held[-1][1] is None:
        track.held[-1] = (track.held[-1][0], event.time)


def _title(task: Task, duration: float, end: Event | None) -> str:
    ad_hoc = [robot for robot in task.robots if robot.ad_hoc]
    who = "with ad hoc robot" if ad_hoc else "without ad hoc robot"
    how = "not finished"
    if end is not None:
        how = f"all tidy after {duration:.0f} s" if end.data.get("ok") else "not all tidy"
    scenario = Path(task.scenario).stem
    return f"{scenario}, {Path(task.house).stem}, seed {task.seed}, {who}: {how}"
