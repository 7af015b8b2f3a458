# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is wanted of a house beyond its number of rooms: which rooms, what stands in them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from adhoc_teamwork.simulation.generation.furniture.furniture_groups import Group


@dataclass(frozen=True)
class Brief:
    """Say what a house is to be like.

    Attributes:
        rooms: The type of each room.
        needed: What makes a room of a type what it is, in the place of the usual.
        without: Types of furniture that are not added.
        pieces: How many pieces of a type the house has, at least and at most.
        bare: Whether the furniture stays empty.
        spacious: How many times as much floor as usual rooms have.
    """

    rooms: tuple[str, ...]
    needed: Mapping[str, tuple[Group, ...]] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    pieces: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    bare: bool = False
    spacious: float = 1.0
