"""Run the nodes of the measurement's robots on a thread of their own."""

import threading
from typing import Any

from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor

_NOTICE = 0.2
"""Seconds within which the end of the run is noticed."""


class Spinner:
    """Spin nodes on a thread, with the cheapest executor that this rclpy has.

    The robots of a measurement must not slow what they measure.
    """

    def __init__(self, context: Any) -> None:
        self._executor = _make_executor(context)
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._spin, name="executor", daemon=True)

    def add(self, node: Any) -> None:
        """Take in a node, before `start`."""
        self._executor.add_node(node)

    def start(self) -> None:
        """Begin to call the nodes' callbacks."""
        self._thread.start()

    def end(self) -> None:
        """Stop spinning, within a second."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(timeout=1.0)
        self._executor.shutdown(timeout_sec=1.0)

    def _spin(self) -> None:
        try:
            while not self._ending.is_set():
                self._executor.spin_once(timeout_sec=_NOTICE)
        except ExternalShutdownException:
            return


def _make_executor(context: Any) -> Any:
    try:
        from rclpy.experimental import EventsExecutor
    except ImportError:
        return SingleThreadedExecutor(context=context)
    return EventsExecutor(context=context)
