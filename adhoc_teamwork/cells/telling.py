# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot is told of itself and of what its side sees, in sentences for a prompt.

All comes from its own observation, its own body, and the task that everybody knows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.cells.actions import SPECS, blanks_of, filled, needs_of, verbs_of
from adhoc_teamwork.cells.grasps import ABOVE, withdrawn
from adhoc_teamwork.cells.relations import OPEN, names_seen, place_of_all
from adhoc_teamwork.cells.script import Script
from adhoc_teamwork.cells.sight import CellState
from adhoc_teamwork.cells.task_file import Action, CellTask
from adhoc_teamwork.cells.task_world import Observation, observe
from adhoc_teamwork.robot_model.arrays import Floats, pose
from adhoc_teamwork.skills.arms.failure import ArmFailure
from adhoc_teamwork.skills.arms.inverse import seeds, solve

_HAND_HEIGHT = 0.03
"""Metres above a place at which a hand has to get to it."""
_SEEDS = 12


@dataclass(frozen=True)
class Option:
    """Hold one kind of action as a prompt lists it."""

    who: str
    form: str
    does: str
    needs: str
    then: str


def options(task: CellTask, robots: Sequence[str]) -> list[Option]:
    """Return the actions of some robots; those that are alike once."""
    whose: dict[Action, list[str]] = {}
    tools: dict[Action, str] = {}
    for robot in robots:
        for form in task.agents[robot].actions:
            whose.setdefault(form, []).append(robot)
            tools.setdefault(form, robot)
    made = []
    for form, who in whose.items():
        spec = SPECS[verbs_of(form.form)]
        blanks = [f"<{blank}>" for blank in blanks_of(form.form)]
        needs, then = (
            "; ".join(filled(task, tools[form], form, sentence, blanks) for sentence in sentences)
            for sentences in (needs_of(form), spec.then)
        )
        text = form.form + (" PATH [(x, y, z), ...]" if form.path else "")
        made.append(Option(", ".join(who), text, spec.does, needs or "nothing", then or "nothing"))
    return made


