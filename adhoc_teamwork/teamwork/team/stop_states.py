# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a team does about the emergency stop, as its robots tell: who stands, who is missing."""

from collections.abc import Iterable
from dataclasses import dataclass

from adhoc_teamwork.teamwork.team.emergency_stop import StopCommand
from adhoc_teamwork.teamwork.topics import EMERGENCY_STOP

FRESH = 2.0
"""Seconds after which what was not told again is not known any more."""
BASE = "base"
"""The part of a robot that drives without its sub-skills."""
SKILLS = "skills"
"""The part that carries out sub-skills."""
MOST_REPORTS = 400


@dataclass(frozen=True)
class StopReport:
    """Hold what one part of a robot tells; `moving` is empty where all stands still."""

    robot: str
    part: str
    stopped: bool
    moving: str
    presses: tuple[StopCommand, ...]


@dataclass(frozen=True)
class RobotStop:
    """Say how a robot stands to the emergency stop; `moving` says in words why it does not stand.

    Where none of its parts has told anything lately, `answers` is false and nothing is known.
    """

    robot: str
    answers: bool
    stopped: bool
    moving: str
    silent: tuple[str, ...]
    presses: tuple[StopCommand, ...]

    @property
    def stands(self) -> bool:
        """Tell whether it has told that it is stopped and stands still."""
        return self.answers and self.stopped and not self.moving

    @property
    def text(self) -> str:
        """Say it in a few words."""
        if not self.answers:
            return "does not answer"
        quiet = f" ({', '.join(self.silent)}: no answer)" if self.silent else ""
        if not self.stopped:
            return f"is not stopped{quiet}"
        return f"{self.moving or 'stands still'}{quiet}"


class StopStates:
    """Gather reports; times are seconds of a clock that only grows."""

    def __init__(self) -> None:
        self._reports: dict[tuple[str, str], tuple[float, StopReport]] = {}

    def take(self, report: StopReport, now: float) -> None:
        """Take in a report; of too many parts, one that fell silent makes way for it."""
        key = (report.robot, report.part)
        if key not in self._reports and len(self._reports) >= MOST_REPORTS:
            oldest = min(self._reports, key=lambda other: self._reports[other][0])
            if now - self._reports[oldest][0] <= FRESH:
                return
            del self._reports[oldest]
        self._reports[key] = (now, report)

    @property
    def robots(self) -> tuple[str, ...]:
        """Return who has ever told anything, by name."""
        return tuple(sorted({robot for robot, _ in self._reports}))

    def of(self, robot: str, now: float) -> RobotStop:
        """Return how a robot stands to it."""
        own = [entry for entry in self._reports.values() if entry[1].robot == robot]
        fresh = [report for at, report in own if now - at <= FRESH]
        silent = tuple(sorted(report.part for at, report in own if now - at > FRESH))
        # Each part measures for itself; the base is what moves, whatever else is told of it.
        bases = [report for report in fresh if report.part == BASE] or fresh
        words = {(w.source, w.robot): w for report in fresh for w in report.presses}
        return RobotStop(
            robot,
            bool(fresh),
            any(report.stopped for report in bases),
            next((report.moving for report in bases if report.moving), ""),
            silent,
            tuple(words.values()),
        )

    def all_of(self, robots: Iterable[str], now: float) -> tuple[RobotStop, ...]:
        """Return how robots stand to it, and everyone else who has told anything."""
        return tuple(self.of(robot, now) for robot in sorted({*robots, *self.robots}))


def stops_all(word: StopCommand) -> bool:
    """Tell whether a press stops every robot: said for all, or by the switch that all listen to."""
    return not word.robot or word.source == f"/{EMERGENCY_STOP}"


def presses_of(states: Iterable[RobotStop], whose: str) -> tuple[StopCommand, ...]:
    """Return the presses that stop a robot alone, or with an empty name those that stop all."""
    found = {}
    for state in states:
        for word in state.presses:
            if stops_all(word) if not whose else word.robot == whose and not stops_all(word):
                found[word.source, word.robot] = word
    return tuple(found.values())
