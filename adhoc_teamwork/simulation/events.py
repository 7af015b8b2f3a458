# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What physically happens in the world, for people and reports."""

from dataclasses import dataclass, field

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.geometry import Point


class EventKind(StrEnum):
    """Name the kinds of WorldEvent.msg."""

    SPAWN = "spawn"
    GRASP = "grasp"
    RELEASE = "release"
    DROP = "drop"
    DOOR = "door"
    STATE = "state"
    REFUSED = "refused"
    CONTACT = "contact"
    TASK = "task"


@dataclass(frozen=True)
class WorldEvent:
    """Record one event: `stamp` in seconds of simulated time, `position` in metres in `map`.

    `robot` is empty for events of the task; `path_length` is what that robot has driven, metres.
    """

    stamp: float
    kind: EventKind
    text: str
    robot: str = ""
    object: str = ""
    category: str = ""
    position: Point = field(default_factory=lambda: Point(0.0, 0.0))
    where: str = ""
    path_length: float = 0.0
