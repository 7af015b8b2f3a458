# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Motions: what a back end does over time, started by one call and followed by polling."""

import math
from collections.abc import Generator
from dataclasses import dataclass
from threading import Event
from typing import Protocol

from adhoc_teamwork.teamwork.team.causes import Cause


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


Steps = Generator[Motion | None, None, Outcome]
"""A motion made of others: they yield the one under way, None where nothing moves."""

STOPPED = Outcome(False, Cause.CANCELLED, "cancelled on the way")


def followed(motion: Motion) -> Steps:
    """Yield a motion until it has ended; return its outcome."""
    while (outcome := motion.poll()) is None:
        yield motion
    return outcome


class SteppedMotion:
    """Follow steps by polling them.

    Args:
        steps: They begin nothing more once `stopped` is set.
        stopped: Set by `cancel`.
    """

    distance_remaining = math.nan

    def __init__(self, steps: Steps, stopped: Event) -> None:
        self._steps, self._stopped = steps, stopped
        self._under_way: Motion | None = None
        self._outcome: Outcome | None = None
        self.poll()

    def poll(self) -> Outcome | None:
        """Return how the steps ended, or None while they are under way."""
        if self._outcome is None:
            try:
                self._under_way = next(self._steps)
            except StopIteration as ended:
                self._outcome = ended.value
            else:
                if self._under_way is None and self._stopped.is_set():
                    self._steps.close()
                    self._outcome = STOPPED
        return self._outcome

    def cancel(self) -> None:
        """End the motion under way and begin no other."""
        self._stopped.set()
        if self._under_way is not None:
            self._under_way.cancel()
