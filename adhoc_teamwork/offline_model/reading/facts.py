# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The facts that the offline model finds in a prompt's text: all that it knows of the world."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from adhoc_teamwork.offline_model.fallibility import SOUND, Fallibility
from adhoc_teamwork.offline_model.settings import Variant
from adhoc_teamwork.teamwork.team.causes import PASSING, Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind


@dataclass(frozen=True)
class Myself:
    """Hold what the prompt says of the robot that is planned for: metres, kilograms.

    `range` is how far its battery takes it at full speed, `step` the highest step that it gets up,
    `ramp` the steepest ramp, degrees.
    `held` is what it has in a hand, `other_held` what in the other, where it has two `hands`.
    `doing` is its present sub-task.
    """

    name: str = ""
    drives: bool = True
    arm: bool = False
    payload: float = 0.0
    lowest: float = 0.0
    highest: float = math.inf
    sees: frozenset[str] = frozenset()
    x: float = 0.0
    y: float = 0.0
    room: str = ""
    held: str = ""
    held_category: str = ""
    range: float = math.inf
    step: float = math.inf
    ramp: float = math.inf
    hands: int = 1
    other_held: str = ""
    other_category: str = ""
    doing: SubTask | None = None

    @property
    def all_held(self) -> tuple[str, ...]:
        """Return what its hands hold."""
        return tuple(name for name in (self.held, self.other_held) if name)

    @property
    def has_free_hand(self) -> bool:
        """Tell whether a hand is empty."""
        return self.arm and len(self.all_held) < self.hands


@dataclass(frozen=True)
class RoomFact:
    """Hold one line of the section on rooms; lengths in metres, `x` and `y` of its centre.

    `seen` is the share of its floor that the robot has seen, 0 to 1.
    """

    id: str
    type: str = ""
    distance: float = 0.0
    here: bool = False
    seen: float = 0.0
    explored_by: tuple[str, ...] = ()
    exploring: tuple[str, ...] = ()
    step: float = 0.0
    ramp: float = 0.0
    x: float = math.nan
    y: float = math.nan


class Thing(NamedTuple):
    """Hold one line of the sections on objects; lengths in metres, NaN where not said.

    `closed` is None for what does not open; a container holds `load` of `capacity` things. `kept`
    is where the line says that it is kept, types of receptacle and room of each place. `on`
    and `on_type` name what it lies on ("Floor" for the floor), `holder` who holds it. A named
    tuple, which is made fast: prompts have a hundred such lines.
    """

    id: str
    category: str
    on: str = ""
    on_type: str = ""
    holder: str = ""
    gone: bool = False
    room: str = ""
    room_type: str = ""
    distance: float = math.inf
    height: float = math.nan
    surface: float = math.nan
    pickupable: bool = False
    receptacle: bool = False
    out_of_place: bool = False
    in_place: bool = False
    inside: bool = False
    x: float = math.nan
    y: float = math.nan
    closed: bool | None = None
    load: int = 0
    capacity: int = 0
    states: tuple[str, ...] = ()
    kept: tuple[tuple[str, str], ...] = ()

    @property
    def room_left(self) -> int:
        """Return how many things more a container takes; 0 for what is none."""
        return self.capacity - self.load


@dataclass(frozen=True)
class Mate:
    """Hold what the prompt says of one teammate; `heard` in seconds ago.

    One of which neither `arm` nor `armless` holds has not said what it can do.
    """

    name: str
    arm: bool = False
    armless: bool = False
    payload: float = 0.0
    lowest: float = 0.0
    highest: float = math.inf
    sees: frozenset[str] = frozenset()
    taken_up: tuple[SubTask, ...] = ()
    proposes: tuple[SubTask, ...] = ()
    explored: tuple[str, ...] = ()
    heard: float = 0.0
    left: bool = False


@dataclass(frozen=True)
class Attempt:
    """Hold one line of the latest sub-skills."""

    subskill: SubSkill
    succeeded: bool
    cause: Cause | None = None

    @property
    def in_vain(self) -> bool:
        """Tell whether it failed, and not because the robot itself was not ready: that passes."""
        return not self.succeeded and self.cause not in PASSING


