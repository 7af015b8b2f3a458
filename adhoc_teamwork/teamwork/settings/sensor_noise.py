# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How far from perfect simulated sensors are: the `noise:` part of a scenario."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

Share = Annotated[float, Field(ge=0.0, le=1.0)]
Length = Annotated[float, Field(ge=0.0, allow_inf_nan=False)]


@dataclass(frozen=True)
class SensorNoise:
    """Hold how much of each kind of noise there is; all zero, as by default, is a perfect sensor.

    Attributes:
        depth: Standard deviation of depth near the camera, metres.
        depth_growth: What each square metre of (depth - 0.4 m)² adds to that, 1/metres.
        dropout: Share of pixels without a depth.
        flying: Share of the pixels at a jump of depth that hang between its two sides.
        mask_missing: Chance that an instance lacks its mask in a frame.
        mask_wrong: Chance that an instance's mask carries another class's label in a frame.
        drift: Error of the position per way travelled (0.02: 2 cm a metre).
        drift_turn: Error of the heading per way travelled, radians a metre.
        drift_fix: Way travelled after which localisation takes the drift back, metres; 0 never.
    """

    depth: Length = 0.0
    depth_growth: Length = 0.0
    dropout: Share = 0.0
    flying: Share = 0.0
    mask_missing: Share = 0.0
    mask_wrong: Share = 0.0
    drift: Share = 0.0
    drift_turn: Length = 0.0
    drift_fix: Length = 0.0


NoiseSetting = SensorNoise | Literal["none", "default"]
"""What `noise:` may say: a name, or each kind by itself."""

PERFECT = SensorNoise()
DEFAULT_NOISE = SensorNoise(
    # The axial noise of a structured-light camera as Nguyen, Izadi and Lovell measured it (3DIMPVT
    # 2012): 1.2 mm + 1.9 mm/m² (z - 0.4 m)², which makes 2.6 cm at 4 m.
    depth=0.0012,
    depth_growth=0.0019,
    # Such cameras return nothing for a few pixels in a hundred, and mix both sides of an edge.
    dropout=0.02,
    flying=0.25,
    # Instance segmentation indoors misses about one known thing in twenty in a single frame, and
    # takes one in fifty for something else.
    mask_missing=0.05,
    mask_wrong=0.02,
    # Wheel odometry errs by about 2 % of the way and a tenth of a degree a metre; localisation on
    # the given floor plan takes that back every few metres.
    drift=0.02,
    drift_turn=0.002,
    drift_fix=5.0,
)
"""What the name `default` stands for."""


def noise_of(setting: NoiseSetting) -> SensorNoise:
    """Return the noise that a setting means."""
    if isinstance(setting, SensorNoise):
        return setting
    return DEFAULT_NOISE if setting == "default" else PERFECT