class Teller:
    """Say what robots see and can do in an episode.

    Args:
        script: Knows what hands took, and how arms reach.
    """

    def __init__(self, script: Script) -> None:
        self._script = script
        self._reach: dict[tuple[str, bytes, bytes], bool] = {}

    @property
    def _task(self) -> CellTask:
        return self._script.task

    def observation(self, robot: str, state: CellState) -> list[str]:
        """Return what a robot sees, and feels in its own hand, one sentence each."""
        seen = observe(self._task, state, robot)
        return [
            *self._hands(robot, seen),
            *self._things(seen),
            f"In your reach: {', '.join(self.reached(robot, state)) or 'nothing'}.",
        ]

    def layout(self) -> list[str]:
        """Return where the places are that actions can name, which everybody knows."""
        if not any(form.path for agent in self._task.agents.values() for form in agent.actions):
            return []
        named = [name for names in self._task.names.values() for name in names]
        places = self._task.cell.places
        spots = [f"{name} is at {point(places[name].at)}." for name in named if name in places]
        for name, thing in self._task.cell.things.items():
            if thing.fixed and name != "table":
                spots.append(f"{name} is {thing.top:.2f} m high, at {point(thing.at)}.")
        for container in self._task.containers:
            inside = [n for n in named if n in places and self._is_within(container, places[n].at)]
            if inside:
                spots.append(f"{', '.join(inside)} are in {container}.")
        return spots

    def _is_within(self, container: str, at: Iterable[float]) -> bool:
        thing = self._task.cell.things[container]
        bounds = [part.bounds for part in thing.parts]
        low, high = np.min([b for b, _ in bounds], axis=0), np.max([b for _, b in bounds], axis=0)
        off = np.array(tuple(at)) - thing.at
        return bool(thing.fixed and (off >= low - 1e-6).all() and (off <= high + 1e-6).all())

    def _hands(self, robot: str, seen: Observation) -> list[str]:
        lines = []
        for name in self._task.agents:
            if name not in seen.hands:
                continue
            who, whose, verb = (
                ("You", "Your hand", "hold") if name == robot else (name, f"{name}'s hand", "holds")
            )
            carried = self._script.hands.held(name)
            held = "" if carried is None else carried.name
            at = self._position(held, seen) if held and self._has_paths(name) else ""
            lines.append(f"{who} {verb} {held}{at}." if held else f"{whose} is empty.")
            if self._has_paths(name):
                tool = self._script.hands.pose(name)[:3, 3]
                lines.append(f"{whose} is at {point(tool)}.")
            if name in self._script.beside:
                is_word = "are" if name == robot else "is"
                lines.append(f"{who} {is_word} at {self._script.beside[name]}.")
        return lines

    def _position(self, name: str, seen: Observation) -> str:
        end = self._script.grasps.rope_end(name)
        if end is not None and end[0] in seen.ropes:
            return f", at {point(seen.ropes[end[0]][end[1]])}, 0.00 m high"
        if name in seen.things:
            high = self._task.cell.things[name].top
            return f", at {point(seen.things[name][:3, 3])}, {high:.2f} m high"
        return ""

    def _has_paths(self, robot: str) -> bool:
        return any(form.path for form in self._task.agents[robot].actions)

    def _things(self, seen: Observation) -> list[str]:
        others = {self._script.hands.held(name) for name in seen.hands}
        held = frozenset(one.name for one in others if one is not None)
        lines = []
        paths = any(form.path for agent in self._task.agents.values() for form in agent.actions)
        for name, where in place_of_all(self._task, seen, held).items():
            relation = "in" if where in self._task.containers else "on"
            line = f"{name} is {relation} {where}."
            if paths:
                end = self._script.grasps.rope_end(name)
                at = seen.ropes[end[0]][end[1]] if end else seen.things[name][:3, 3]
                high = 0.0 if end else self._task.cell.things[name].top
                line = f"{name} is {relation} {where}, at {point(at)}, {high:.2f} m high."
            lines.append(line)
        for name, angle in seen.doors.items():
            lines.append(f"{name} is {'open' if angle > OPEN else 'shut'}.")
        return lines

    def reached(self, robot: str, state: CellState) -> list[str]:
        """Return the names that inverse kinematics has a robot's hand get to, of what it sees."""
        seen = observe(self._task, state, robot)
        mine = {
            blank for form in self._task.agents[robot].actions for blank in blanks_of(form.form)
        }
        named = dict.fromkeys(name for blank in mine for name in self._task.names[blank])
        known = names_seen(self._task, seen)
        return [
            name for name in sorted(named) if name in known and self._reaches(robot, name, seen)
        ]

    def _reaches(self, robot: str, name: str, seen: Observation) -> bool:
        if self._task.agents[robot].holds:
            return True
        if name in self._task.cell.places:
            spot = np.array(self._task.cell.places[name].at)
            spot[2] += _HAND_HEIGHT
            return self._gets_to(robot, pose(spot), self._script.grasps.carrying(robot))
        try:
            at = self._script.grasps.grasped(robot, name, seen)
        except ArmFailure:
            return False
        return self._gets_to(robot, at, self._script.grasps.approach(name, seen))

    def _gets_to(self, robot: str, at: Floats, along: Floats) -> bool:
        """Tell whether a hand gets to a pose, from above and down; what was asked is known."""
        key = robot, at.tobytes(), along.tobytes()
        if key not in self._reach:
            self._reach[key] = self._solves(robot, at, along)
        return self._reach[key]

    def _solves(self, robot: str, at: Floats, along: Floats) -> bool:
        hands = self._script.hands
        arm, start = hands.arms[robot], hands.world.model.kinds[robot].posture
        # Of its own, so that what is asked does not change what is planned.
        random = np.random.default_rng(0)
        for turn in self._script.grasps.turns(robot, at, along):
            target = pose(at[:3, 3], turn)
            if all(
                len(solve(arm, one, seeds(arm, start, _SEEDS, random), enough=1).states)
                for one in (target, withdrawn(target, ABOVE))
            ):
                return True
        return False


def by_name(line: str, robot: str) -> str:
    """Return a sentence that is said to a robot as it is said of it."""
    for said, of in (
        ("You hold ", f"{robot} holds "),
        ("You are ", f"{robot} is "),
        ("Your ", f"{robot}'s "),
        ("In your reach", f"In {robot}'s reach"),
    ):
        if line.startswith(said):
            return of + line[len(said) :]
    return line


def point(at: Iterable[float]) -> str:
    """Return a point as paths are written, metres."""
    return "({:.2f}, {:.2f}, {:.2f})".format(*at)
