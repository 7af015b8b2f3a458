# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Add up the events of a run: who joined when, did what, went how far, stood idle how long."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.llm_port.budget import Spending
from adhoc_teamwork.teamwork.team.llm_call import NOT_ASKED
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind
from adhoc_teamwork.teamwork.team.task import Task


@dataclass
class ModelUse:
    """Count calls by stage, failures, and what robots spent; seconds are of wall time.

    `not_asked` are questions that were never put to a model, by why not: no budget was left, say.
    `unpriced` are models that answered and have no known price: what they cost is in no sum.
    """

    by_stage: dict[str, int] = field(default_factory=dict)
    failed: int = 0
    not_asked: Counter[str] = field(default_factory=Counter)
    models: set[str] = field(default_factory=set)
    unpriced: set[str] = field(default_factory=set)
    robots: dict[str, Spending] = field(default_factory=dict)

    def add(self, event: Event) -> None:
        """Take in one exchange."""
        data = event.data
        error = str(data.get("error") or "")
        if error.startswith(NOT_ASKED):
            self.not_asked[error.removeprefix(NOT_ASKED)] += 1
            return
        self.by_stage[event.kind] = self.by_stage.get(event.kind, 0) + 1
        self.failed += bool(data.get("error"))
        model, tokens, usd = str(data.get("model", "")), data.get("tokens") or 0, data.get("usd")
        self.models.add(model)
        if tokens and usd is None:
            self.unpriced.add(model)
        cost = Spending(1.0, float(tokens), float(usd or 0.0), float(data.get("latency") or 0.0))
        self.robots[event.robot] = self.robots.get(event.robot, Spending()) + cost

    @property
    def calls(self) -> int:
        """Return how many exchanges there were, repeated ones included."""
        return sum(self.by_stage.values())

    def summary(self) -> dict[str, Any]:
        """Return the numbers as summary.json has them."""
        total = sum(self.robots.values(), Spending())
        return {
            "calls": self.calls,
            "by_stage": dict(sorted(self.by_stage.items())),
            "by_robot": {name: one.rounded() for name, one in sorted(self.robots.items())},
            "failed": self.failed,
            "not_asked": self.not_asked.total(),
            "not_asked_because": next((why for why, _ in self.not_asked.most_common(1)), ""),
            "tokens": int(total.tokens),
            "usd": total.rounded()["usd"],
            "unpriced": sorted(self.unpriced),
            "mean_latency_s": round(total.seconds / self.calls, 3) if self.calls else 0.0,
            "model": ", ".join(sorted(self.models)),
        }


STOP = SubTaskKind.STOP.value
RESTARTED = "starting again"
_PERCEPTION = "/perception"
_PLANNER = "/planner"
_FINISHED = re.compile(r"([A-Za-z][\w-]{0,40}) (\d{1,6})(?:, |$)")
_LONGEST = 1000
"""Characters of a diagnostic value that are read."""
"""What stands behind a robot's name in the name of its perception's diagnostics."""
ENDED = ("done", "failed", "abandoned")


@dataclass
class Span:
    """Hold what a robot did from `start` to `end`, in seconds; `end` is None while it lasts."""

    name: str
    kind: str
    start: float
    end: float | None = None
    status: str = "running"


@dataclass
class RobotRecord:
    """Hold what one robot did; lengths in metres, times in seconds of the ROS clock."""

    name: str
    joins_at: float = 0.0
    ad_hoc: bool = False
    robot_type: str = ""
    can_manipulate: bool = False
    joined_at: float | None = None
    left_at: float | None = None
    lost: str = ""
    session: int = 0
    subtasks: dict[tuple[int, int], Span] = field(default_factory=dict)
    subskills: list[Span] = field(default_factory=list)
    proposed_at: list[float] = field(default_factory=list)
    """When it proposed to do something, other than to stop."""
    told_finished: dict[str, int] = field(default_factory=dict)
    """How many sub-tasks of each kind its planner says that it has done."""
    pickups: int = 0
    puts: int = 0
    refused: dict[str, str] = field(default_factory=dict)
    """Why its hand last could not do something, by the object that it was about; latest last."""
    longest_wait: float = 0.0
    """The most simulated seconds between a picture and what was made of it."""
    state: dict[str, Any] = field(default_factory=dict)
    driven: float = 0.0
    driven_since: float = 0.0

    @property
    def path_length(self) -> float:
        """Return how far it drove: what the world last told, and straight lines since."""
        return self.driven + self.driven_since

    def has_driven(self, length: float) -> None:
        """Take in how far the world says it drove."""
        if length >= self.driven:
            self.driven, self.driven_since = length, 0.0

    @property
    def finished(self) -> dict[str, int]:
        """Return how many sub-tasks of each kind it did, as it told its team, else its planner.

        Over channels for words it tells its team no sub-tasks that could be counted.
        """
        done = [span.kind for span in self.subtasks.values() if span.status == "done"]
        return {kind: done.count(kind) for kind in dict.fromkeys(done)} or self.told_finished

    @property
    def idle(self) -> bool:
        """Tell whether it has nothing more to do, as far as it has said, or can do nothing."""
        if self.left_at is not None or self.lost:
            return True
        if any(span.end is None and span.kind != STOP for span in self.subtasks.values()):
            return False
        # Having stopped, a robot tells "Stop" or no sub-task at all, until it finds new work.
        now = str(self.state.get("subtask", ""))
        last = max(self.subtasks.values(), key=lambda span: span.start, default=None)
        return now.startswith(STOP) or (not now and last is not None and last.kind == STOP)


