# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Steps that an episode's robots need not have taken, as the truth has it; no robot learns of it.

Exploring is wasted in a room that others, whose cameras see together at least what the robot's own
sees, have explored by then, or the robot itself before it began. An errand is needless where what
it picks up is in place; it begins with the first step towards the thing, and ends when the hand
has let go of it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from adhoc_teamwork.adhoc_planner.belief.belief import EXPLORED
from adhoc_teamwork.adhoc_planner.prompt_context.visibility import sights
from adhoc_teamwork.simulation.lattice.actions import Action
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind


@dataclass
class Waste:
    """Count for one robot: steps of wasted exploring, needless pick-ups, and the steps of those."""

    exploring: int = 0
    pickups: int = 0
    errands: int = 0


@dataclass
class _Doing:
    """Hold what a robot is about: its call, the rooms it had explored then, steps to its thing.

    `needless` are the things in its hands that were in place.
    """

    call: SubSkill | None = None
    explored: frozenset[str] = frozenset()
    thing: str = ""
    towards: int = 0
    needless: set[int] = field(default_factory=set)
    waste: Waste = field(default_factory=Waste)


class WasteCount:
    """Watch an episode: tell `before` and `after` of every step.

    Args:
        world: The world.
        wanted: Names of the things that the task is about; None where pick-ups are not judged.
    """

    def __init__(self, world: StepWorld, wanted: Collection[str] | None) -> None:
        self._world = world
        self._wanted = wanted
        self._sights: dict[str, frozenset[str]] = {}
        self._doing: dict[str, _Doing] = {}
        self._explored: dict[str, tuple[Mapping[str, float], frozenset[str]]] = {}
        self._held: dict[str, tuple[int, ...]] = {}
        self._tidied: frozenset[str] = frozenset()

    def joined(self, name: str, capability: Capability) -> None:
        """Take in a robot, and what its camera sees."""
        self._sights[name] = sights(capability)
        self._doing[name] = _Doing()

    def of(self, name: str) -> Waste:
        """Return what was counted for a robot so far."""
        return self._doing[name].waste

    def before(
        self, actions: Mapping[str, Action], calls: Callable[[str], SubSkill | None]
    ) -> None:
        """Count what robots are about to spend in vain, each with the sub-skill it carries out."""
        self._tidied = frozenset(self._world.tidied)
        self._held = {name: self._world.robot(name).held for name in actions}
        for name in actions:
            self._note_call(name, calls(name))
            doing = self._doing[name]
            doing.waste.exploring += self._explores_in_vain(name)
            if not self._held[name]:
                doing.towards += 1
            elif doing.needless:
                doing.waste.errands += 1

    def after(self) -> None:
        """Note what the step's hands took and let go of."""
        for name, held in self._held.items():
            now, doing = self._world.robot(name).held, self._doing[name]
            needless = {thing for thing in set(now) - set(held) if self._is_in_place(thing)}
            doing.waste.pickups += len(needless)
            doing.waste.errands += doing.towards * bool(needless)
            doing.needless = (doing.needless | needless) & set(now)
            if now != held:
                doing.towards = 0

    def _note_call(self, name: str, call: SubSkill | None) -> None:
        doing = self._doing[name]
        if call is doing.call:
            return
        doing.call, doing.explored = call, self._explored_by(name)
        thing = call.object_id if call is not None else ""
        if thing != doing.thing:
            doing.thing, doing.towards = thing, 0

    def _explores_in_vain(self, name: str) -> bool:
        doing = self._doing[name]
        if doing.call is None or doing.call.kind is not SubSkillKind.EXPLORE:
            return False
        room = self._room(name, doing.call.room_id)
        if room in doing.explored:
            return True
        others = [n for n in self._sights if n != name and room in self._explored_by(n)]
        seen = frozenset[str]().union(*(self._sights[other] for other in others))
        return bool(others) and self._sights[name] <= seen

    def _room(self, name: str, wanted: str) -> str:
        """Return the room that a robot explores; the one it is in where it is told none by id."""
        explored = self._world.robot(name).explored
        if wanted in explored:
            return wanted
        pose = self._world.pose(name)
        room = self._world.step_house.room_at(pose.x, pose.y)
        return room.room_id if room is not None else ""

    def _explored_by(self, name: str) -> frozenset[str]:
        shares = self._world.robot(name).explored
        known = self._explored.get(name)
        # The world puts another mapping in its place where a share changes.
        if known is None or known[0] is not shares:
            rooms = frozenset(room for room, share in shares.items() if share >= EXPLORED)
            known = self._explored[name] = (shares, rooms)
        return known[1]

    def _is_in_place(self, number: int) -> bool:
        if self._wanted is None:
            return False
        name = self._world.step_house.house.objects[number].name
        return name not in self._wanted or name in self._tidied
