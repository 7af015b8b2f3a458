# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is in things that hold others: containers that are carried, receptacles that open."""

from collections.abc import Sequence
from dataclasses import replace

from adhoc_teamwork.simulation.houses.boxes import moved
from adhoc_teamwork.simulation.lattice.scene import Scene
from adhoc_teamwork.simulation.rules.containers import Holders
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.goal import Furnishing

Inside = Sequence[tuple[str, str]]
"""Names in the house file: a thing, and what it is in at the start."""


class SceneHolders(Holders[int]):
    """Keep who holds what; what is held so lies nowhere in the scene, and moves with its holder.

    Things are named by number. What is in an open holder shows wherever the holder does.
    """

    def __init__(self, scene: Scene, furnishing: Furnishing, inside: Inside = ()) -> None:
        """Close what opens, and put things inside.

        Raises:
            ConfigError: A thing or its holder is not in the house, or the holder takes no more.
        """
        self._scene = scene
        self._house = scene.step_house
        super().__init__(enumerate(self._house.house.objects), furnishing)
        for number in self.shut:
            self._turn(number, closed=True)
        for name, holder in inside:
            self._begin_inside(name, holder)

    def holder_of(self, number: int) -> int:
        """Return what a thing is in, or -1."""
        return self.holder.get(number, -1)

    def inside(self, number: int) -> tuple[int, ...]:
        """Return what is in a thing."""
        return tuple(self.contents.get(number, ()))

    def open(self, number: int) -> None:
        """Open a receptacle."""
        self._turn(number, closed=False)

    def close(self, number: int) -> None:
        """Close a receptacle."""
        self._turn(number, closed=True)

    def put(self, number: int, holder: int) -> None:
        """Put a thing, which a hand or nobody holds, into a holder."""
        super().put(number, holder)
        self._follow(number, holder)

    def moved(self, holder: int) -> None:
        """Take what is in a container along to where it was put."""
        for number in self.inside(holder):
            self._follow(number, holder)

    def shown(self, numbers: list[int]) -> list[int]:
        """Return the things in view, with what is in those of them that are open."""
        if not self.holder:
            return numbers
        found = list(numbers)
        for number in numbers:
            if not self.is_shut(number):
                for thing in self.inside(number):
                    found += [thing, *self.inside(thing)]
        return found

    def _turn(self, number: int, closed: bool) -> None:
        self.shut[number] = closed
        self._scene.detections[number] = replace(self._scene.detections[number], closed=closed)

    def _follow(self, number: int, holder: int) -> None:
        scene, at = self._scene, self._scene.boxes[holder]
        box = moved(scene.boxes[number], at.x, at.y, at.bottom)
        scene.boxes[number] = box
        scene.show(number, self._house.ids[holder], inside=True)
        self.moved(number)

    def _begin_inside(self, name: str, holder_name: str) -> None:
        number, holder = (self._house.by_name.get(n, -1) for n in (name, holder_name))
        if number < 0 or holder not in self.capacity or self.is_full(holder):
            raise ConfigError(
                f"{self._house.house.source}: inside: '{name}' in '{holder_name}'; expected an "
                "object of the house, in one that holds others and has room"
            )
        self._scene.take(number)
        self.put(number, holder)
