# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Show how far long work has come."""

import sys
import time

from perception.recording import Recording
from teamwork.console import write

_QUIET = 2.0
"""Seconds before progress is shown."""
_TERMINAL, _FILE = 0.5, 15.0
"""Seconds between two lines of progress: rewritten on a terminal, one by one in a file."""


class Progress:
    """Show how much of a recording was read, once that has taken two seconds."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._next = self._start + _QUIET
        self._shown = False

    def __call__(self, recording: Recording) -> None:
        """Show the line where its time has come."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + (_TERMINAL if sys.stderr.isatty() else _FILE)
        share = recording.done / max(1, recording.total)
        left = (now - self._start) * (1.0 - share) / share if share else 0.0
        line = f"perceiving: {share:.0%}, about {left:.0f} s left"
        write(sys.stderr, f"\r\033[K{line}" if sys.stderr.isatty() else f"{line}\n")
        self._shown = True

    def end(self) -> None:
        """Take the line off the terminal."""
        if self._shown and sys.stderr.isatty():
            write(sys.stderr, "\r\033[K")
