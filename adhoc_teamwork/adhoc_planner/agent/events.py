# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What happened that may change what a robot does: news, never commands.

Monitors and the message handler tell them; the executive alone decides what follows.
"""

from collections.abc import Callable
from dataclasses import dataclass

from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent


@dataclass(frozen=True)
class MisplacedFound:
    """Say that an object that this robot could put right is newly known to be out of place."""


@dataclass(frozen=True)
class TargetFound:
    """Say that a receptacle is newly known that the active task looks for."""


@dataclass(frozen=True)
class PlaceFound:
    """Say that a receptacle of the goal is newly known while a hand holds something."""


@dataclass(frozen=True)
class HomeFound:
    """Say that a receptacle was found where something that is out of place belongs."""


@dataclass(frozen=True)
class ThingFound:
    """Say that something is newly known that a goal in words may be about."""


@dataclass(frozen=True)
class ObjectGone:
    """Say that an object is no longer where it was known to be."""


@dataclass(frozen=True)
class BodyChanged:
    """Say that this robot's body is not what it was."""


@dataclass(frozen=True)
class TeamChanged:
    """Say that the team is not what it was: somebody joined, left or fell silent."""


@dataclass(frozen=True)
class TeammateMet:
    """Say that a teammate is heard of that was there before this robot."""


@dataclass(frozen=True)
class RoomRuledOut:
    """Say that the room that is searched for a place cannot have it: see `may_have`."""


@dataclass(frozen=True)
class Called:
    """Say that somebody speaks to this robot or asks for help."""


@dataclass(frozen=True)
class TaskTakenUp:
    """Hold what a teammate has taken up."""

    intent: Intent


@dataclass(frozen=True)
class RoomsExplored:
    """Hold the ids of rooms that a teammate has explored since it was heard last."""

    rooms: frozenset[str]


@dataclass(frozen=True)
class TaskFreed:
    """Say that a teammate has given up a sub-task that `moves_object` or does not."""

    moves_object: bool


@dataclass(frozen=True)
class Objection:
    """Say that a teammate objects to the intent of this robot with that id."""

    intent_id: int


@dataclass(frozen=True)
class FoundInPlace:
    """Say that a teammate that was to take an object saw from near what it really lies on.

    `object_id` is this robot's name for it: there it is in place.
    """

    object_id: str


@dataclass(frozen=True)
class RivalAhead:
    """Say, with the reason, that a teammate has the better claim on the active task's object."""

    reason: str


@dataclass(frozen=True)
class RestedLong:
    """Say that this robot has rested for so long that it should ask itself whether to go on."""


@dataclass(frozen=True)
class OwnWordRepeated:
    """Hold what this robot said before its planner was started again, as the broker repeats it."""

    message: TeamMessage


@dataclass(frozen=True)
class Concluded:
    """Say that the team has settled something for which this robot's decision did not wait."""


@dataclass(frozen=True)
class PersonChose:
    """Say that the person who sits in for the model wants something else than is done now."""


Event = (
    MisplacedFound
    | HomeFound
    | PlaceFound
    | TargetFound
    | RoomRuledOut
    | ThingFound
    | ObjectGone
    | BodyChanged
    | TeamChanged
    | TeammateMet
    | Called
    | TaskTakenUp
    | RoomsExplored
    | TaskFreed
    | Objection
    | FoundInPlace
    | RivalAhead
    | RestedLong
    | OwnWordRepeated
    | Concluded
    | PersonChose
)

Emit = Callable[[Event], None]
