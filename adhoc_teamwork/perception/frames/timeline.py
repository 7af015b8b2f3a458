# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Admit frames in the order of their stamps, and tell a clock set back from a stray stamp."""

import math

from adhoc_teamwork.perception.frames.camera import BadFrameError
from adhoc_teamwork.teamwork.clock import was_set_back

CONFIRMED = 3
"""So many frames in a row, each later than the one before, prove that it did."""
AHEAD = 5.0
"""How far a stamp may lie ahead of the clock, in seconds."""


class Timeline:
    """Hold the stamp of the last frame that was taken in; stamps in seconds of the ROS clock.

    One picture with a stray stamp must not cost a robot all that it believes. Where stamps go on
    from an earlier time, as when a recording starts again, time began anew.
    """

    def __init__(self) -> None:
        self._last: float | None = None
        self._earlier = -math.inf
        self._run = 0

    def check(self, stamp: float, now: float = 0.0) -> bool:
        """Return whether time began anew with this frame; `now` is the clock, 0 where unknown.

        Raises:
            BadFrameError: The frame is not to be taken in.
        """
        if not math.isfinite(stamp) or stamp <= 0.0:
            raise BadFrameError("stamp", f"a picture has the stamp {stamp}; expected above 0")
        if now > 0.0 and stamp > now + AHEAD:
            raise BadFrameError(
                "stamp",
                f"a picture's stamp {stamp:.3f} lies {stamp - now:.1f} s ahead of the clock",
            )
        if self._last is None or stamp > self._last:
            self._run = 0
            return False
        if not was_set_back(self._last, stamp):
            raise BadFrameError(
                "stamp",
                f"a picture's stamp {stamp:.3f} is not after the last one's, {self._last:.3f}",
            )
        self._run = self._run + 1 if stamp > self._earlier else 1
        self._earlier = stamp
        if self._run < CONFIRMED:
            raise BadFrameError(
                "stamp",
                f"a picture's stamp {stamp:.3f} is {self._last - stamp:.1f} s older than the last "
                f"one's; after {CONFIRMED} such in a row all is forgotten",
            )
        self.restart()
        return True

    def take(self, stamp: float) -> None:
        """Note that the frame of that stamp is taken in."""
        self._last, self._run = stamp, 0

    def restart(self) -> None:
        """Begin anew."""
        self._last, self._earlier, self._run = None, -math.inf, 0
