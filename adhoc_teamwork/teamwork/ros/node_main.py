# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run one node as a process that ends cleanly on Ctrl-C, SIGTERM or the end of its context."""

import os
import signal
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

import rclpy
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.signals import SignalHandlerOptions
from rclpy.task import Future

from adhoc_teamwork.teamwork.ros.middleware import resending
from adhoc_teamwork.teamwork.ros.plain_logs import make_logs_plain
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.text.console import complain, make_plain

_NOTICE = 0.2
"""A signal is noticed within so many seconds."""

_LAST_WORDS = 0.3
"""How long, in seconds, a node with last words is spun after its shutdown."""
_BREATH = 0.02


class _StopSignals:
    """Notice SIGINT and SIGTERM without interrupting what runs; a second one interrupts it."""

    def __init__(self) -> None:
        self.asked = False
        self._end: Callable[[], object] = _nothing
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._notice)

    def end(self, act: Callable[[], object]) -> None:
        """Have something done when one is noticed, between two callbacks at the earliest."""
        self._end = act

    def _notice(self, _number: int, _frame: object) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        self._end()


def _nothing() -> None:
    """Do nothing."""


class RunnableNode(Protocol):
    """What `run_node` runs: an rclpy Node whose constructor does no I/O."""

    def setup(self) -> None:
        """Connect: publishers, subscriptions, timers, workers."""

    def shutdown(self) -> None:
        """End workers and say goodbye; must return within two seconds."""


def start_rclpy(args: Sequence[str] | None = None) -> None:
    """Initialise rclpy as all our processes do: with plain logs, and what is lost is sent again.

    Args:
        args: Command line, ROS arguments included; None for this process's own.
    """
    make_plain()
    make_logs_plain()
    os.environ.update(resending(os.environ))
    # Without rclpy's own handlers the context still lives in `shutdown`: a node can say goodbye.
    rclpy.init(
        args=list(args) if args is not None else None,
        signal_handler_options=SignalHandlerOptions.NO,
    )


def run_node(
    make_node: Callable[[], Any],
    args: Sequence[str] | None = None,
    quick: bool = False,
) -> int:
    """Initialise rclpy, build and set up a node, spin it until it is told to end.

    Args:
        make_node: Builds the node (see `RunnableNode`).
        args: Command line, ROS arguments included; None for this process's own.
        quick: Spend little on each message, with rclpy's events executor where it has one.

    Returns:
        The exit code: 0, or the node's own `exit_code` where it has one, or 2 after a configuration
        error, which is printed in one line.
    """
    try:
        start_rclpy(args)
    except ConfigError as error:
        complain(str(error))
        return 2
    stop = _StopSignals()
    node = None
    executor = _make_executor(quick)
    try:
        node = make_node()
        node.setup()
        executor.add_node(node)
        for companion in getattr(node, "companions", ()):
            executor.add_node(companion)
        while rclpy.ok() and not stop.asked:
            # It goes on after a callback: to return from each costs as much as a small message.
            turn = Future()
            stop.end(partial(executor.create_task, turn.set_result, None))
            executor.spin_until_future_complete(turn, timeout_sec=_NOTICE)
    except ConfigError as error:
        complain(str(error))
        return 2
    except (KeyboardInterrupt, ExternalShutdownException):
        return int(getattr(node, "exit_code", 0))
    finally:
        if node is not None:
            node.shutdown()
            _hear_out(node, executor)
            node.destroy_node()
        executor.shutdown(timeout_sec=1.0)
        rclpy.try_shutdown()
    return int(getattr(node, "exit_code", 0))


def _hear_out(node: Any, executor: Any) -> None:
    """Spin while a node has last words, such as results of goals that its shutdown ended."""
    until = time.monotonic() + _LAST_WORDS
    while getattr(node, "has_last_words", False) and rclpy.ok() and time.monotonic() < until:
        executor.spin_once(timeout_sec=_BREATH)
        if not node.has_last_words:
            # What the last of them has to say is sent in the next turn.
            executor.spin_once(timeout_sec=_BREATH)


def _make_executor(quick: bool) -> Any:
    if quick:
        try:
            from rclpy.experimental.events_executor import EventsExecutor
        except ImportError:
            return SingleThreadedExecutor()
        return EventsExecutor()
    return SingleThreadedExecutor()
