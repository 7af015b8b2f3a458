# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Decide when a run is over, and say why."""

from dataclasses import dataclass

from adhoc_teamwork.bringup.run_record.run_statistics import RunStatistics
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind

IDLE_TIME = 20.0
"""Seconds of simulated time for which everyone must have stopped before a run is given up."""
_HOLDING_TIME = 120.0
"""The same while one of them holds something, which it may yet find a place for."""
_IDLE_KINDS = (SubTaskKind.EXPLORE.value, SubTaskKind.STOP.value)
LAST_WORDS_TIME = 10.0
"""Seconds of simulated time that robots have after the last put to say that they are done."""


@dataclass(frozen=True)
class Ending:
    """Say how a run ended, at `time` in simulated seconds; `reason` is one sentence."""

    success: bool
    reason: str
    time: float


class EndRule:
    """Watch a ledger for its end: all tidy, nobody busy any more, or out of time."""

    def __init__(self, ledger: RunStatistics, idle_time: float = IDLE_TIME) -> None:
        self._ledger = ledger
        self._idle_time = idle_time
        self._idle_since: float | None = None
        self._tidy_since: float | None = None

    def check(self, now: float) -> Ending | None:
        """Return the ending if the run is over at `now`, in seconds of simulated time."""
        ledger = self._ledger
        if ledger.success:
            return self._check_last_words(now)
        self._tidy_since = None
        limit = ledger.task.time_limit
        if now >= limit:
            reason = f"the time limit of {limit:g} s was reached with {left(ledger)}"
            return Ending(False, f"{reason}{causes(ledger)}", now)
        if not self._everyone_idle(now):
            self._idle_since = None
            return None
        if self._idle_since is None:
            self._idle_since = now
        holding = any(r.state.get("holds") and not r.lost for r in ledger.robots.values())
        if now - self._idle_since < (_HOLDING_TIME if holding else self._idle_time):
            return None
        return Ending(False, f"every robot has stopped with {left(ledger)}{causes(ledger)}", now)

    def _check_last_words(self, now: float) -> Ending | None:
        """Return success once everyone has said so; it counts from when the last thing was put."""
        ledger = self._ledger
        if self._tidy_since is None:
            times = [r.tidied_at for r in ledger.misplaced.values() if r.tidied_at is not None]
            # What a goal wants may have been brought by things that nobody watched for.
            self._tidy_since = now if ledger.task.has_goal else max(times, default=now)
        busy = any(
            span.end is None and span.kind not in _IDLE_KINDS
            for robot in ledger.robots.values()
            for span in robot.subtasks.values()
        )
        if busy and now - self._tidy_since < LAST_WORDS_TIME:
            return None
        return Ending(True, _all_done(ledger), self._tidy_since)

    def _everyone_idle(self, now: float) -> bool:
        robots = list(self._ledger.robots.values())
        nobody_to_come = all(r.joined_at is not None or r.lost for r in robots)
        return bool(robots) and nobody_to_come and now > 0.0 and all(r.idle for r in robots)


def _all_done(ledger: RunStatistics) -> str:
    objects = "object is" if ledger.total == 1 else f"{ledger.total} objects are"
    if ledger.task.has_goal:
        return f"the {objects} where the goal wants them"
    return f"the misplaced {objects} tidied up"


def left(ledger: RunStatistics) -> str:
    """Say what is still to be done."""
    records = ledger.missed
    # What came in a container is known by number alone.
    is_known = not ledger.total or len(records) <= ledger.total - ledger.tidied
    names = "; ".join(r.origin for r in records) if is_known else ""
    where = "not where they are wanted" if ledger.task.has_goal else "out of place"
    what = f"{ledger.total - ledger.tidied} of {ledger.total} objects {where}"
    return f"{what}: {names}" if names else what


def causes(ledger: RunStatistics) -> str:
    """Say what kept the team from it, as far as the events tell."""
    lost = [f"{r.name} lost its {r.lost}" for r in ledger.robots.values() if r.lost]
    if lost:
        return f"; {', '.join(lost)}"
    robots = [r for r in ledger.robots.values() if r.joined_at is not None]
    if robots and not any(r.can_manipulate for r in robots):
        return "; no robot of the team has an arm"
    missed = {record.object for record in ledger.missed}
    refusals = [
        f"{robot.name} was refused: {told[-1].rstrip('.')}"
        for robot in robots
        if (told := [text for about, text in robot.refused.items() if about in missed])
    ]
    return f"; {'; '.join(refusals)}" if refusals else ""
