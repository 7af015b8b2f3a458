# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run the nodes of the measurement's robots on a thread of their own."""

import _thread
import threading
from typing import Any

from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor

_NOTICE = 0.2
"""Seconds within which the end of the run is noticed."""


class Spinner:
    """Spin nodes on a thread; its failure interrupts the whole process.

    Args:
        context: Of the nodes.
        quick: Take the cheapest executor that this rclpy has, which knows no guard conditions:
            robots that only make a load must not slow what they measure.
    """

    def __init__(self, context: Any, quick: bool = True) -> None:
        self._executor = _make_executor(context, quick)
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
        finally:
            if not self._ending.is_set():
                _thread.interrupt_main()


def _make_executor(context: Any, quick: bool) -> Any:
    if not quick:
        return SingleThreadedExecutor(context=context)
    try:
        from rclpy.experimental import EventsExecutor
    except ImportError:
        return SingleThreadedExecutor(context=context)
    return EventsExecutor(context=context)
