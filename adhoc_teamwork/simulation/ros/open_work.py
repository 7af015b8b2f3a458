# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Wait on ROS's side for what the simulation's loop does."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from rclpy.action import ActionServer, CancelResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.task import Future

from adhoc_teamwork.simulation.motion.nav_goal import NavStatus
from adhoc_teamwork.teamwork.ros.goal_execution import execute_goal


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

    def __init__(self, enqueue: Enqueue, ended: Callable[[Work], bool]) -> None:
        self._enqueue, self._ended = enqueue, ended
        self._open: list[tuple[Work, Callable[[Work], None]]] = []

    @property
    def under_way(self) -> list[Work]:
        """Return what has begun and not ended."""
        return [work for work, _ in self._open]

    def begin(self, start: Callable[[], Work], end: Callable[[Work], None]) -> None:
        """Have the loop start some work, and call `end` with it once it has ended."""
        self._enqueue(lambda: self._open.append((start(), end)))

    def attend(self) -> None:
        """Hand back what has ended to whoever waits for it."""
        finished = [entry for entry in self._open if self._ended(entry[0])]
        for entry in finished:
            self._open.remove(entry)
            work, end = entry
            end(work)


class OpenGoals(Generic[Goal]):
    """Hold the goals of one action: the client's handles, and what the loop does for each.

    `cancel_goal` is called by the loop. Nothing waits for a goal on the executor's thread: rclpy
    executes it, in its words, only when it has ended, and until then calls it accepted.
    """

    def __init__(self, node: Node, enqueue: Enqueue, cancel_goal: Callable[[Goal], None]) -> None:
        self._node, self._enqueue, self._cancel_goal = node, enqueue, cancel_goal
        self._work: OpenWork[tuple[Any, Goal]] = OpenWork(enqueue, lambda work: work[1].done)
        self._ended: dict[bytes, Goal] = {}

    @property
    def under_way(self) -> list[tuple[Any, Goal]]:
        """Return handles and goals that have begun and not ended, on the loop's thread."""
        return self._work.under_way

    def attend(self) -> None:
        """Hand ended goals back, on the loop's thread."""
        self._work.attend()

    def begin(self, handle: Any, start: Callable[[], Goal]) -> None:
        """Have the loop start an accepted goal, and rclpy execute it once it has ended."""

        def begin() -> tuple[Any, Goal]:
            goal = start()
            if handle.is_cancel_requested:
                self._cancel_goal(goal)
            return handle, goal

        def end(work: tuple[Any, Goal]) -> None:
            self._ended[_key(handle)] = work[1]
            execute_goal(handle)

        self._work.begin(begin, end)

    def end(self, handle: Any, who: str) -> Goal:
        """Tell the client how a goal ended that rclpy executes; return it."""
        goal = self._ended.pop(_key(handle))
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


def serve_goals(
    node: Node, kind: Any, name: str, accept: Any, begin: Any, execute: Any, cancel: Any
) -> ActionServer:
    """Return an action server for goals that a loop works on, with the callbacks of rclpy's."""
    return ActionServer(
        node,
        kind,
        name,
        execute,
        callback_group=ReentrantCallbackGroup(),
        goal_callback=accept,
        handle_accepted_callback=begin,
        cancel_callback=cancel,
    )


def run_waiting(commands: "SimpleQueue[Callable[[], None]]") -> None:
    """Run what callbacks have put into a loop's queue, on the loop's thread."""
    while True:
        try:
            command = commands.get_nowait()
        except Empty:
            return
        command()


def answer_later(service: Any) -> None:
    """Let a service's callback return a Future of its answer, which rclpy's executors do not await.

    The answer is sent by the thread that sets it.
    """
    send = service.send_response

    def send_once_there(answer: Future, header: Any) -> None:
        answer.add_done_callback(lambda there: send(there.result(), header))

    service.send_response = send_once_there


def _key(handle: Any) -> bytes:
    return bytes(handle.goal_id.uuid)
