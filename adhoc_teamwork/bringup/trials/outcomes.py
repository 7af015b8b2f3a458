# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What became of each misplaced object of a run: one of a few ends, always, and why."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.trials.facts import RunFacts
from adhoc_teamwork.teamwork.actions.names import SubSkillKind
from adhoc_teamwork.teamwork.enums import WordEnum
from adhoc_teamwork.teamwork.recordings.account import Belief, Deed
from adhoc_teamwork.teamwork.scene import Misplaced
from adhoc_teamwork.teamwork.team.same_object import SAME_PLACE
from adhoc_teamwork.teamwork.team.task import MisplacedObject

TAKING = (SubSkillKind.PICKUP_OBJECT.value, SubSkillKind.TAKE_FROM.value)
"""Sub-skills that take an object; all others about it serve to get there."""
NOBODY_WENT = "no_errand"
"""Cause where robots had time left, and none of them tried."""
UNFOUNDED = "unknown"


class End(WordEnum):
    """Name how a misplaced object can end; `meaning` says it for people."""

    TIDIED = "tidied", "tidied"
    NOT_SEEN = "not_seen", "not seen"
    JUDGED_IN_PLACE = "judged_in_place", "seen and judged in place"
    PUT_ELSEWHERE = "put_elsewhere", "judged right, put where it does not count"
    NOT_GRASPED = "not_grasped", "not grasped"
    NOT_PUT = "not_put", "not put"
    NOT_REACHED = "not_reached", "not reached"
    OUT_OF_TIME = "out_of_time", "battery or time"
    DROPPED = "dropped", "dropped"
    INFEASIBLE = "infeasible", "infeasible for everybody"


@dataclass(frozen=True)
class ObjectOutcome:
    """Say how one object ended and why.

    `cause` is one word, of `team.causes` where a sub-skill failed; `why` one sentence; `robot` who
    tried last, empty where nobody did. `time` is when it was decided, in seconds of the ROS clock.
    """

    object: str
    category: str
    text: str
    end: End
    cause: str = ""
    why: str = ""
    robot: str = ""
    time: float = 0.0


def outcomes_of(facts: RunFacts) -> tuple[ObjectOutcome, ...]:
    """Return how every misplaced object of a run ended, in the task's order."""
    ledger = facts.statistics()
    last = max((event.time for event in facts.events), default=0.0)
    found = []
    for item in facts.task.misplaced:
        course = ObjectCourse(facts, item)
        record = ledger.misplaced[item.object]
        if ledger.success or record.tidied_at is not None:
            found.append(course.outcome(End.TIDIED, time=record.tidied_at or last))
        else:
            found.append(_untidied(course, last))
    return tuple(found)


def _untidied(course: "ObjectCourse", last: float) -> ObjectOutcome:
    moved = course.moves[-1] if course.moves else None
    if moved is None:
        return _never_held(course, last)
    if moved.kind == "grasp":
        return _never_put(course, moved, last)
    end = End.DROPPED if moved.kind == "drop" else End.PUT_ELSEWHERE
    again = course.last_failure(TAKING, since=moved.time)
    why = moved.text + (f"; then: {again.message}" if again else "")
    where = str(moved.data.get("where", ""))
    cause = again.cause if again else where.partition(" in ")[0].partition(" ")[2].lower()
    return course.outcome(end, cause, why, moved.robot, moved.time)


def _never_held(course: "ObjectCourse", last: float) -> ObjectOutcome:
    if why := course.infeasible:
        return course.outcome(End.INFEASIBLE, "infeasible", why)
    if not course.seen:
        return course.outcome(End.NOT_SEEN, "not_seen", "no robot's belief ever had it there")
    if not course.ever_misplaced:
        judges = sorted({belief.robot for belief in course.seen})
        judged = any(belief.misplaced is Misplaced.NO for belief in course.seen)
        word = "judged in place" if judged else "not judged"
        on = next((b.on for b in reversed(course.seen) if b.on), "something unknown")
        why = f"seen by {', '.join(judges)}, {word} on {on}"
        return course.outcome(End.JUDGED_IN_PLACE, "judged" if judged else "not_judged", why)
    failure = course.last_failure()
    if failure is not None and course.still_misplaced:
        end = End.NOT_GRASPED if failure.kind in TAKING else End.NOT_REACHED
        return _after(course, end, failure)
    if not course.still_misplaced:
        why = "judged out of place at first, in place in the end"
        return course.outcome(End.JUDGED_IN_PLACE, "judged_anew", why, time=last)
    if course.ran_out:
        return course.outcome(End.OUT_OF_TIME, "time", course.ran_out, time=last)
    why = "held to be out of place, and nobody tried to take it"
    return course.outcome(End.NOT_REACHED, NOBODY_WENT, why, time=last)


