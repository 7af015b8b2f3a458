# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skill PickupObject."""

from collections.abc import Generator

from adhoc_teamwork.skills.back_ends.motion import Outcome
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.rules.lookup import find_object
from adhoc_teamwork.skills.rules.preconditions import thing_to_take
from adhoc_teamwork.skills.rules.reach import check_place
from adhoc_teamwork.skills.rules.refused import grasp_refused
from adhoc_teamwork.skills.skill import Progress, Skill, Steps
from adhoc_teamwork.skills.subskills.base_placement import stand_better
from adhoc_teamwork.skills.subskills.handling import ready_to_handle, show_hand
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.causes import Cause

_ATTEMPTS = 3
_WORTH_ANOTHER = frozenset((Cause.LOST_OBJECT, Cause.GRASP_FAILED))


class PickupObject(Skill):
    """Close the hand on a known object within reach."""

    target: Detection

    def precondition(self) -> Steps:
        """Check body, hand, object, distance and height."""
        return self._check()

    def plan(self) -> None:
        """Need no plan beyond the object's place: the arm's driver plans the motion."""

    def execute(self) -> Steps:
        """Grasp, once more where perception corrects the object's place or the base its own."""
        return self._grasp()

    def postcondition(self) -> Steps:
        """Check that the hand feels the object."""
        return self._feel()

    def _check(self) -> Steps:
        yield from ready_to_handle(self.robot, "PickupObject")
        self.target = thing_to_take(self.robot, "PickupObject", self.call.object_id)

    def _grasp(self) -> Steps:
        stood: list[tuple[Point, float]] = []
        for attempt in range(1, _ATTEMPTS + 1):
            at, name = self.target.position, self.target.object_id
            motion = self.robot.hand.grasp(at)
            outcome = yield from self.robot.follow(motion, f"grasping {name}")
            if outcome.success:
                self.robot.vain.forget(name)
                return
            another = yield from self._is_set_right(outcome, at, stood, attempt == _ATTEMPTS)
            if not another:
                raise grasp_refused(self.robot, name, outcome.cause, outcome.message)
            self.target = find_object(self.robot, self.call.object_id)
            check_place(self.robot, self.target, self.target.position)

    def _is_set_right(
        self, outcome: Outcome, tried: Point, stood: list[tuple[Point, float]], last: bool
    ) -> Generator[Progress, None, bool]:
        """Yield until another grasp may succeed, and tell whether one may.

        The robot stands elsewhere by then, or perception has the object elsewhere.
        """
        name = self.target.object_id
        elsewhere = self.robot.vain.failed(name, outcome.cause, self.robot.pose())
        if last:
            return False
        if elsewhere:
            return (yield from stand_better(self.robot, self.target, stood))
        found = self.robot.graph().object(self.call.object_id)
        moved = found is not None and found.position.distance_to(tried) > 0.02
        return moved and outcome.cause in _WORTH_ANOTHER

    def _feel(self) -> Steps:
        if not (yield from show_hand(self.robot, holding=True)):
            raise SkillFailure(
                Cause.GRASP_FAILED,
                f"The hand closed and holds nothing; try PickupObject <{self.call.object_id}> "
                "again.",
            )
        self.robot.picked = self.target
        self.robot.vain.took_another()
        self.summary = f"The hand holds {self.call.object_id}."
