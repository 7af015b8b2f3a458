# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How long robots stood still although they had work to do, from what they told of themselves."""

from collections.abc import Iterable

from adhoc_teamwork.bringup.run_record.run_statistics import STOP, RobotRecord

Period = tuple[float, float]


def idling(robot: RobotRecord, end: float) -> tuple[float, float]:
    """Return for how long a robot with work to do stood idle, and for how long it had work.

    It has work from its joining on, but for rests: from the sub-task Stop to its next proposal of
    something else. It stands idle while it has work and no sub-skill runs.

    Args:
        robot: What is known of it.
        end: When the run ended; all in seconds of the ROS clock.
    """
    if robot.joined_at is None:
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
