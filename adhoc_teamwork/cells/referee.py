# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Watch a cell for what is worth telling: what hands take and let go, and what of a task is done.

It is judged as in an episode: `task_world.WAIT` seconds after the last command, by what touches and
moves.
"""

from collections.abc import Iterator

from adhoc_teamwork.cells.sight import CellState
from adhoc_teamwork.cells.task_file import CellTask, Condition, Goal
from adhoc_teamwork.cells.task_world import WAIT, unmet
from adhoc_teamwork.simulation.events import EventKind, WorldEvent
from adhoc_teamwork.teamwork.geometry import Point


class Referee:
    """Look at a cell again and again.

    Args:
        task: What is to be done.
        goal: What is to be reached.
    """

    def __init__(self, task: CellTask, goal: Goal) -> None:
        self._task, self._goal = task, goal
        things = {name for name, thing in task.cell.things.items() if not thing.fixed}
        self._movable = frozenset(things | set(task.cell.ropes))
        self._held: dict[str, str] = {}
        self._commanded = 0.0
        self._is_met: list[bool] = [False] * len(goal.success)

    @property
    def met(self) -> int:
        """Return how many conditions are met."""
        return sum(self._is_met)

    @property
    def total(self) -> int:
        """Return how many there are."""
        return len(self._is_met)

    def look(self, state: CellState, is_busy: bool) -> Iterator[WorldEvent]:
        """Yield what is new, one after the other; `met` counts what was told by then.

        Args:
            state: All of the cell.
            is_busy: Whether a command is under way.
        """
        yield from self._hands(state)
        if is_busy:
            self._commanded = state.time
        if state.time - self._commanded < WAIT:
            return
        wrong = unmet(self._task, self._goal, state)
        for number, (condition, line) in enumerate(zip(self._goal.success, wrong, strict=True)):
            if self._is_met[number] is bool(line):
                self._is_met[number] = not line
                text = line or f"{self.met} of {self.total} of the task are done"
                if self.met == self.total:
                    text = f"all of the task is done: {self._goal.words}"
                yield WorldEvent(state.time, EventKind.TASK, text, object=condition_name(condition))

    def _hands(self, state: CellState) -> Iterator[WorldEvent]:
        for robot, found in state.held.items():
            now = min(found & self._movable, default="")
            before = self._held.get(robot, "")
            if now == before:
                continue
            self._held[robot] = now
            kind, text = EventKind.RELEASE, f"{robot} lets go of {before}"
            if now:
                kind, text = EventKind.GRASP, f"{robot} takes {now}"
            x, y, _ = state.tips[robot][:3, 3]
            at = Point(float(x), float(y))
            yield WorldEvent(state.time, kind, text, robot, now or before, position=at)


def condition_name(condition: Condition) -> str:
    """Return what a condition is about, in a word."""
    named = condition.at or condition.inside or condition.ends
    return named[0] if named is not None else " ".join(condition.stack or ())
