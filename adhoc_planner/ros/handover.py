"""Hand events to the agent's thread and outputs back, through bounded queues."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from teamwork.llm_call import LlmCall
from teamwork.message import TeamMessage
from teamwork.subskill import SubSkill

Event = Callable[[], None]

_log = logging.getLogger(__name__)


class Inbox:
    """Collect events from any thread until another thread takes them.

    Of events with a `slot` only the newest waits; of the others at most `limit`, the oldest dropped
    first and counted.
    """

    def __init__(self, limit: int = 2000) -> None:
        self._lock = threading.Lock()
        self._slots: dict[str, Event] = {}
        self._queue: deque[Event] = deque(maxlen=limit)
        self.dropped = 0

    def put(self, event: Event, slot: str = "") -> bool:
        """Add an event; return True where nothing waited before it."""
        with self._lock:
            was_empty = not self._slots and not self._queue
            if slot:
                self._slots[slot] = event
            else:
                self.dropped += len(self._queue) == self._queue.maxlen
                self._queue.append(event)
        return was_empty

    def take(self) -> list[Event]:
        """Return all that waits, the newest knowledge before what happened."""
        with self._lock:
            events = [*self._slots.values(), *self._queue]
            self._slots.clear()
            self._queue.clear()
        return events


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
