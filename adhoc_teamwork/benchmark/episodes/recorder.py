# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Note in a trace what happens in an episode, while it is played."""

from collections.abc import Mapping

from adhoc_teamwork.benchmark.episodes.trace import EventKind, Trace
from adhoc_teamwork.benchmark.tasks.task import BenchTask
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind, ActionResult
from adhoc_teamwork.simulation.lattice.world import StepWorld

_EVENTS = {
    ActionKind.PICK_UP: (EventKind.PICK_UP, "picks up"),
    ActionKind.PUT_DOWN: (EventKind.PUT_DOWN, "puts down"),
    ActionKind.DROP: (EventKind.DROP, "drops"),
}


class Recorder:
    """Follow one world and fill a trace; it changes nothing."""

    def __init__(self, trace: Trace, world: StepWorld, task: BenchTask) -> None:
        self._trace = trace
        self._world = world
        self._names = tuple(item.object for item in task.misplaced)
        self._places: tuple[tuple[str, float, float], ...] = ()
        self._doing: dict[str, str] = {}
        self._held: dict[str, tuple[str, ...]] = {}
        self._tidied: frozenset[str] = frozenset()
        self._note_places()

    def joined(self, name: str, ad_hoc: bool) -> None:
        """Note that a robot has joined, and where it stands."""
        if ad_hoc:
            self._trace.ad_hoc = name
        self._trace.event(self._world.step_count, name, EventKind.JOIN, "joins")
        self._note_pose(name)

    def doing(self, name: str, subtask: str) -> None:
        """Note which sub-task a robot is at."""
        if self._doing.get(name, "") != subtask:
            self._doing[name] = subtask
            self._trace.event(self._world.step_count, name, EventKind.SUBTASK, subtask or "rests")

    def stepped(self, actions: Mapping[str, Action], results: Mapping[str, ActionResult]) -> None:
        """Note what a step has changed."""
        step = self._world.step_count
        for name in sorted(self._world.robots):
            self._note_pose(name)
        by = ""
        for name in sorted(actions):
            if results[name].success and actions[name].kind in _EVENTS:
                kind, verb = _EVENTS[actions[name].kind]
                held, before = self._world.observe(name).held, self._held.get(name, ())
                changed = set(held) ^ set(before)
                thing = next((one for one in (*held, *before) if one in changed), "")
                self._held[name] = held
                where = f" on {actions[name].target}" if kind is EventKind.PUT_DOWN else ""
                self._trace.event(step, name, kind, f"{verb} {thing}{where}")
                by = name
        if by:
            self._note_places(by)

    def stopped(self, name: str, why: str) -> None:
        """Note that a robot acts no more."""
        self._trace.event(self._world.step_count, name, EventKind.STOP, f"acts no more: {why}")

    def _note_pose(self, name: str) -> None:
        pose = self._world.pose(name)
        self._trace.pose(self._world.step_count, name, pose.x, pose.y)

    def _note_places(self, by: str = "") -> None:
        """Note where the misplaced objects are, where that has changed, and which are now tidy.

        `by` is the robot that handled something last.
        """
        house = self._world.step_house
        places = []
        for object_name in self._names:
            number = house.by_name[object_name]
            if all(number not in robot.held for robot in self._world.robots.values()):
                box = self._world.scene.boxes[number]
                places.append((object_name, box.x, box.y))
        if tuple(places) != self._places:
            self._places = tuple(places)
            self._trace.place(self._world.step_count, places)
        tidied = frozenset(self._world.tidied)
        for object_name in sorted(tidied - self._tidied):
            # Of a goal, a wish holds; of tidying up, an object is tidy.
            is_wish = object_name not in house.by_name
            thing = object_name if is_wish else house.ids[house.by_name[object_name]]
            what = f"{thing} {'holds' if is_wish else 'is tidy'}"
            self._trace.event(self._world.step_count, by, EventKind.TIDY, what)
        self._tidied = tidied