@dataclass
class MisplacedRecord:
    """Hold one object that was out of place and since when it is tidy, None while it is not."""

    object: str
    origin: str
    goal: str
    tidied_at: float | None = None


class RunStatistics:
    """Take in events, each once, in whatever order they come."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.time = 0.0
        self.robots = {
            r.name: RobotRecord(r.name, joins_at=r.joins_at, ad_hoc=r.ad_hoc) for r in task.robots
        }
        self.misplaced = {
            m.object: MisplacedRecord(
                m.object,
                m.text.split(";")[0] or m.moved_to or m.object,
                " or ".join(m.goal.receptacles)
                + (f" in {' or '.join(m.goal.rooms)}" if m.goal.rooms else ""),
            )
            for m in task.misplaced
        }
        self.tidied = 0
        self.total = len(task.misplaced)
        self.messages: dict[str, int] = {}
        self.broker = BrokerCounts()
        self.model = ModelUse()
        self.restarts: dict[str, int] = {}
        self.started: float | None = None
        self._seen: set[str] = set()

    @property
    def missed(self) -> list[MisplacedRecord]:
        """Return the objects that are still out of place, as far as it was watched."""
        return [record for record in self.misplaced.values() if record.tidied_at is None]

    def add(self, event: Event) -> bool:
        """Take in an event; return False where it was taken in before."""
        if event.identity in self._seen:
            return False
        self._seen.add(event.identity)
        self.time = max(self.time, event.time)
        if event.source is Source.TEAM:
            self._add_message(event)
        elif event.source is Source.WORLD:
            self._add_world(event)
        elif event.source is Source.MODEL:
            self.model.add(event)
        elif event.source is Source.RUN and event.kind == "start":
            self.started = event.data.get("started")
        elif event.source is Source.PROCESS:
            self._add_process(event.kind, str(event.data.get("process", "")))
        return True

    def __contains__(self, identity: str) -> bool:
        return identity in self._seen

    def robot(self, name: str) -> RobotRecord:
        """Return the record of a robot, also of one that the task does not name."""
        return self.robots.setdefault(name, RobotRecord(name))

    def add_diagnostics(self, name: str, values: dict[str, str]) -> None:
        """Take in the numbers of a process's diagnostics: broker, simulator, perception."""
        if name == "broker":
            self.broker.update(values)
        elif name == "simulator":
            for robot in self.robots.values():
                robot.has_driven(_number(values.get(f"{robot.name} path m", "")))
        elif name.endswith(_PERCEPTION) and name.removesuffix(_PERCEPTION) in self.robots:
            robot = self.robots[name.removesuffix(_PERCEPTION)]
            wait = _number(values.get("longest_wait_ms", "")) / 1000.0
            robot.longest_wait = max(robot.longest_wait, wait)
        elif name.endswith(_PLANNER) and name.removesuffix(_PLANNER) in self.robots:
            told = _FINISHED.findall(values.get("finished", "")[:_LONGEST])
            self.robots[name.removesuffix(_PLANNER)].told_finished = {k: int(n) for k, n in told}

    @property
    def success(self) -> bool:
        """Tell whether everything that was out of place is tidy."""
        return self.total > 0 and self.tidied >= self.total

    def _add_message(self, event: Event) -> None:
        self.messages[event.kind] = self.messages.get(event.kind, 0) + 1
        robot = self.robot(event.robot)
        session = int(event.data.get("session", 0))
        if session > robot.session:
            _close_subtasks(robot, event.time, "interrupted")
            robot.session = session
        if event.kind == "join":
            robot.left_at = None
            if robot.joined_at is None:
                robot.joined_at = event.time
        elif event.kind == "leave":
            robot.left_at = event.time
            _close_subtasks(robot, event.time, "left")
        if capability := event.data.get("capability"):
            robot.robot_type = str(capability.get("robot_type", ""))
            robot.can_manipulate = bool(capability.get("can_manipulate"))
        if intent := event.data.get("intent"):
            _follow_intent(robot, session, intent, event.time)
        if state := event.data.get("state"):
            _follow_state(robot, state, event.time)

    def _add_world(self, event: Event) -> None:
        if event.robot:
            robot = self.robot(event.robot)
            robot.has_driven(float(event.data.get("path_length") or 0.0))
            robot.pickups += event.kind == "grasp"
            robot.puts += event.kind in ("release", "drop")
            if event.kind == "refused":
                about = str(event.data.get("object", ""))
                robot.refused.pop(about, None)
                robot.refused[about] = event.text
        self._follow_tidiness(event)

    def _add_process(self, kind: str, process: str) -> None:
        robot = self.robots.get(process.partition(".")[0])
        if kind == "restart":
            self.restarts[process] = self.restarts.get(process, 0) + 1
            if robot is not None:
                # What it said last no longer holds: it is about to speak again.
                robot.left_at = None
                robot.state = {**robot.state, "subtask": RESTARTED}
        elif kind == "lost" and robot is not None:
            robot.lost = process.partition(".")[2]

    def _follow_tidiness(self, event: Event) -> None:
        """Find from the count, which rises and falls with objects moved, which object it was."""
        if event.kind == "spawn" and not event.data.get("total"):
            return
        self.total = int(event.data.get("total") or self.total)
        tidied = int(event.data.get("tidied") or 0)
        record = self.misplaced.get(str(event.data.get("object", "")))
        if record is not None and tidied > self.tidied:
            record.tidied_at = event.time
        elif record is not None and tidied < self.tidied:
            record.tidied_at = None
        self.tidied = tidied


