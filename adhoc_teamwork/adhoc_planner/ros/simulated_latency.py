# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Take a model's answers in after so much simulated time, however long they really took."""

import random
import threading

from adhoc_teamwork.adhoc_planner.journal.inputs import Answer

_JITTER = 0.1


class SimulatedLatency:
    """Hold answers back until they are due, and know of those that are overdue; for two threads.

    Args:
        robot: Who asks; with a question's number it says how its latency varies.
        latency: Seconds of the ROS clock that an answer takes, give or take a tenth.
    """

    def __init__(self, robot: str, latency: float) -> None:
        self._robot, self._latency = robot, latency
        self._lock = threading.Lock()
        self._due: dict[int, float] = {}
        self._answers: dict[int, Answer] = {}

    def ask(self, call: int, now: float) -> None:
        """Note a question at the time when it is asked."""
        variation = random.Random(f"{self._robot} {call}").uniform(1.0 - _JITTER, 1.0 + _JITTER)
        with self._lock:
            self._due[call] = now + self._latency * variation

    def withdraw(self, call: int) -> None:
        """Forget a question."""
        with self._lock:
            self._due.pop(call, None)
            self._answers.pop(call, None)

    def answer(self, answer: Answer) -> None:
        """Keep an answer; one to a question that was withdrawn is dropped."""
        with self._lock:
            if answer.call in self._due:
                self._answers[answer.call] = answer

    def take(self, now: float) -> list[Answer]:
        """Return the answers that are there and due, and forget them.

        None is due later than if it was asked now, also where the clock was set back.
        """
        latest = now + (1.0 + _JITTER) * self._latency
        with self._lock:
            self._due = {call: min(due, latest) for call, due in self._due.items()}
            due = [call for call in sorted(self._answers) if self._due[call] <= now]
            for call in due:
                del self._due[call]
            return [self._answers.pop(call) for call in due]

    def worked_off(self, now: float) -> float:
        """Return up to when no answer is overdue: `now`, or when the first that is was due."""
        with self._lock:
            missing = [due for call, due in self._due.items() if call not in self._answers]
        return min(now, *missing) if missing else now
