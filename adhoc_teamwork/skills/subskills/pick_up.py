# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skill PickupObject."""

from adhoc_teamwork.skills.back_ends.motion import Outcome
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.rules.lookup import find_object
from adhoc_teamwork.skills.rules.preconditions import thing_to_take
from adhoc_teamwork.skills.rules.reach import check_place
from adhoc_teamwork.skills.rules.refused import grasp_refused
from adhoc_teamwork.skills.skill import Skill, Steps
from adhoc_teamwork.skills.subskills.base_placement import stand_better
from adhoc_teamwork.skills.subskills.handling import ready_to_handle, show_hand
from adhoc_teamwork.teamwork.geometry import Point, Pose
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
        stood: list[Pose] = []
        for attempt in range(1, _ATTEMPTS + 1):
            at, name = self.target.position, self.target.object_id
            motion = self.robot.hand.grasp(at)
            outcome = yield from self.robot.follow(motion, f"grasping {name}")
            if outcome.success:
                self.robot.vain.forget(name)
                return
            vain = self.robot.vain
            vain.failed(name, outcome.cause, self.robot.pose())
            if vain.may_work_elsewhere(outcome.cause):
                again = attempt < _ATTEMPTS and (
                    yield from stand_better(self.robot, self.target, stood)
                )
            else:
                again = attempt < _ATTEMPTS and self._elsewhere(outcome, at)
            if not again:
                raise grasp_refused(self.robot, name, outcome.cause, outcome.message)
            self.target = find_object(self.robot, self.call.object_id)
            check_place(self.robot, self.target, self.target.position)

    def _elsewhere(self, outcome: Outcome, tried: Point) -> bool:
        """Tell whether another grasp may succeed: perception has the object elsewhere by now."""
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
        self.summary = f"The hand holds {self.call.object_id}."
