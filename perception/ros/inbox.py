"""What callbacks hand to the worker: few frames, oldest dropped; everything else in order."""

import threading
from collections import deque
from dataclasses import dataclass
from typing import Any

_MAX_NOTES = 2000


@dataclass(frozen=True)
class Triple:
    """Hold the three messages of one picture, and its stamp in nanoseconds."""

    stamp: int
    depth: Any
    instances: Any
    info: Any


class Inbox:
    """Pass notes (name and value) and frames to one worker thread; bounded."""

    def __init__(self, frames: int = 2) -> None:
        self._condition = threading.Condition()
        self._notes: deque[tuple[str, Any]] = deque(maxlen=_MAX_NOTES)
        self._frames: deque[Triple] = deque()
        self._max_frames = frames
        self._ending = threading.Event()
        self.dropped_frames = 0

    def put_note(self, name: str, value: Any = None) -> None:
        """Append a note."""
        with self._condition:
            self._notes.append((name, value))
            self._condition.notify()

    def put_frame(self, frame: Triple) -> None:
        """Append a frame; where the worker is behind, the oldest is dropped and counted."""
        with self._condition:
            self._frames.append(frame)
            while len(self._frames) > self._max_frames:
                self._frames.popleft()
                self.dropped_frames += 1
            self._condition.notify()

    def take(self, timeout: float) -> tuple[list[tuple[str, Any]], Triple | None]:
        """Return all notes and the oldest frame, after at most `timeout` seconds of wall time."""
        with self._condition:
            if not (self._notes or self._frames or self.closed):
                self._condition.wait(timeout)
            notes = list(self._notes)
            self._notes.clear()
            frame = self._frames.popleft() if self._frames else None
            return notes, frame

    def clear_frames(self) -> None:
        """Drop the frames that wait, uncounted."""
        with self._condition:
            self._frames.clear()

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
