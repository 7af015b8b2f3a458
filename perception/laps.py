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

"""How long the steps of taking in a frame take."""

import time
from collections.abc import Callable


class Laps:
    """Measure steps that follow each other: each lasts from the end of the one before.

    The clock is this thread's processor time unless another one is given; nothing that perception
    believes depends on it.
    """

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock
        self._last = clock()
        self.spent: dict[str, float] = {}
        """Seconds by step, since the last `begin`."""

    def begin(self) -> None:
        """Forget what was measured; the first step begins."""
        self.spent = {}
        self._last = self._clock()

    def end(self, step: str) -> None:
        """End a step; the next one begins."""
        now = self._clock()
        self.spent[step] = self.spent.get(step, 0.0) + now - self._last
        self._last = now
