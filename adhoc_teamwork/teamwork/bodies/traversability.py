# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What ground a robot gets over: how high a step its body climbs, how steep a ramp."""

import math
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.teamwork.bodies.capability import MobilityKind
from adhoc_teamwork.teamwork.bodies.resume import Mobility
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.maps.ground import LOWEST_STEP, Floats, Ground, Mask, Patch, ledges

_PARTS = {MobilityKind.WHEELED: "wheels", MobilityKind.LEGGED: "its legs"}


@dataclass(frozen=True)
class Footing:
    """Say what a body gets over.

    Attributes:
        kind: What moves it.
        step: Highest step, metres; infinite for what flies.
        slope: Steepest ramp, radians.
    """

    kind: MobilityKind = MobilityKind.WHEELED
    step: float = LOWEST_STEP
    slope: float = math.radians(10.0)

    @classmethod
    def of(cls, card: RobotCard) -> "Footing":
        """Return what a robot gets over: its resume says by what it moves and how high it steps.

        A card without a resume is taken for one on wheels.
        """
        body = card.mobility or Mobility(MobilityKind.WHEELED, stairs=False, radius=0.0, height=0.0)
        return cls(body.kind, max(body.highest_step, LOWEST_STEP), body.steepest)

    @property
    def flies(self) -> bool:
        """Tell whether no ground is in its way."""
        return self.kind is MobilityKind.AERIAL

    @property
    def limit(self) -> str:
        """Return what it climbs, in words with the number."""
        return f"{self._part} climb steps of at most {self.step:.2f} m"

    @property
    def _part(self) -> str:
        return _PARTS.get(self.kind, "its base")

    def refusal(self, patch: Patch) -> str:
        """Return why it does not get up a patch, in words with both numbers; empty if it does."""
        if patch.step_rise > self.step + 1e-6:
            return f"{_steps(patch)} of {patch.step_rise:.2f} m; {self.limit}"
        if patch.slope > self.slope + 1e-6:
            return (
                f"a ramp of {math.degrees(patch.slope):.0f}°; "
                f"{self._part} climb ramps of at most {math.degrees(self.slope):.0f}°"
            )
        return ""

    def blocked(self, ground: Ground, xs: Floats, ys: Floats) -> Mask:
        """Return in which cells of a grid, (ys, xs), it cannot stand: ledges, what is too steep.

        Args:
            ground: The ground.
            xs: Where the columns are, ascending, metres.
            ys: Where the rows are.
        """
        x, y = np.meshgrid(xs, ys)
        if ground.is_flat or self.flies:
            return np.zeros(x.shape, np.bool_)
        blocked = ledges(ground.heights(x, y), self.step)
        for patch in ground.patches:
            if self.refusal(patch):
                blocked |= patch.mask(x, y)
        return blocked


def _steps(patch: Patch) -> str:
    return "1 step" if patch.steps == 1 else f"{patch.steps} steps"
