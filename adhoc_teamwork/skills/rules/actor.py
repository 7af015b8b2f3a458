# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the rules ask of a robot: on a body, and in the step world."""

from typing import Protocol

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Room


class Actor(Protocol):
    """Say what a robot can do, what its hand feels, and what it believes of the world."""

    @property
    def capability(self) -> Capability:
        """Return what its body can do."""

    @property
    def is_holding(self) -> bool:
        """Tell whether its hand is known to hold something."""

    @property
    def has_free_hand(self) -> bool:
        """Tell whether it has a hand, as far as it knows, that holds nothing."""

    @property
    def place(self) -> Point | None:
        """Return where it stands, metres in `map`; None while it does not know."""

    @property
    def rooms(self) -> tuple[Room, ...]:
        """Return the rooms that it knows."""

    @property
    def things(self) -> tuple[Detection, ...]:
        """Return the objects and receptacles that it knows, in the order of finding."""

    def thing(self, object_id: str) -> Detection | None:
        """Return what it knows of a thing, or None."""

    def is_walled_off(self, thing: Detection, point: Point) -> bool:
        """Tell whether a wall bars the hand the way from here to a point of a thing."""
