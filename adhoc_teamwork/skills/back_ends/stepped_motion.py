# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Motions made of others, one after the other."""

import math
from collections.abc import Generator
from threading import Event

from adhoc_teamwork.skills.back_ends.motion import Motion, Outcome
from adhoc_teamwork.teamwork.team.causes import Cause

Steps = Generator[Motion | None, None, Outcome]
"""Yield the motion under way, None where nothing moves; return how it ended."""

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
