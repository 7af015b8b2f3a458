# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a gripper's controller is told for a gap between the fingers."""

from dataclasses import dataclass


@dataclass(frozen=True)
class GripperScale:
    """Turn gaps into a gripper controller's positions, such as angles of a finger's joint.

    Attributes:
        closed: Its position with the fingers shut.
        open: Its position with them wide open; the same as `closed`: it takes gaps in metres.
    """

    closed: float = 0.0
    open: float = 0.0

    def position(self, gap: float, widest: float) -> float:
        """Return the position for a gap; `widest` is the largest one, both in metres."""
        if self.closed == self.open:
            return gap
        share = min(max(gap / widest, 0.0), 1.0)
        return self.closed + share * (self.open - self.closed)


GAPS = GripperScale()
"""That of a controller which takes gaps in metres, as the built-in simulator's."""
