"""What is in things that hold others: containers that are carried, receptacles that open."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from simulation.boxes import moved
from simulation.steps.scene import Scene
from teamwork.config import ConfigError
from teamwork.goal import Furnishing

Inside = Sequence[tuple[str, str]]
"""Names in the house file: a thing, and what it is in at the start."""


class Holders:
    """Keep who holds what; what is held so lies nowhere in the scene, and moves with its holder.

    Things are named by number. What is in a closed holder shows to nobody; what is in an open one
    shows wherever the holder does.
    """

    def __init__(self, scene: Scene, furnishing: Furnishing, inside: Inside = ()) -> None:
        """Close what opens, and put things inside.

        Raises:
            ConfigError: A thing or its holder is not in the house, or the holder takes no more.
        """
        self._scene = scene
        self._house = scene.step_house
        self._capacity: dict[int, int] = {}
        self._closed: dict[int, bool] = {}
        self._inside: dict[int, list[int]] = {}
        self._holder: dict[int, int] = {}
        for number, thing in enumerate(self._house.house.objects):
            kinds = furnishing.containers if thing.pickupable else furnishing.openable
            capacity = _of(kinds, thing.category)
            if capacity:
                self._capacity[number], self._inside[number] = capacity, []
                if not thing.pickupable:
                    self._turn(number, closed=True)
        for name, holder in inside:
            self._begin_inside(name, holder)

    def is_holder(self, number: int) -> bool:
        """Tell whether a thing holds others."""
        return number in self._capacity

    def opens(self, number: int) -> bool:
        """Tell whether a thing can be opened and closed."""
        return number in self._closed

    def is_closed(self, number: int) -> bool:
        """Tell whether a thing is closed now."""
        return self._closed.get(number, False)

    def is_full(self, number: int) -> bool:
        """Tell whether a holder takes no more."""
        return len(self._inside[number]) >= self._capacity[number]

    def holder_of(self, number: int) -> int:
        """Return what a thing is in, or -1."""
        return self._holder.get(number, -1)

    def contents(self, number: int) -> tuple[int, ...]:
        """Return what is in a thing."""
        return tuple(self._inside.get(number, ()))

    def carrier(self, number: int) -> int:
        """Return the container with which a thing is carried; itself where it is in none."""
        holder = self.holder_of(number)
        return number if holder < 0 or self.opens(holder) else holder

    def open(self, number: int) -> None:
        """Open a receptacle."""
        self._turn(number, closed=False)

    def close(self, number: int) -> None:
        """Close a receptacle."""
        self._turn(number, closed=True)

    def put(self, number: int, holder: int) -> None:
        """Put a thing, which a hand or nobody holds, into a holder."""
        self._inside[holder].append(number)
        self._holder[number] = holder
        self._follow(number, holder)

    def take(self, number: int) -> None:
        """Take a thing out of its holder."""
        self._inside[self._holder.pop(number)].remove(number)

    def moved(self, holder: int) -> None:
        """Take what is in a container along to where it was put."""
        for number in self.contents(holder):
            self._follow(number, holder)

    def shown(self, numbers: list[int]) -> list[int]:
        """Return the things in view, with what is in those of them that are open."""
        if not self._holder:
            return numbers
        found = list(numbers)
        for number in numbers:
            if not self.is_closed(number):
                for thing in self._inside.get(number, ()):
                    found += [thing, *self.contents(thing)]
        return found

    def _turn(self, number: int, closed: bool) -> None:
        self._closed[number] = closed
        self._scene.detections[number] = replace(self._scene.detections[number], closed=closed)

    def _follow(self, number: int, holder: int) -> None:
        scene, at = self._scene, self._scene.boxes[holder]
        box = moved(scene.boxes[number], at.x, at.y, at.bottom)
        scene.boxes[number] = box
        scene.detections[number] = self._house.detection(
            number, box, self._house.ids[holder], inside=True
        )
        self.moved(number)

    def _begin_inside(self, name: str, holder_name: str) -> None:
        number, holder = (self._house.by_name.get(n, -1) for n in (name, holder_name))
        if number < 0 or holder not in self._capacity or self.is_full(holder):
            raise ConfigError(
                f"{self._house.house.source}: inside: '{name}' in '{holder_name}'; expected an "
                "object of the house, in one that holds others and has room"
            )
        self._scene.take(number)
        self.put(number, holder)


def _of(kinds: Mapping[str, int], category: str) -> int:
    return next((n for c, n in kinds.items() if c.casefold() == category.casefold()), 0)
