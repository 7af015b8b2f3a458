"""What is in things that hold others: containers that are carried, furniture that opens."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from simulation.boxes import moved
from simulation.house import Box, HouseObject
from teamwork.goal import Furnishing

_STICKS_OUT = 0.6
"""Which share of a thing shows over the rim of a container, or in front of open furniture."""
_SHELF = 0.45
"""At which share of its height furniture that opens carries what was put in."""
_GAP = 0.03


@dataclass
class Holders:
    """Keep which things hold others, which of them are shut, and what is in them, by name.

    What is in something shut shows to nobody and cannot be taken; nothing can be put in. What was
    put into a container is carried with it.
    """

    capacity: dict[str, int] = field(default_factory=dict)
    shut: dict[str, bool] = field(default_factory=dict)
    contents: dict[str, list[str]] = field(default_factory=dict)
    holder: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, things: Sequence[HouseObject], furnishing: Furnishing) -> "Holders":
        """Return what the furnishing says of a house's things: all that opens is shut at first."""
        holders = cls()
        for thing in things:
            kinds = furnishing.containers if thing.pickupable else furnishing.openable
            capacity = _of(kinds, thing.category)
            if capacity:
                holders.capacity[thing.name], holders.contents[thing.name] = capacity, []
                if not thing.pickupable:
                    holders.shut[thing.name] = True
        return holders

    def opens(self, name: str) -> bool:
        """Tell whether a thing has a door or a lid."""
        return name in self.shut

    def is_shut(self, name: str) -> bool:
        """Tell whether a thing is shut now."""
        return self.shut.get(name, False)

    def is_full(self, name: str) -> bool:
        """Tell whether a holder takes no more."""
        return len(self.contents[name]) >= self.capacity[name]

    def put(self, name: str, holder: str) -> None:
        """Put a thing into a holder."""
        self.contents[holder].append(name)
        self.holder[name] = holder

    def take(self, name: str) -> None:
        """Take a thing out of what it is in, if it is in anything."""
        holder = self.holder.pop(name, "")
        if holder:
            self.contents[holder].remove(name)

    def with_contents(self, name: str) -> list[str]:
        """Return a thing and all that is in it, however deep."""
        found = [name]
        for inner in self.contents.get(name, ()):
            found += self.with_contents(inner)
        return found

    def hidden(self, name: str) -> bool:
        """Tell whether a thing is in something shut."""
        holder = self.holder.get(name, "")
        return bool(holder) and (self.is_shut(holder) or self.hidden(holder))


def place_in(thing: Box, holder: Box, index: int, of: int, carried: bool) -> Box:
    """Return where the `index`-th of `of` things in a holder shows: metres in `map`.

    In a container it lies side by side with the others and shows over the rim. In furniture it
    stands in a row at the front, half out of it, as on a shelf behind the open door.
    """
    across = (index + 0.5) / of - 0.5
    if carried:
        local_x, local_y = across * holder.size_x, 0.0
        bottom = max(holder.bottom, holder.top - (1.0 - _STICKS_OUT) * thing.size_z)
    else:
        deep = min(thing.size_x, thing.size_y)
        local_x = across * max(0.0, holder.size_x - 2.0 * _GAP)
        local_y = holder.size_y / 2.0 + (_STICKS_OUT - 0.5) * deep
        bottom = holder.bottom + _SHELF * holder.size_z
    cos, sin = math.cos(holder.yaw), math.sin(holder.yaw)
    x = holder.x + cos * local_x - sin * local_y
    y = holder.y + sin * local_x + cos * local_y
    return moved(replace(thing, yaw=holder.yaw), x, y, bottom)


def _of(kinds: Mapping[str, int], category: str) -> int:
    return next((n for c, n in kinds.items() if c.casefold() == category.casefold()), 0)
