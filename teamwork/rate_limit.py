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

"""How often something may happen: a bucket of turns that fills with time."""


class RateLimit:
    """Count turns that are left: they come at `rate` a second, up to `burst`."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self._burst = rate, float(burst)
        self._left, self._at = float(burst), float("-inf")

    def take(self, now: float, count: int = 1) -> bool:
        """Tell whether `count` turns are left at `now` (s), and take them; otherwise take none."""
        if now > self._at:
            self._left = min(self._burst, self._left + (now - self._at) * self.rate)
            self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True
