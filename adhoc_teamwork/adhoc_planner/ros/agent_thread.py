# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run an agent turn by turn in a thread of its own."""

import threading
import time
from collections.abc import Callable, Sequence

from adhoc_teamwork.adhoc_planner.journal.inputs import Input, InputKind
from adhoc_teamwork.adhoc_planner.journal.turned_agent import TurnedAgent
from adhoc_teamwork.adhoc_planner.ros.handover import Inbox

TICK = 0.1
"""How often the agent is told that time has passed, in seconds of wall time."""


class AgentThread:
    """Feed an agent from any thread.

    Args:
        agent: Who takes the turns.
        sense: Called on the agent's thread before each tick; returns what else is known by then.
        take_turn: Called there with what the agent takes in; it has the agent take it in.
        clock: Returns seconds of the ROS clock.
        worked_off: Called there with the time up to which all that was posted has been taken in,
            after each turn for which the thread was woken.
    """

    def __init__(
        self,
        agent: TurnedAgent,
        sense: Callable[[], Sequence[Input]],
        take_turn: Callable[[Sequence[Input]], None],
        clock: Callable[[], float],
        worked_off: Callable[[float], None],
    ) -> None:
        self._agent = agent
        self._sense = sense
        self._take_turn = take_turn
        self._clock = clock
        self._worked_off = worked_off
        self._is_woken = False
        self._inbox = Inbox()
        self._news = threading.Event()
        self._is_up = threading.Event()
        self._is_over = False
        self._thread = threading.Thread(target=self._run, name="agent", daemon=True)

    def start(self) -> None:
        """Start the thread and wait, at most five seconds, until it takes events."""
        self._thread.start()
        self._is_up.wait(5.0)

    def post(self, given: Input) -> None:
        """Have the agent take something in soon."""
        if self._inbox.put(given):
            self._news.set()

    def wake(self) -> None:
        """Tell the agent soon that time has passed."""
        self._is_woken = True
        self._news.set()

    def stop(self, why: str, time_limit: float = 1.0) -> None:
        """Let the agent say goodbye, and end the thread within `time_limit` seconds."""
        self._inbox.put(Input(InputKind.LEAVE, why))
        self._is_over = True
        self._news.set()
        if self._thread.is_alive():
            self._thread.join(time_limit)

    @property
    def is_alive(self) -> bool:
        """Tell whether the thread runs."""
        return self._thread.is_alive()

    def _run(self) -> None:
        self._is_up.set()
        tick_at = time.monotonic()
        try:
            while not self._is_over:
                self._news.wait(max(0.0, tick_at - time.monotonic()))
                self._news.clear()
                is_woken, self._is_woken = self._is_woken, False
                began = self._clock()
                inputs = self._inbox.take()
                if is_woken or time.monotonic() >= tick_at:
                    tick_at = time.monotonic() + TICK
                    inputs += [*self._sense(), Input(InputKind.TICK)]
                self._take(inputs)
                if is_woken:
                    self._worked_off(began)
            self._take(self._inbox.take())
        finally:
            self._agent.close()

    def _take(self, inputs: Sequence[Input]) -> None:
        if inputs:
            self._take_turn(inputs)
