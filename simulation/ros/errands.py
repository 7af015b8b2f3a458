"""Wait on ROS's side for what the simulation's loop does."""

from collections.abc import Callable
from typing import Generic, TypeVar

from rclpy.node import Node
from rclpy.task import Future

Work = TypeVar("Work")
Enqueue = Callable[[Callable[[], None]], None]


class Errands(Generic[Work]):
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
