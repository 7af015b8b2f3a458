# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where small things are in one episode, and from where each is seen now."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.houses.boxes import moved
from adhoc_teamwork.simulation.houses.house import Box
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.sight.sightlines import (
    Ints,
    Lines,
    Masks,
    Sights,
)
from adhoc_teamwork.simulation.rules.states import ObjectStates
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.goal import Furnishing


@dataclass
class _Away:
    """Hold who sees a thing that was moved: its lines, and which others lie across them."""

    lines: Lines
    hidden: NDArray[np.uint8]
    across: dict[int, Ints]

    def add(self, other: int, lines: Ints) -> bool:
        """Take note of a thing across lines; return whether there are any."""
        if len(lines):
            self.across[other] = lines
            self.hidden[lines] += np.uint8(1)
        return bool(len(lines))

    def remove(self, other: int) -> bool:
        """Forget a thing across lines; return whether there were any."""
        lines = self.across.pop(other, None)
        if lines is not None:
            self.hidden[lines] -= np.uint8(1)
        return lines is not None


class Scene:
    """Hold the boxes of things and what cameras of the given heights see of them.

    `boxes` are by number; those of held things are where they were taken from. `detections` are
    what one sees of each, the same object for as long as nothing about it changes.
    """

    def __init__(self, step_house: StepHouse, heights: Sequence[float] = ()) -> None:
        self.step_house = step_house
        self.boxes: list[Box] = [thing.box for thing in step_house.house.objects]
        self.detections: list[Detection] = list(step_house.home)
        self.states: ObjectStates[int] = ObjectStates()
        self._absent: set[int] = set()
        self._moved: dict[int, Box] = {}
        self._views = {height: _Views(self, height) for height in heights}

    def masks(self, height: float) -> Masks:
        """Return (cells, things): a bit for each view in which a thing shows."""
        if height not in self._views:
            self._views[height] = _Views(self, height)
        return self._views[height].masks

    def take(self, number: int) -> None:
        """Take a thing away from where it is: nobody sees it, it hides nothing."""
        before = self.solids(number)
        at_home = number not in self._moved
        self._absent.add(number)
        self._moved.pop(number, None)
        for views in self._views.values():
            views.take(number, before, at_home)

    def put(self, number: int, x: float, y: float, bottom: float, receptacle: str,
            inside: bool) -> None:  # fmt: skip
        """Put a thing that was taken with its bottom centre at a point, metres, `map`."""
        self._absent.discard(number)
        box = moved(self.boxes[number], x, y, bottom)
        self.boxes[number] = self._moved[number] = box
        self.show(number, receptacle, inside)
        for views in self._views.values():
            views.put(number, self.solids(number))

    def furnish(self, furnishing: Furnishing) -> None:
        """Give things the states that they have at the start."""
        self.states = ObjectStates(enumerate(self.step_house.house.objects), furnishing)
        for number in self.states.now:
            self._show_states(number)

    def set_state(self, number: int, state: State) -> None:
        """Bring a thing into a state that it has."""
        self.states.set(number, state)
        self._show_states(number)

    def show(self, number: int, receptacle: str, inside: bool) -> None:
        """Have a thing be seen where its box is now, on or in what has that id."""
        seen = self.step_house.detection(number, self.boxes[number], receptacle, inside)
        self.detections[number] = seen
        if number in self.states.now:
            self._show_states(number)

    def _show_states(self, number: int) -> None:
        now = self.states.of(number)
        self.detections[number] = changed(self.detections[number], states=now)

    def solids(self, number: int) -> tuple[Box, ...]:
        """Return the boxes that rays meet, where the thing is now."""
        thing, box = self.step_house.house.objects[number], self.boxes[number]
        if number not in self._moved:
            return thing.solids
        dx, dy, dz = box.x - thing.box.x, box.y - thing.box.y, box.z - thing.box.z
        return tuple(changed(s, x=s.x + dx, y=s.y + dy, z=s.z + dz) for s in thing.solids)

    def at_rest(self, number: int) -> bool:
        """Tell whether a thing lies somewhere (and is not taken)."""
        return number not in self._absent

    @property
    def away(self) -> tuple[int, ...]:
        """Return the things that lie elsewhere than at home, in the order they were put."""
        return tuple(self._moved)

    @property
    def gone_from_home(self) -> tuple[int, ...]:
        """Return the things that are not at home."""
        return (*self._absent, *self._moved)


class _Views:
    """Keep what shows up to date at one camera height; only lines that a change touches change."""

    def __init__(self, scene: Scene, height: float) -> None:
        self._scene = scene
        self._house = scene.step_house
        self._height = height
        self._sights: Sights = self._house.sights(height)
        self.masks = self._sights.things.copy()
        self._hidden = self._sights.hidden.copy()
        self._away: dict[int, _Away] = {}
        away = scene.away
        for number in scene.gone_from_home:
            self._leave_home(number)
        for number in away:
            self.put(number, scene.solids(number))

    def take(self, number: int, solids: tuple[Box, ...], at_home: bool) -> None:
        """Follow a thing's being taken from where its solids were."""
        if at_home:
            self._leave_home(number)
            return
        del self._away[number]
        self.masks[:, number] = 0
        if solids:
            self._change(self._house.elsewhere(self._height, number, solids).across, -1)
        self._uncover_away(number)

    def put(self, number: int, solids: tuple[Box, ...]) -> None:
        """Follow a thing's being put with its solids where they are now."""
        if not solids:
            return
        elsewhere = self._house.elsewhere(self._height, number, solids)
        self._change(elsewhere.across, 1)
        for other, away in self._away.items():
            if away.add(number, away.lines.across(solids)):
                self._show_away(other)
        lines = elsewhere.lines
        new = _Away(lines, np.zeros(len(lines.views), np.uint8), {})
        gone = {*self._scene.gone_from_home}
        for other, numbers in elsewhere.under.items():
            if other not in gone:
                new.add(other, numbers)
        for other in self._away:
            new.add(other, lines.across(self._scene.solids(other)))
        self._away[number] = new
        self._show_away(number)

    def _leave_home(self, number: int) -> None:
        self.masks[:, number] = 0
        across = self._sights.across.get(number)
        if across is not None:
            self._change(across, -1)
        self._uncover_away(number)

    def _change(self, lines: Ints, by: int) -> None:
        """Count a thing across lines to things at home, and look again where that matters."""
        if not len(lines):
            return
        all_lines = self._sights.lines
        self._hidden[lines] += np.uint8(by % 256)
        groups = np.unique(all_lines.group[lines])
        home = ~np.isin(all_lines.thing[groups], self._scene.gone_from_home)
        groups = groups[home]
        shown = all_lines.masks_of(groups, self._hidden)
        self.masks[all_lines.cell[groups], all_lines.thing[groups]] = shown

    def _uncover_away(self, number: int) -> None:
        for other, away in self._away.items():
            if away.remove(number):
                self._show_away(other)

    def _show_away(self, number: int) -> None:
        away = self._away[number]
        self.masks[:, number] = 0
        self.masks[away.lines.cell, number] = away.lines.masks(away.hidden)
