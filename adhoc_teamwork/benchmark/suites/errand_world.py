# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The step world of errands for different bodies, and the sub-goals that count (EMOS, B.2)."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from adhoc_teamwork.benchmark.tasks.task import Deed, Errand
from adhoc_teamwork.simulation.evaluation.aims import PlaceOf
from adhoc_teamwork.simulation.houses.boxes import planar_distance
from adhoc_teamwork.simulation.lattice.actions import Action, ActionResult
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.robots import RobotSpec, StepRobot
from adhoc_teamwork.simulation.lattice.terms import Terms
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.task import MisplacedObject

NEAR = 1.5
"""A robot is at a thing from within so many metres of it on the floor plane, in its room."""


class SubGoal(StrEnum):
    """Name the paper's sub-goals."""

    ROBOT_AT_OBJECT = "Robot_At_Object"
    ROBOT_AT_RECEPTACLE = "Robot_At_Receptacle"
    OBJECT_AT_RECEPTACLE = "Object_At_Receptacle"
    ROBOT_DETECT_OBJECT = "Robot_Detect_Object"


SUB_GOALS: Mapping[Deed, tuple[SubGoal, ...]] = {
    Deed.GO: (SubGoal.ROBOT_AT_OBJECT,),
    Deed.LOOK: (SubGoal.ROBOT_AT_OBJECT, SubGoal.ROBOT_DETECT_OBJECT),
    Deed.BRING: (
        SubGoal.ROBOT_AT_OBJECT,
        SubGoal.ROBOT_AT_RECEPTACLE,
        SubGoal.OBJECT_AT_RECEPTACLE,
    ),
}
"""What has to come to pass for each deed, in the order in which it does."""


def part_of(sub_goal: SubGoal, errand: Errand) -> str:
    """Return the name of a part of a task."""
    at_receptacle = sub_goal is SubGoal.ROBOT_AT_RECEPTACLE
    words = errand.receptacle if at_receptacle else errand.object
    if sub_goal is SubGoal.OBJECT_AT_RECEPTACLE:
        words = f"{errand.object}, {errand.receptacle}"
    return f"{sub_goal}({words})"


def parts_of(errands: Sequence[Errand]) -> tuple[str, ...]:
    """Return the parts of a task, each once."""
    found = [part_of(goal, errand) for errand in errands for goal in SUB_GOALS[errand.deed]]
    return tuple(dict.fromkeys(found))


class ErrandAims:
    """Have sub-goals come to pass: where robots have been and what they saw counts for good."""

    def __init__(self, errands: Sequence[Errand], step_house: StepHouse) -> None:
        self._names = parts_of(errands)
        self._brought = {
            part_of(SubGoal.OBJECT_AT_RECEPTACLE, one): (
                one.object,
                step_house.house.objects[step_house.by_name[one.receptacle]].category,
            )
            for one in errands
            if one.deed is Deed.BRING
        }
        self.passed: set[str] = set()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the parts."""
        return self._names

    def judge(self, place_of: PlaceOf) -> Iterator[tuple[str, bool]]:
        """Yield for each part whether it has come to pass, or holds now."""
        for name in self._names:
            if name in self._brought:
                thing, receptacle = self._brought[name]
                place = place_of(thing)
                yield name, not place.held_by and place.receptacle == receptacle
            else:
                yield name, name in self.passed


class ErrandWorld(StepWorld):
    """Be a step world that watches where robots are and what they see."""

    def __init__(
        self,
        step_house: StepHouse,
        misplaced: Sequence[MisplacedObject],
        errands: Sequence[Errand],
        terms: Terms,
    ) -> None:
        """Put the things where they are; see `StepWorld`."""
        self._errands = tuple(errands)
        self._passing = ErrandAims(errands, step_house)
        super().__init__(step_house, misplaced, aims=self._passing, terms=terms)

    def join(self, name: str, spec: RobotSpec) -> StepRobot:
        """Add a robot at its start, or on the free cell next to it; see `StepWorld`."""
        robot = super().join(name, spec)
        self._watch()
        return robot

    def step(
        self, actions: Mapping[str, Action], speaking: Collection[str] = ()
    ) -> dict[str, ActionResult]:
        """Let robots act, and note what has come to pass; see `StepWorld`."""
        results = super().step(actions, speaking)
        self._watch()
        return results

    def _watch(self) -> None:
        before = len(self._passing.passed)
        for errand in self._errands:
            for robot in self.robots.values():
                self._passing.passed.update(self._reached(robot, errand))
        if len(self._passing.passed) > before:
            self._judge(self.step_count)

    def _reached(self, robot: StepRobot, errand: Errand) -> Iterator[str]:
        number = self.step_house.by_name[errand.object]
        if self._is_at(robot, errand.object):
            yield part_of(SubGoal.ROBOT_AT_OBJECT, errand)
        if errand.deed is Deed.LOOK and self._hand.sees(robot, number):
            yield part_of(SubGoal.ROBOT_DETECT_OBJECT, errand)
        if errand.deed is Deed.BRING and self._is_at(robot, errand.receptacle):
            yield part_of(SubGoal.ROBOT_AT_RECEPTACLE, errand)

    def _is_at(self, robot: StepRobot, name: str) -> bool:
        box = self.scene.boxes[self.step_house.by_name[name]]
        here = self.step_house.poses[robot.cell][robot.heading]
        if planar_distance(box, here.x, here.y) > NEAR:
            return False
        there = self.step_house.room_at(box.x, box.y)
        return there is not None and there == self.step_house.room_at(here.x, here.y)
