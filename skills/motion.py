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

"""Motions: what a back end does over time, started by one call and followed by polling."""

import math
from dataclasses import dataclass
from typing import Protocol

from skills.causes import Cause


@dataclass(frozen=True)
class Outcome:
    """Say how a motion ended; a failure has a cause and one sentence."""

    success: bool
    cause: Cause | None = None
    message: str = ""


DONE = Outcome(True)
"""The outcome of a motion that did what it was asked."""


class Motion(Protocol):
    """Follow one motion of the base or the arm.

    A motion never blocks. Once `poll` has given an outcome it gives the same one ever after, and
    the robot part that moved stands still.
    """

    def poll(self) -> Outcome | None:
        """Return how it ended, or None while it is under way."""

    def cancel(self) -> None:
        """Ask it to end early; `poll` then soon gives an outcome with cause `cancelled`."""

    @property
    def distance_remaining(self) -> float:
        """Return the metres still to drive, NaN where unknown or where nothing drives."""


class EndedMotion:
    """Stand for a motion that ended before it began."""

    distance_remaining = math.nan

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome

    def poll(self) -> Outcome | None:
        """Return the outcome given at construction."""
        return self._outcome

    def cancel(self) -> None:
        """Do nothing: it has ended."""
