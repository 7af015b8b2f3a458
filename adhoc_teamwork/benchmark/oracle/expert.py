# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The expert who shows how it is done: it reads the task's metadata (paper appendix F.2)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import any_surface
from adhoc_teamwork.adhoc_planner.policies.assignment import own_share
from adhoc_teamwork.adhoc_planner.policies.heuristic import explore_next
from adhoc_teamwork.adhoc_planner.policies.rule import Rule
from adhoc_teamwork.benchmark.tasks.task import BenchTask
from adhoc_teamwork.simulation.evaluation.tidiness import ObjectPlace, is_tidy
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Misplaced
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind
from adhoc_teamwork.teamwork.team.task import TidyPlace

Note = Callable[[PlannerView, SubSkillKind], None]
"""Takes down what the expert did in a situation."""


@dataclass(frozen=True)
class Furniture:
    """Hold one receptacle as it really is: its id, types of it and of its room, where it stands."""

    object_id: str
    category: str
    room_type: str
    point: Point


@dataclass(frozen=True)
class Truth:
    """Hold what only the expert knows of a task: goals and masses by object id, all furniture.

    Masses and payloads, by robot, in kilograms.
    """

    goals: dict[str, TidyPlace]
    masses: dict[str, float]
    payloads: dict[str, float]
    furniture: tuple[Furniture, ...]
    rooms: dict[str, str]

    @classmethod
    def of(cls, task: BenchTask, house: StepHouse) -> "Truth":
        """Read a task's metadata."""
        things, rooms = house.house.objects, house.house.rooms
        numbers = {item.object: house.by_name[item.object] for item in task.misplaced}
        furniture = []
        for name, thing in zip(house.ids, things, strict=True):
            room = house.room_at(thing.box.x, thing.box.y)
            if thing.surfaces and not thing.pickupable and room is not None:
                point = Point(thing.box.x, thing.box.y)
                furniture.append(Furniture(name, thing.category, room.room_type, point))
        return cls(
            {house.ids[numbers[item.object]]: item.goal for item in task.misplaced},
            {house.ids[number]: things[number].mass for number in numbers.values()},
            {robot.name: robot.payload for robot in (*task.team, task.adhoc)},
            tuple(furniture),
            {room.room_id: room.room_type for room in rooms},
        )

    def homes(self, object_id: str) -> list[Furniture]:
        """Return the furniture on which a misplaced object counts as tidy."""
        goal = self.goals[object_id]
        places = ((f, ObjectPlace(f.category, f.room_type)) for f in self.furniture)
        return [furniture for furniture, place in places if is_tidy(goal, place)]

    def too_heavy(self) -> dict[str, frozenset[str]]:
        """Return for each robot the ids of what it cannot lift."""
        return {
            robot: frozenset(name for name, mass in self.masses.items() if mass > payload)
            for robot, payload in self.payloads.items()
        }


class Expert(Rule):
    """Assign what was found to the nearest robot that can, and put it where it counts as tidy.

    It explores like the heuristic: the learner could not imitate knowing what nobody has seen.
    """

    def __init__(self, seed: str, truth: Truth, note: Note) -> None:
        """Take the truth of a task, and whom to tell what is done."""
        super().__init__(seed)
        self._truth = truth
        self.beyond = truth.too_heavy()
        self._note = note

    def decide(self, view: PlannerView) -> SubTask:
        """Return the sub-task to take up now, and note which type of sub-skill that is."""
        subtask = self.best(view)
        kind = SubSkillKind.PICKUP_OBJECT
        if view.state.held_object:
            kind = SubSkillKind.PUT_OBJECT
        elif subtask.kind is SubTaskKind.EXPLORE:
            kind = SubSkillKind.EXPLORE
        elif subtask.kind is SubTaskKind.STOP:
            kind = SubSkillKind.STOP
        self._note(view, kind)
        return subtask

    def choose(self, view: PlannerView, subtask: SubTask) -> SubSkill:
        """Return the next sub-skill; with a full hand each counts as a choice."""
        if view.state.held_object:
            self._note(replace(view, subtask=None), SubSkillKind.PUT_OBJECT)
        return super().choose(view, subtask)

    def judge(self, thing: Detection) -> Detection:
        """Return `thing` with the truth on it."""
        goal = self._truth.goals.get(thing.object_id)
        receptacle = FLOOR if thing.receptacle == FLOOR else thing.receptacle_category
        room_type = self._truth.rooms.get(thing.room, "")
        is_wrong = goal is not None and not is_tidy(goal, ObjectPlace(receptacle, room_type))
        return replace(thing, misplaced=Misplaced.YES if is_wrong else Misplaced.NO)

    def best(self, view: PlannerView) -> SubTask:
        """Return the sub-task to take up now."""
        held = view.state.held_object
        if held:
            return self.put_away(view, held, view.state.pose.point)
        if view.capability.can_manipulate:
            thing = own_share(view, self._carry, self.beyond)
            if thing is not None:
                return self.put_away(view, thing.object_id, thing.position)
        return explore_next(view)

    def homes(self, object_id: str) -> list[Furniture]:
        """Return where an object is tidy; nowhere for one that is no part of the task."""
        return self._truth.homes(object_id) if object_id in self._truth.goals else []

    def _carry(self, thing: Detection) -> float:
        """Return how far, in metres, a thing is from the nearest place where it is tidy."""
        homes = self.homes(thing.object_id)
        return min((thing.position.planar_distance_to(f.point) for f in homes), default=0.0)

    def put_away(self, view: PlannerView, object_id: str, start: Point) -> SubTask:
        """Return what brings an object to the nearest place where it is tidy, seen from `start`."""
        refused = view.refused_places(object_id)
        homes = self.homes(object_id)
        left = [f for f in homes if (f.category, f.room_type) not in refused] or homes
        best = min(left, key=lambda f: start.planar_distance_to(f.point), default=None)
        surface = (best.category, best.room_type) if best else any_surface(view, refused)
        receptacle, room = surface
        return SubTask(
            SubTaskKind.REPLACE, room_type=room, object_id=object_id, receptacle_type=receptacle
        )