def _never_put(course: "ObjectCourse", grasp: Event, last: float) -> ObjectOutcome:
    deeds = (d for d in course.facts.deeds if d.robot == grasp.robot and d.began >= grasp.time)
    failure = max((d for d in deeds if d.failed), key=lambda d: d.ended or 0.0, default=None)
    if failure is not None:
        return _after(course, End.NOT_PUT, failure)
    if course.ran_out:
        why = f"{grasp.robot} held it: {course.ran_out}"
        return course.outcome(End.OUT_OF_TIME, "time", why, grasp.robot, last)
    why = f"{grasp.robot} held it to the end without a failure"
    return course.outcome(End.NOT_PUT, NOBODY_WENT, why, grasp.robot, last)


def _after(course: "ObjectCourse", end: End, failure: Deed) -> ObjectOutcome:
    why = f"{failure.subskill}: {failure.message}"
    cause = failure.cause or UNFOUNDED
    return course.outcome(end, cause, why, failure.robot, failure.ended or failure.began)


class ObjectCourse:
    """Follow one misplaced object through a run's facts.

    Robots name things as they like: theirs is this one where it is of its category and lies where
    this one lay then.
    """

    def __init__(self, facts: RunFacts, item: MisplacedObject) -> None:
        self.facts, self.item = facts, item
        world = [
            e for e in facts.events
            if e.source is Source.WORLD and e.data.get("object") == item.object
        ]  # fmt: skip
        self.moves = sorted(
            (e for e in world if e.kind in ("grasp", "release", "drop")), key=lambda e: e.time
        )
        told = (str(event.data.get("category") or "") for event in world)
        self.category = next(filter(None, told), "") or item.category
        beliefs = sorted(facts.beliefs, key=lambda belief: belief.time)
        self.seen = tuple(b for b in beliefs if self.is_it(b.category, b.place, b.time))
        self.infeasible = facts.infeasible.get(item.object, "")

    def outcome(
        self, end: End, cause: str = "", why: str = "", robot: str = "", time: float = 0.0
    ) -> ObjectOutcome:
        """Return this object's outcome."""
        item = self.item
        return ObjectOutcome(item.object, self.category, item.text, end, cause, why, robot, time)

    def is_it(self, category: str, place: tuple[float, float, float] | None, time: float) -> bool:
        """Tell whether what a robot knew at a time is this object."""
        if category != self.category:
            return False
        mine = self.place_at(time)
        if mine is None or place is None:
            return True
        return math.dist(mine, place[:2]) <= SAME_PLACE

    def place_at(self, time: float) -> tuple[float, float] | None:
        """Return where it truly was (metres in `map`), None where that is not recorded."""
        start = self.item.position
        place = (start[0], start[1]) if start is not None else None
        for move in self.moves:
            position = move.data.get("position")
            if position and (move.time <= time or place is None):
                place = (position[0], position[1])
        return place

    @property
    def ever_misplaced(self) -> bool:
        """Tell whether any robot ever held it to be out of place, in belief, word or errand."""
        return any(belief.misplaced is Misplaced.YES for belief in self.seen) or bool(
            [*self.reports(), *self.attempts()]
        )

    @property
    def still_misplaced(self) -> bool:
        """Tell whether in the end any robot held it to be out of place."""
        last: dict[tuple[str, str], Belief] = {}
        for belief in self.seen:
            last[belief.robot, belief.object_id] = belief
        if not any(belief.misplaced is Misplaced.YES for belief in self.seen):
            return self.ever_misplaced
        return any(belief.misplaced is Misplaced.YES for belief in last.values())

    @property
    def ran_out(self) -> str:
        """Return why there was no time left for it; empty where there was."""
        ends = [e for e in self.facts.events if (e.source, e.kind) == (Source.RUN, "end")]
        reason = ends[-1].text if ends else "the recording stops"
        idle = reason.startswith("every robot has stopped")
        return "" if idle and not self._is_a_battery_empty() else reason

    def reports(self) -> Iterator[tuple[Event, dict[str, object]]]:
        """Yield what robots told the team of it as out of place, with the event."""
        for event in self.facts.events:
            if event.source is not Source.TEAM:
                continue
            for told in event.data.get("detections", ()):
                place = tuple(told.get("position") or ())
                known = len(place) == 3 and None not in place
                if told.get("misplaced") and self.is_it(
                    str(told.get("category")), place if known else None, event.time
                ):
                    yield event, told

    def attempts(self) -> Iterator[Deed]:
        """Yield the sub-skills that named it before anybody held it."""
        for deed in self.facts.deeds:
            if deed.object_id and self.is_it(deed.category, deed.place, deed.began):
                yield deed

    def last_failure(self, kinds: tuple[str, ...] = (), since: float = 0.0) -> Deed | None:
        """Return the last sub-skill about it that failed, of some kinds, from a time on."""
        failed = [d for d in self.attempts() if d.failed and d.began >= since]
        failed = [d for d in failed if not kinds or d.kind in kinds]
        return max(failed, key=lambda d: d.ended or 0.0, default=None)

    def _is_a_battery_empty(self) -> bool:
        left: dict[str, float] = {}
        for event in self.facts.events:
            battery = (event.data.get("state") or {}).get("battery")
            if battery is not None:
                left[event.robot] = float(battery)
        return any(seconds <= 0.0 for seconds in left.values())