@dataclass(frozen=True)
class TeamAnswer:
    """Hold a teammate's answer to an intent of the robot that is planned for.

    `in_place` and `out_of_place` are ids of objects that it holds to be so.
    """

    sender: str
    intent_id: int
    conflict: bool
    in_place: tuple[str, ...] = ()
    out_of_place: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wish:
    """Hold one line of the goal: so many things of a category at types of receptacle and room."""

    category: str
    receptacle: str
    room: str
    inside: bool
    wanted: int
    there: int


@dataclass(frozen=True)
class StateWish:
    """Hold one line of the goal: so many things of a category in a state, such as ``power=on``."""

    category: str
    state: str
    room: str
    wanted: int
    there: int


@dataclass(frozen=True)
class GoalFacts:
    """Hold the goal where the task has one: words, or wishes."""

    text: str = ""
    wishes: tuple[Wish, ...] = ()
    states: tuple[StateWish, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.text or self.wishes or self.states)


@dataclass(frozen=True)
class Hint:
    """Hold what a prompt says of an action: name, number of arguments, words, states in them."""

    name: str
    places: int
    words: str
    states: tuple[str, ...] = ()


@dataclass(frozen=True)
class Facts:
    """Hold everything that was found in one prompt.

    `reader` is whose common sense it meets, `errors` says what of it is got wrong.
    """

    me: Myself
    rooms: tuple[RoomFact, ...] = ()
    things: tuple[Thing, ...] = ()
    mates: tuple[Mate, ...] = ()
    answers: tuple[TeamAnswer, ...] = ()
    history: tuple[Attempt, ...] = ()
    rejected: tuple[SubTask, ...] = ()
    finished: tuple[SubTask, ...] = ()
    """What robots have said that they have finished, this one too."""
    reader: Variant = Variant.FULL
    errors: Fallibility = SOUND
    goal: GoalFacts = GoalFacts()
    offered: tuple[SubTaskKind, ...] = ()
    """The kinds of sub-tasks that the prompt names."""
    subtasks: tuple[Hint, ...] = ()
    subskills: tuple[Hint, ...] = ()
    advice: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The sub-skills, in order, that the prompt names for a sub-task."""
    deliberate: bool = False
    """The prompt asks for reasons: what is said to be out of place is thought over once more."""

    def room(self, room_id: str) -> RoomFact | None:
        """Return the room with that id, or None."""
        return next((r for r in self.rooms if r.id == room_id), None)

    def thing(self, object_id: str) -> Thing | None:
        """Return the object or receptacle with that id, or None."""
        return next((t for t in self.things if t.id == object_id), None)

    def of_type(self, category: str) -> Thing | None:
        """Return the first thing of a type that is known, in any case of its letters, or None."""
        wanted = category.casefold()
        return next((t for t in self.things if t.category.casefold() == wanted), None)

    def mate(self, name: str) -> Mate | None:
        """Return the teammate of that name, or None."""
        return next((m for m in self.mates if m.name == name), None)

    def meaning(self, subtask: SubTask) -> str:
        """Return a sub-task in words that mean the same to every robot: types in place of ids."""

        def called(object_id: str) -> str:
            thing = self.thing(object_id)
            return f"{thing.category} {_where(thing)}" if thing else object_id

        moved = called(subtask.object_id) if subtask.object_id else subtask.room_id
        place = called(subtask.receptacle_id) if subtask.receptacle_id else subtask.receptacle_type
        return f"{subtask.kind} {moved} to {place} {subtask.room_type} {subtask.text}"

    def receptacles(self) -> tuple[Thing, ...]:
        """Return what things can be put on or in and that stays where it is."""
        return tuple(t for t in self.things if t.receptacle and not t.pickupable and not t.gone)


def _where(thing: Thing) -> str:
    return f"on {thing.on_type} in {thing.room}"
