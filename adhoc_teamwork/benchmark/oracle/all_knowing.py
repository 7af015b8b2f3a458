# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The bound of what one robot can add: it knows the truth, the team beside it is unchanged.

It is acted out like any policy, under the same rules of the world, and it tells its team what it
knows by the same messages. It is no policy for robots: what it knows, nobody can know.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import at_or_go
from adhoc_teamwork.adhoc_planner.policies.assignment import Hand, free_hands, unclaimed
from adhoc_teamwork.adhoc_planner.policies.common_sense import Place, homes
from adhoc_teamwork.adhoc_planner.policies.heuristic import explore_next
from adhoc_teamwork.adhoc_planner.policies.rule import by_rule
from adhoc_teamwork.benchmark.agents.controller import Controller, Send
from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.llm_session import LlmSession
from adhoc_teamwork.benchmark.agents.planner import PlannerRobot
from adhoc_teamwork.benchmark.oracle.expert import Expert, Furniture, Truth
from adhoc_teamwork.benchmark.tasks.task import BenchRobot, BenchTask
from adhoc_teamwork.offline_model.knowledge.common_sense import may_stay
from adhoc_teamwork.simulation.lattice.actions import Action
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.robots import Observation
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Misplaced
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask

Places = Mapping[str, Collection[str]]
TURNING = 1.3
"""How many actions a move takes on the way, turns, looks and others in the way included."""


class _Knower(Expert):
    """Share out what is left by the ways that everybody has, and leave nothing to chance.

    Free hands and things are paired, the fewest moves first. Where nothing falls to it, it takes
    what nobody has taken up: a teammate may hold it to be in place. It brings things only to where
    it can put them, and what its battery lasts for.
    """

    def __init__(self, seed: str, truth: Truth, places: Places, house: StepHouse) -> None:
        """Take the truth, and `places`: ids of furniture where things can be put, by their ids."""
        super().__init__(seed, truth, lambda _view, _kind: None)
        self._places = places
        self._house = house

    def best(self, view: PlannerView) -> SubTask:
        """Return the sub-task to take up now."""
        held = view.state.held_object
        if held:
            return self.put_away(view, held, view.state.pose.point)
        thing = self._next(view) if view.capability.can_manipulate else None
        if thing is not None:
            return self.put_away(view, thing.object_id, thing.position)
        return explore_next(view)

    def homes(self, object_id: str) -> list[Furniture]:
        """Return where an object is tidy, and can be put."""
        able = self._places.get(object_id, ())
        return [home for home in super().homes(object_id) if home.object_id in able]

    def choose(self, view: PlannerView, subtask: SubTask) -> SubSkill:
        """Return the next sub-skill; what is held goes to the nearest place that has not failed."""
        held, here = view.state.held_object, view.state.pose.point
        if not held or held != subtask.object_id:
            return super().choose(view, subtask)
        failed = [o.subskill for o in view.history if not o.result.success]
        names = {s.object_id for s in failed} | {s.receptacle_id for s in failed}
        homes = [home for home in self.homes(held) if home.object_id not in names]
        wanted = subtask.receptacle_type, subtask.room_type
        homes.sort(key=lambda home: self._way(here, home.point))
        homes.sort(key=lambda home: (home.category, home.room_type) != wanted)
        if not homes:
            return super().choose(view, subtask)
        name = homes[0].object_id
        return at_or_go(view, name, SubSkill(SubSkillKind.PUT_OBJECT, held, name))

    def _next(self, view: PlannerView) -> Detection | None:
        """Return what to take up: what falls to this robot, else what is nearest."""
        things = unclaimed(view)
        speed = view.capability.max_speed
        own = Hand(view.robot, view.state.pose.point, speed * view.state.battery,
            frozenset(subtask.object_id for subtask, _ in view.rejected))  # fmt: skip
        pairs = sorted(
            (way, hand.name, thing.object_id)
            for hand in (own, *free_hands(view, things))
            for thing in things
            if (way := self._errand(hand, thing, speed)) is not None
        )
        given: dict[str, str] = {}
        for _, name, object_id in pairs:
            if name not in given and object_id not in given.values():
                given[name] = object_id
        mine = [object_id for _, name, object_id in pairs if name == view.robot]
        chosen = given.get(view.robot, mine[0] if mine else "")
        return next((thing for thing in things if thing.object_id == chosen), None)

    def _errand(self, hand: Hand, thing: Detection, speed: float) -> int | None:
        """Return how many moves away a thing is; None where a hand cannot bring it home."""
        barred = hand.cannot | self.beyond.get(hand.name, frozenset())
        homes = self.homes(thing.object_id)
        if thing.object_id in barred or not homes:
            return None
        there = self._way(hand.point, thing.position)
        carry = min(self._way(thing.position, home.point) for home in homes)
        return there if TURNING * (there + carry) * speed <= hand.range else None

    def _way(self, start: Point, end: Point) -> int:
        """Return the fewest moves between the places to stand that are nearest to two points."""
        lattice = self._house.lattice
        moves = self._house.paths.distances([lattice.nearest(end.x, end.y)])
        return int(moves[lattice.nearest(start.x, start.y)])


