# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot can do: C of the paper's section III."""

from dataclasses import dataclass

from adhoc_teamwork.teamwork.bodies.bands import Band, band_at
from adhoc_teamwork.teamwork.enums import StrEnum

HEIGHT_TOLERANCE = 0.05
"""Metres by which a height, told in centimetres, may miss the range of an arm that tries it all
the same: perception is what it is."""


class MobilityKind(StrEnum):
    """Name what moves a robot."""

    WHEELED = "wheeled"
    LEGGED = "legged"
    AERIAL = "aerial"
    FIXED = "fixed"


@dataclass(frozen=True)
class Capability:
    """Describe what one robot's body allows.

    Lengths in metres, heights above the floor, angles in radians, masses in kilograms, battery in
    seconds of work. A robot without an arm has `payload`, `reach` and both reach heights zero, one
    without a camera `camera_range`.
    One with an arm has one or two `hands`; each holds one thing of up to the payload. `mobility` is
    None where it is not told how it moves; `step` and `slope` are the highest step and the steepest
    ramp that wheels or legs get up, `width` and `height` those of the body, zero where not told.
    `reach` is what the arm gets ahead at all its heights, `reach_bands` how far at each, by height,
    rising; none where it is told as a cylinder.
    """

    robot_type: str
    can_navigate: bool = True
    can_manipulate: bool = False
    camera_height: float = 1.0
    camera_pitch: float = 0.0
    horizontal_fov: float = 1.2
    vertical_fov: float = 0.9
    camera_range: float = 5.0
    payload: float = 0.0
    reach: float = 0.0
    reach_min_height: float = 0.0
    reach_max_height: float = 0.0
    max_speed: float = 0.5
    battery: float = 3600.0
    hands: int = 1
    mobility: MobilityKind | None = None
    step: float = 0.0
    slope: float = 0.0
    width: float = 0.0
    height: float = 0.0
    reach_bands: tuple[Band, ...] = ()

    @property
    def has_camera(self) -> bool:
        """Tell whether it sees anything by itself."""
        return self.camera_range > 0.0

    @property
    def has_arm(self) -> bool:
        """Tell whether it works with an arm of which it is known how far that reaches."""
        return self.can_manipulate and self.reach > 0.0

    def reach_at(self, height: float) -> float:
        """Return how far ahead the arm gets at a height that it works at, metres."""
        return band_at(self.reach_bands, height).farthest if self.reach_bands else self.reach
