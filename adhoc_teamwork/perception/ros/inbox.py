# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What callbacks hand to the worker: few frames, oldest dropped; everything else in order."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_MAX_NOTES = 2000


@dataclass(frozen=True)
class Triple:
    """Hold the messages of one picture, and its stamp in nanoseconds.

    `colour` returns the colour image, where one is wanted and has come by then.
    """

    stamp: int
    depth: Any
    instances: Any
    info: Any
    colour: Callable[[], Any] = lambda: None


class Inbox:
    """Pass notes (name and value) and frames to one worker thread; bounded."""

    def __init__(self, frames: int = 2) -> None:
        self._condition = threading.Condition()
        self._notes: deque[tuple[str, Any]] = deque(maxlen=_MAX_NOTES)
        self._frames: deque[Triple] = deque()
        self._max_frames = frames
        self._woken = False
        self._ending = threading.Event()

    def put_note(self, name: str, value: Any = None) -> bool:
        """Append a note; return whether the oldest was dropped, as the worker is far behind."""
        with self._condition:
            is_full = len(self._notes) == _MAX_NOTES
            self._notes.append((name, value))
            self._condition.notify()
            return is_full

    def put_frame(self, frame: Triple) -> int:
        """Append a frame; return how many of the oldest were dropped, as the worker is behind."""
        with self._condition:
            self._frames.append(frame)
            dropped = max(0, len(self._frames) - self._max_frames)
            for _ in range(dropped):
                self._frames.popleft()
            self._condition.notify()
            return dropped

    def wake(self) -> None:
        """Let the worker go on although nothing has come."""
        with self._condition:
            self._woken = True
            self._condition.notify()

    def wait(self, timeout: float) -> None:
        """Return once there is something or `wake` was called, or after `timeout` wall seconds."""
        with self._condition:
            if not (self._notes or self._frames or self._woken or self.closed):
                self._condition.wait(timeout)
            self._woken = False

    def take(self) -> tuple[list[tuple[str, Any]], Triple | None]:
        """Return all notes and the oldest frame that are there."""
        with self._condition:
            notes = list(self._notes)
            self._notes.clear()
            frame = self._frames.popleft() if self._frames else None
            return notes, frame

    @property
    def has_frames(self) -> bool:
        """Tell whether a frame waits."""
        return bool(self._frames)

    def clear_frames(self) -> None:
        """Drop the frames that wait, uncounted."""
        with self._condition:
            self._frames.clear()

    def open(self) -> None:
        """Let a worker begin, or begin again after `close`."""
        self._ending.clear()

    def close(self) -> None:
        """Wake the worker for the last time."""
        with self._condition:
            self._ending.set()
            self._condition.notify_all()

    @property
    def closed(self) -> bool:
        """Tell whether the worker shall end."""
        return self._ending.is_set()

    def wait_closed(self, timeout: float) -> bool:
        """Wait at most `timeout` seconds of wall time for the end; return whether it came."""
        return self._ending.wait(timeout)
