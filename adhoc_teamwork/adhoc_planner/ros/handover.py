# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hand events to the agent's thread and outputs back, through bounded queues."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from adhoc_teamwork.adhoc_planner.journal.inputs import NEWEST_ONLY, Input, InputKind
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill

_log = logging.getLogger(__name__)


class Inbox:
    """Collect what an agent is to take in, from any thread, until another thread takes it.

    Of what only the newest matters only the newest waits; of all else at most `limit`, the oldest
    dropped first and counted.
    """

    def __init__(self, limit: int = 2000) -> None:
        self._lock = threading.Lock()
        self._newest: dict[InputKind, Input] = {}
        self._queue: deque[Input] = deque(maxlen=limit)
        self.dropped = 0

    def put(self, given: Input) -> bool:
        """Add something; return True where nothing waited before it."""
        with self._lock:
            was_empty = not self._newest and not self._queue
            if given.kind in NEWEST_ONLY:
                self._newest[given.kind] = given
            else:
                self.dropped += len(self._queue) == self._queue.maxlen
                self._queue.append(given)
        return was_empty

    def take(self) -> list[Input]:
        """Return all that waits, the newest knowledge before what happened."""
        with self._lock:
            inputs = [*self._newest.values(), *self._queue]
            self._newest.clear()
            self._queue.clear()
        return inputs


class Outbox:
    """Be the agent's body: keep its outputs until the ROS thread carries them out.

    `notify` is called from the agent's thread after each output.
    """

    def __init__(self, notify: Callable[[], None], limit: int = 1000) -> None:
        self._notify = notify
        self._queue: deque[tuple[str, Any]] = deque(maxlen=limit)

    def send(self, message: TeamMessage) -> None:
        """Send a message to the team."""
        self._put("send", message)

    def start(self, goal: int, subskill: SubSkill) -> None:
        """Start a sub-skill in place of the one that runs."""
        self._put("start", (goal, subskill))

    def cancel(self, goal: int) -> None:
        """End a sub-skill that runs."""
        self._put("cancel", goal)

    def record(self, call: LlmCall) -> None:
        """Keep the record of an exchange with a language model."""
        self._put("record", call)

    def worked_off(self, stamp: float) -> None:
        """Say, after all that was put here before, up to when all is done."""
        self._put("worked_off", stamp)

    def take(self) -> list[tuple[str, Any]]:
        """Return all outputs that wait, oldest first, each with the name of what to do."""
        taken = []
        while self._queue:
            taken.append(self._queue.popleft())
        return taken

    def _put(self, what: str, item: Any) -> None:
        if len(self._queue) == self._queue.maxlen:
            _log.error("an output of the agent was lost: the ROS thread does not keep up")
        self._queue.append((what, item))
        self._notify()
