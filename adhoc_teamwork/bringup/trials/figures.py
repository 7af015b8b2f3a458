# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Figures of one run: how soon it moved, how soon it acted on reports, what came to nothing."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from adhoc_teamwork.bringup.run_record.events import Source
from adhoc_teamwork.bringup.run_record.run_statistics import RobotRecord, RunStatistics
from adhoc_teamwork.bringup.trials.facts import RunFacts
from adhoc_teamwork.bringup.trials.outcomes import ObjectCourse
from adhoc_teamwork.teamwork.actions.names import SubTaskKind

MOVED = 0.05
"""Metres from its start from which on a robot has moved."""
_SEARCHING = (SubTaskKind.EXPLORE.value, SubTaskKind.STOP.value)
_IN_VAIN = ("failed", "abandoned", "interrupted", "left")


@dataclass(frozen=True)
class RunFigures:
    """Hold a run in numbers: seconds of the ROS clock but for `wall_to_motion`, metres.

    `first_motion` is when the first robot has moved and `wall_to_motion` how long that was after
    the command was typed. `report_to_errand` has, for each misplaced object that a robot told of
    and another took up, the time between; `ready_to_errand` counts only since that other was ready
    for it: it had joined, and its errand before was over. `in_vain` are errands that came to
    nothing, `vain_time` what they cost; `repeats` counts what failed once more as it had failed
    before, `contacts` what the world saw inside something else (`simulation.evaluation.contacts`).
    """

    duration: float
    first_motion: float | None
    wall_to_motion: float | None
    report_to_errand: tuple[float, ...]
    ready_to_errand: tuple[float, ...]
    in_vain: int
    vain_time: float
    driven: float
    repeats: int
    contacts: int = 0


@dataclass(frozen=True)
class Wait:
    """Hold how long an errand came after a report, and after its robot was ready for it."""

    since_report: float
    since_ready: float


def figures_of(facts: RunFacts) -> RunFigures:
    """Return a run in numbers."""
    ledger = facts.statistics()
    ends = [e.time for e in facts.events if (e.source, e.kind) == (Source.RUN, "end")]
    duration = ends[-1] if ends else ledger.time
    vain = _in_vain(ledger, duration)
    first = first_motion(facts)
    waits = tuple(reports_to_errands(facts, ledger))
    return RunFigures(
        duration=round(duration, 2),
        first_motion=_rounded(first),
        wall_to_motion=_rounded(None if first is None else wall_to(facts, first)),
        report_to_errand=tuple(round(wait.since_report, 2) for wait in waits),
        ready_to_errand=tuple(round(wait.since_ready, 2) for wait in waits),
        in_vain=len(vain),
        vain_time=round(sum(vain), 2),
        driven=round(sum(driven(facts, ledger).values()), 2),
        repeats=repeats(facts),
        contacts=sum((e.source, e.kind) == (Source.WORLD, "contact") for e in facts.events),
    )


def first_motion(facts: RunFacts) -> float | None:
    """Return when the first robot has moved, None where none has."""
    times = []
    for way in facts.ways.values():
        _, x, y = way[0] if way else (0.0, 0.0, 0.0)
        times += [t for t, to_x, to_y in way if (to_x - x) ** 2 + (to_y - y) ** 2 > MOVED**2][:1]
    return min(times, default=None)


def wall_to(facts: RunFacts, time: float) -> float | None:
    """Return how long after the command a time of the ROS clock was, in seconds of wall time.

    None for a run in which the command and the clock were not recorded.
    """
    run = [e for e in facts.events if e.source is Source.RUN]
    began = next((e.data.get("started") for e in run if e.kind == "command"), None)
    marks = sorted(
        (e.time, float(e.data["wall"])) for e in run if e.kind == "clock" and "wall" in e.data
    )
    if began is None or len(marks) < 2:
        return None
    after = next((i for i, mark in enumerate(marks) if mark[0] >= time), len(marks) - 1)
    (t0, wall0), (t1, wall1) = marks[max(0, after - 1)], marks[max(1, after)]
    share = (time - t0) / (t1 - t0) if t1 > t0 else 0.0
    return wall0 + share * (wall1 - wall0) - float(began)


def reports_to_errands(facts: RunFacts, ledger: RunStatistics) -> Iterator[Wait]:
    """Yield how long misplaced objects, told of by one robot, waited for another's errand."""
    for item in facts.task.misplaced:
        course = ObjectCourse(facts, item)
        told = min(course.reports(), key=lambda report: report[0].time, default=None)
        if told is None:
            continue
        report = told[0]
        taken = (
            e for e in facts.events
            if e.time >= report.time and _takes_up(e.data.get("intent"), course, e.time)
        )  # fmt: skip
        first = min(taken, key=lambda event: event.time, default=None)
        if first is not None and first.robot != report.robot:
            ready = max(report.time, _ready_at(ledger.robots[first.robot], first.time))
            yield Wait(first.time - report.time, first.time - ready)


def driven(facts: RunFacts, ledger: RunStatistics) -> dict[str, float]:
    """Return how far each robot drove: along its recorded way, or else as the events tell."""
    found = {name: robot.path_length for name, robot in ledger.robots.items()}
    for robot, way in facts.ways.items():
        steps = pairwise(way)
        length = sum(((b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2) ** 0.5 for a, b in steps)
        found[robot] = max(length, found.get(robot, 0.0))
    return found


def repeats(facts: RunFacts) -> int:
    """Return how often a robot failed once more at the same with the same cause."""
    failed = Counter((d.robot, d.subskill, d.cause) for d in facts.deeds if d.failed)
    return sum(count - 1 for count in failed.values())


def _takes_up(intent: object, course: ObjectCourse, time: float) -> bool:
    if not isinstance(intent, dict) or intent.get("status") != "adopted":
        return False
    if intent.get("subtask_kind") in _SEARCHING:
        return False
    place = tuple(intent.get("position") or ())
    known = len(place) == 3 and None not in place
    return course.is_it(str(intent.get("category", "")), place if known else None, time)


def _ready_at(robot: RobotRecord, taken: float) -> float:
    """Return since when a robot that takes up an errand at a time could have done so."""
    before = [s for s in robot.subtasks.values() if s.start < taken and s.kind not in _SEARCHING]
    ends = [taken if s.end is None else min(s.end, taken) for s in before]
    return max([robot.joined_at or 0.0, *ends])


def _in_vain(ledger: RunStatistics, end: float) -> list[float]:
    """Return how long each errand took that came to nothing."""
    return [
        max(0.0, (end if span.end is None else span.end) - span.start)
        for robot in ledger.robots.values()
        for span in robot.subtasks.values()
        if span.kind not in _SEARCHING and span.status in _IN_VAIN
    ]


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 2)
