# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a policy sees when it decides: nothing of the world but this (paper section IV-A)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from adhoc_teamwork.adhoc_planner.belief.pictures import Pictures
from adhoc_teamwork.adhoc_planner.belief.situation import Kept
from adhoc_teamwork.adhoc_planner.task_config import PAPER_TASK, TaskConfig
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.scene import Detection, Room
from adhoc_teamwork.teamwork.team.channel import OPEN, TeamChannel
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask


@dataclass(frozen=True)
class SkillOutcome:
    """Pair a finished sub-skill with its result, for the history in the prompt."""

    subskill: SubSkill
    result: SkillResult


@dataclass(frozen=True)
class PlannerView:
    """Hold state S, messages M, capability C and memory H of one robot at one time.

    `now` and `joined_at` are in seconds of the ROS clock. `current_objects` are in view now,
    `known_objects` all that the scene graph holds, teammates' detections included, those in view
    too. `departed` are teammates that lately left or fell silent, with their intents as they were;
    the silent ones are among `teammates` as well. `rejected` are candidates of this planning round
    that were found unreasonable, each with the reason. `history` holds the latest outcomes, oldest
    first. Beside `messages` the robot remembers `older_messages` more. `task` is what the team is
    to do, `channel` what it may say to each other. `homes` are types of receptacle and room where
    things of a category belong, by category, as they were judged where no goal says it; `kept` is
    where something beside the model says that they are kept. `pictures` are what a model may be
    shown of things.
    """

    robot: str
    now: float
    joined_at: float
    capability: Capability
    state: RobotState
    current_objects: tuple[Detection, ...]
    known_objects: tuple[Detection, ...]
    rooms: tuple[Room, ...]
    teammates: tuple[Teammate, ...]
    messages: tuple[TeamMessage, ...]
    subtask: SubTask | None = None
    history: tuple[SkillOutcome, ...] = ()
    rejected: tuple[tuple[SubTask, str], ...] = ()
    departed: tuple[Teammate, ...] = ()
    older_messages: int = 0
    task: TaskConfig = PAPER_TASK
    channel: TeamChannel = OPEN
    homes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    kept: Mapping[str, Kept] = field(default_factory=dict)
    pictures: Pictures = field(default_factory=Pictures)

    def object(self, object_id: str) -> Detection | None:
        """Return the known object with an id, or None."""
        return next((o for o in self.known_objects if o.object_id == object_id), None)

    def room(self, room_id: str) -> Room | None:
        """Return the room with an id, or None."""
        return next((r for r in self.rooms if r.room_id == room_id), None)

    def known_of(self, category: str) -> tuple[Detection, ...]:
        """Return the known objects of a category, whichever way that is capitalised."""
        return self._by_category.get(category.casefold(), ())

    @cached_property
    def _by_category(self) -> Mapping[str, tuple[Detection, ...]]:
        groups: dict[str, tuple[Detection, ...]] = {}
        for known in self.known_objects:
            name = known.category.casefold()
            groups[name] = (*groups.get(name, ()), known)
        return groups

    @cached_property
    def told_explored(self) -> Mapping[str, frozenset[str]]:
        """Return who says in an answer to have explored a room, by the room's id."""
        found: dict[str, set[str]] = {}
        for message in self.messages:
            if message.reflection is not None:
                for room_id in message.reflection.explored_rooms:
                    found.setdefault(room_id, set()).add(message.sender)
        return {room_id: frozenset(names) for room_id, names in found.items()}

    @property
    def has_free_hand(self) -> bool:
        """Tell whether this robot has a hand that holds nothing."""
        can = self.capability
        return can.can_manipulate and len(self.state.all_held) < can.hands

    @property
    def range(self) -> float:
        """Return how far this robot's battery lasts it, metres; 0 where it does not tell."""
        return self.state.battery * self.capability.max_speed

    def with_empty_hands(self) -> "PlannerView":
        """Return the view as it is once what the hands hold was put down."""
        if not self.state.all_held:
            return self
        empty = changed(
            self.state, held_object="", held_category="", other_held="", other_category=""
        )
        return changed(self, state=empty)

    def with_rejected(self, found: Iterable[tuple[SubTask, str]]) -> "PlannerView":
        """Return the view with further candidates that were found unreasonable, and why."""
        return changed(self, rejected=(*self.rejected, *found))

    def refused_places(self, object_id: str) -> frozenset[tuple[str, str]]:
        """Return the types of receptacle and room at which an object could not be put."""
        return frozenset(
            (subtask.receptacle_type, subtask.room_type)
            for subtask, _ in self.rejected
            if subtask.object_id == object_id
        )