@dataclass
class BrokerCounts:
    """Add up the broker's own counts over its restarts."""

    relayed: int = 0
    remembered: int = 0
    _before: dict[str, int] = field(default_factory=dict)
    _last: dict[str, int] = field(default_factory=dict)

    def update(self, values: dict[str, str]) -> None:
        """Take in the broker's diagnostics; a count that fell shows that it began anew."""
        for name in ("relayed", "remembered"):
            count = int(_number(values.get(name, "")))
            if count < self._last.get(name, 0):
                self._before[name] = self._before.get(name, 0) + self._last[name]
            self._last[name] = count
            setattr(self, name, self._before.get(name, 0) + count)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _follow_intent(robot: RobotRecord, session: int, intent: dict[str, Any], time: float) -> None:
    key = (session, int(intent["id"]))
    span = robot.subtasks.get(key)
    if intent["status"] == "adopted" and span is None:
        robot.subtasks[key] = Span(str(intent["subtask"]), str(intent["subtask_kind"]), time)
    elif intent["status"] == "proposed" and intent["subtask_kind"] != STOP:
        robot.proposed_at.append(time)
    elif intent["status"] in ENDED and span is not None and span.end is None:
        span.end, span.status = time, str(intent["status"])


def _follow_state(robot: RobotRecord, state: dict[str, Any], time: float) -> None:
    old, new = robot.state.get("pose"), state.get("pose")
    if old and new and None not in (*old[:2], *new[:2]):
        robot.driven_since += float(((new[0] - old[0]) ** 2 + (new[1] - old[1]) ** 2) ** 0.5)
    before, now = robot.state.get("subskill", ""), state.get("subskill", "")
    if now != before:
        if robot.subskills and robot.subskills[-1].end is None:
            robot.subskills[-1].end = time
        if now:
            robot.subskills.append(Span(now, now.split(" ")[0], time))
    robot.state = state


def _close_subtasks(robot: RobotRecord, time: float, status: str) -> None:
    for span in robot.subtasks.values():
        if span.end is None:
            span.end, span.status = time, status


Period = tuple[float, float]


def idling(robot: RobotRecord, end: float) -> tuple[float, float]:
    """Return for how long a robot with work to do stood idle, and for how long it had work.

    It has work from its joining on, but for rests: from the sub-task Stop to its next proposal of
    something else. It stands idle while it has work and no sub-skill runs. Of who told
    no state, as nobody does over channels for words, neither can be said: both are 0.

    Args:
        robot: What is known of it.
        end: When the run ended; all in seconds of the ROS clock.
    """
    if robot.joined_at is None or not (robot.state or robot.subskills):
        return 0.0, 0.0
    last = end if robot.left_at is None else min(end, robot.left_at)
    rests = _rests(robot, last)
    busy = [(span.start, last if span.end is None else span.end) for span in robot.subskills]
    whole = max(0.0, last - robot.joined_at)
    rested = _covered(rests, robot.joined_at, last)
    covered = _covered([*rests, *busy], robot.joined_at, last)
    return max(0.0, whole - covered), whole - rested


def _rests(robot: RobotRecord, end: float) -> list[Period]:
    rests = []
    for span in robot.subtasks.values():
        if span.kind == STOP:
            later = (time for time in robot.proposed_at if time > span.start)
            rests.append((span.start, min(later, default=end)))
    return rests


def _covered(periods: Iterable[Period], start: float, end: float) -> float:
    """Return how much of the time from `start` to `end` lies in any of `periods`."""
    covered, until = 0.0, start
    for first, last in sorted(periods):
        first, last = max(first, until), min(last, end)
        if last > first:
            covered, until = covered + last - first, last
    return covered
