# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is in things that hold others: containers that are carried, furniture that opens."""

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import Generic, TypeVar

from adhoc_teamwork.simulation.houses.boxes import from_local, moved
from adhoc_teamwork.simulation.houses.house import Box, HouseObject
from adhoc_teamwork.simulation.rules.refusal import Refusal
from adhoc_teamwork.teamwork.geometry import Size, goes_through
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.goal import Furnishing

_STICKS_OUT = 0.6
"""Which share of a thing shows over the rim of a container, or in front of open furniture."""
_SHELF = 0.45
"""At which share of its height furniture that opens carries what was put in."""
_GAP = 0.03
_NOTHING = Furnishing()

Key = TypeVar("Key", bound=Hashable)


class Holders(Generic[Key]):
    """Keep which things hold others, which of them are shut, and what is in them.

    Things go by any key: their names, or numbers. What is in something shut shows to nobody and
    cannot be taken; nothing can be put in. What was put into a container is carried with it.

    Attributes:
        capacity: How many things each holder takes.
        shut: Whether each thing with a door or a lid is shut now.
        contents: What is in each holder, in the order in which it was put there.
        holder: What each thing is in, of those that are in anything.
    """

    def __init__(
        self, things: Iterable[tuple[Key, HouseObject]] = (), furnishing: Furnishing = _NOTHING
    ) -> None:
        """Take what the furnishing says of things, by key: all that opens is shut at first."""
        self.capacity: dict[Key, int] = {}
        self.shut: dict[Key, bool] = {}
        self.contents: dict[Key, list[Key]] = {}
        self.holder: dict[Key, Key] = {}
        self._sizes: dict[Key, Size] = {}
        for key, thing in things:
            box = thing.box
            self._sizes[key] = Size(box.size_x, box.size_y, box.size_z)
            capacity = furnishing.capacity(thing.category, carried=thing.pickupable)
            if capacity:
                self.capacity[key], self.contents[key] = capacity, []
                if not thing.pickupable:
                    self.shut[key] = True

    def opens(self, key: Key) -> bool:
        """Tell whether a thing has a door or a lid."""
        return key in self.shut

    def is_shut(self, key: Key) -> bool:
        """Tell whether a thing is shut now."""
        return self.shut.get(key, False)

    def is_full(self, key: Key) -> bool:
        """Tell whether a holder takes no more."""
        return len(self.contents[key]) >= self.capacity[key]

    def why_shut(self, key: Key, name: str) -> Refusal | None:
        """Return that nothing goes into a thing or comes out, as it is shut, or None."""
        return Refusal(Cause.CLOSED, f"{name} is closed") if self.is_shut(key) else None

    def why_no_room(self, key: Key, name: str) -> Refusal | None:
        """Return that a holder takes no more, or None."""
        return Refusal(Cause.NO_SPACE, f"{name} is full") if self.is_full(key) else None

    def why_not_into(self, key: Key, holder: Key, names: tuple[str, str]) -> Refusal | None:
        """Return why a thing never goes into a holder, or None; both by name for the sentence.

        What is carried and holds others takes neither such things nor itself, nor what does not get
        through its opening.
        """
        if self.opens(holder):
            return None
        if key not in self.capacity and goes_through(self._sizes[key], self._sizes[holder]):
            return None
        return Refusal(Cause.NOT_RECEPTACLE, f"{names[0]} does not go into {names[1]}")

    def why_not_turned(self, key: Key, shut: bool, name: str) -> Refusal | None:
        """Return why a thing cannot be opened, or shut, or None where it can."""
        if not self.opens(key):
            return Refusal(Cause.NOT_OPENABLE, f"{name} does not open")
        if self.is_shut(key) is not shut:
            return None
        return Refusal(Cause.BAD_ARGUMENT, f"{name} is {'closed' if shut else 'open'} already")

    def put(self, key: Key, holder: Key) -> None:
        """Put a thing into a holder."""
        self.contents[holder].append(key)
        self.holder[key] = holder

    def take(self, key: Key) -> None:
        """Take a thing out of what it is in, if it is in anything."""
        if key in self.holder:
            self.contents[self.holder.pop(key)].remove(key)

    def carrier(self, key: Key) -> Key:
        """Return the container with which a thing is carried; itself where it is in none."""
        holder = self.holder.get(key, key)
        return key if self.opens(holder) else holder

    def with_contents(self, key: Key) -> list[Key]:
        """Return a thing and all that is in it, however deep."""
        found = [key]
        for inner in self.contents.get(key, ()):
            found += self.with_contents(inner)
        return found

    def hidden(self, key: Key) -> bool:
        """Tell whether a thing is in something shut."""
        if key not in self.holder:
            return False
        holder = self.holder[key]
        return self.is_shut(holder) or self.hidden(holder)


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
    x, y = from_local(local_x, local_y, holder)
    return moved(replace(thing, yaw=holder.yaw), x, y, bottom)