class _Seer(_Knower):
    """Share out as one that knows, and judge by the stand-in's common sense alone.

    Of what the task displaced, it takes up what may not stay where it lies, and what somebody has
    put elsewhere than on the best furniture there is. It never takes up what was in place.
    """

    def __init__(self, seed: str, truth: Truth, house: StepHouse) -> None:
        """Take the truth, of which it uses what was displaced and where furniture stands."""
        super().__init__(seed, truth, {}, house)
        self._stood: dict[str, Place] = {}

    def homes(self, object_id: str) -> list[Furniture]:
        """Return the furniture in the house that suits a thing best."""
        furniture = self._truth.furniture
        places = {(f.category, f.room_type) for f in furniture}
        grades = {
            (home.receptacle, home.room): home.grade
            for home in homes(object_id.rpartition("_")[0], places)
        }
        best = {place for place, grade in grades.items() if grade is min(grades.values())}
        return [f for f in furniture if (f.category, f.room_type) in best]

    def judge(self, thing: Detection) -> Detection:
        """Return `thing` with what common sense says of it."""
        if thing.object_id not in self._truth.goals:
            return replace(thing, misplaced=Misplaced.NO)
        on = FLOOR if thing.receptacle == FLOOR else thing.receptacle_category
        here = on, self._truth.rooms.get(thing.room, "")
        is_wrong = not may_stay(thing.category, *here)
        if self._stood.setdefault(thing.object_id, here) != here:
            is_wrong = here not in {(f.category, f.room_type) for f in self.homes(thing.object_id)}
        return replace(thing, misplaced=Misplaced.YES if is_wrong else Misplaced.NO)


class AllKnowing:
    """Be a robot that is told, before each step, where everything is and lies; a `Controller`."""

    def __init__(self, robot: PlannerRobot, world: StepWorld) -> None:
        """Take the robot, and the world whose truth it is told."""
        self._robot = robot
        self._world = world
        self._explored = {room.room_id: 1.0 for room in world.step_house.floor_plan}

    @property
    def name(self) -> str:
        """Return the robot's name."""
        return self._robot.name

    @property
    def is_resting(self) -> bool:
        """Tell whether it has nothing to do."""
        return self._robot.is_resting

    @property
    def asks_team(self) -> bool:
        """Tell whether it stands still until its teammates answer what it has just asked."""
        return self._robot.asks_team

    @property
    def doing(self) -> str:
        """Return the present sub-task in the prompt's notation."""
        return self._robot.doing

    @property
    def subskill(self) -> SubSkill | None:
        """Return the sub-skill under way."""
        return self._robot.subskill

    @property
    def decisions(self) -> int:
        """Return how many sub-tasks were decided for it so far."""
        return self._robot.decisions

    @property
    def counts(self) -> Mapping[str, int]:
        """Return what its method has counted so far, by name."""
        return self._robot.counts

    def join(self, observation: Observation) -> None:
        """Take in where the robot is and say hello to the team."""
        self._robot.join(self._with_truth(observation))

    def act(self, observation: Observation) -> Action | None:
        """Return what to do in this step; None to let it pass."""
        return self._robot.act(self._with_truth(observation))

    def hear(self, message: TeamMessage) -> None:
        """Take in what a teammate says."""
        self._robot.hear(message)

    def answer(self, step: int) -> None:
        """Take in what was heard and answer; do nothing else."""
        self._robot.answer(step)

    def leave(self, why: str) -> None:
        """Say goodbye: the robot acts no more."""
        self._robot.leave(why)

    def _with_truth(self, observation: Observation) -> Observation:
        """Return what the robot perceives with all floor seen; things it learns of beside."""
        world, scene = self._world, self._world.scene
        known = (n for n in range(len(scene.detections)) if scene.at_rest(n) or world.holds(n))
        self._robot.learn((scene.detections[number] for number in known), observation)
        return observation._replace(explored=self._explored)


def all_knowing(
    robot: BenchRobot,
    task: BenchTask,
    plan: HousePlan,
    send: Send,
    session: LlmSession,
    world: StepWorld,
    knows_homes: bool = True,
) -> Controller:
    """Return the ad hoc robot that knows everything about a task to tidy up.

    Without `knows_homes` it sees everything, and knows by common sense alone where things belong.
    """
    seed = f"{task.seed}/{task.task_id}/{robot.name}"
    truth, house = Truth.of(task, plan.house), plan.house
    if knows_homes:
        rule = _Knower(seed, truth, _places(robot, task, plan), house)
    else:
        rule = _Seer(seed, truth, house)
    made = session.planner(lambda _kit: by_rule(rule), robot, plan, rule.seed, send)
    return AllKnowing(made, world)


def _places(robot: BenchRobot, task: BenchTask, plan: HousePlan) -> Places:
    """Return for each thing of a task, by id, the furniture where this robot can put it tidily."""
    scene, house = plan.touch.scene(task.misplaced), plan.house
    found = {}
    for item in task.misplaced:
        number = house.by_name[item.object]
        places = plan.touch.places_to_put(scene, number, item.goal, robot.build)
        found[house.ids[number]] = frozenset(name for name, states in places.items() if states)
    return found
