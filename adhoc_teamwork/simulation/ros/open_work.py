# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Wait on ROS's side for what the simulation's loop does."""

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from rclpy.action import CancelResponse
from rclpy.node import Node
from rclpy.task import Future

from adhoc_teamwork.simulation.motion.nav_goal import NavStatus


class LoopGoal(Protocol):
    """Say of a goal of the loop's how far it is."""

    reason: str

    @property
    def status(self) -> NavStatus:
        """Return how it stands."""

    @property
    def done(self) -> bool:
        """Tell whether it has ended."""


Work = TypeVar("Work")
Goal = TypeVar("Goal", bound=LoopGoal)
Enqueue = Callable[[Callable[[], None]], None]


class OpenWork(Generic[Work]):
    """Hold what the loop was asked to do and has not ended.

    `begin` runs on the executor's thread, all else on the loop's.
    """

    def __init__(self, node: Node, enqueue: Enqueue, ended: Callable[[Work], bool]) -> None:
        self._node, self._enqueue, self._ended = node, enqueue, ended
        self._open: list[tuple[Work, Future]] = []

    @property
    def under_way(self) -> list[Work]:
        """Return what has begun and not ended."""
        return [work for work, _ in self._open]

    def begin(self, start: Callable[[], Work]) -> Future:
        """Have the loop start some work; return what will hold that work once it has ended."""
        future: Future = Future()
        self._enqueue(lambda: self._open.append((start(), future)))
        return future

    def attend(self) -> None:
        """Hand back what has ended to whoever awaits it."""
        finished = [entry for entry in self._open if self._ended(entry[0])]
        for entry in finished:
            self._open.remove(entry)
            entry[1].set_result(entry[0])
        if finished and self._node.executor is not None:
            self._node.executor.wake()


class OpenGoals(Generic[Goal]):
    """Hold the goals of one action: the client's handles, and what the loop does for each.

    `cancel_goal` is called by the loop.
    """

    def __init__(self, node: Node, enqueue: Enqueue, cancel_goal: Callable[[Goal], None]) -> None:
        self._node, self._enqueue, self._cancel_goal = node, enqueue, cancel_goal
        self._work: OpenWork[tuple[Any, Goal]] = OpenWork(node, enqueue, lambda work: work[1].done)

    @property
    def under_way(self) -> list[tuple[Any, Goal]]:
        """Return handles and goals that have begun and not ended, on the loop's thread."""
        return self._work.under_way

    def attend(self) -> None:
        """Hand ended goals back, on the loop's thread."""
        self._work.attend()

    async def run(self, handle: Any, start: Callable[[], Goal], who: str) -> Goal:
        """Have the loop start a goal, wait until it has ended, and tell the client how."""

        def begin() -> tuple[Any, Goal]:
            goal = start()
            if handle.is_cancel_requested:
                self._cancel_goal(goal)
            return handle, goal

        ended: tuple[Any, Goal] = await self._work.begin(begin)
        goal = ended[1]
        if goal.status is NavStatus.SUCCEEDED:
            handle.succeed()
        elif goal.status is NavStatus.CANCELED:
            handle.canceled()
        else:
            handle.abort()
            self._node.get_logger().info(f"{who} gave up a goal: {goal.reason}")
        return goal

    def cancel(self, handle: Any) -> CancelResponse:
        """Have the loop cancel the goal of a handle; an action server's callback."""

        def stop() -> None:
            for known, goal in self.under_way:
                if known is handle:
                    self._cancel_goal(goal)

        self._enqueue(stop)
        return CancelResponse.ACCEPT
