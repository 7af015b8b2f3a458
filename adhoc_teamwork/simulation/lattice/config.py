# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the paper leaves open about the world's sizes; the defaults are AI2-THOR's habits."""

import math
from dataclasses import dataclass

HEADINGS = 4
"""Robots face one of four ways: 0 along x, 1 along y, 2 against x, 3 against y of `map`."""


@dataclass(frozen=True)
class StepConfig:
    """Hold sizes in metres and degrees.

    `move` is a lattice's spacing; bodies are upright cylinders that stand on lattice points.
    `pitches` are the angles to which a camera can be set, downwards positive, from high to low; a
    look changes to the next. A thing is seen up to `visibility_range` from the camera and handled
    up to `reach` on the floor plane from where the robot stands.
    """

    move: float = 0.25
    body_radius: float = 0.2
    body_height: float = 1.6
    pitches: tuple[int, ...] = (-30, 0, 30, 60)
    start_pitch: int = 30
    field_of_view: float = 90.0
    visibility_range: float = 5.0
    reach: float = 1.5
    floor_spacing: float = 0.5

    @property
    def slope(self) -> float:
        """Return how far a picture's edge lies aside, in metres a metre ahead."""
        return math.tan(math.radians(self.field_of_view) / 2.0)

    @property
    def views(self) -> int:
        """Return how many ways a camera at one place can look."""
        return HEADINGS * len(self.pitches)

    def view(self, heading: int, pitch: int) -> int:
        """Return the number of the view at a heading (0 to 3) and a pitch's number."""
        return heading * len(self.pitches) + pitch
