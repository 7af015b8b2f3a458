# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What perception's figures have to reach, and which do."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adhoc_teamwork.measuring.perception.scoring import Tally

MOST_LOST = 0.10
"""With noise no share falls by more than this, and no position error grows by as many metres."""


@dataclass(frozen=True)
class Limit:
    """Hold one figure: how it is read from a tally, its bound, and whether more is better."""

    name: str
    read: Callable[[Tally], float]
    bound: float
    more_is_better: bool = True
    unit: str = "%"

    def met(self, tally: Tally) -> bool:
        """Tell whether a tally reaches the bound."""
        value = self.read(tally)
        return value >= self.bound if self.more_is_better else value <= self.bound

    def lost(self, clean: Tally, noisy: Tally) -> float:
        """Return by how much noise makes the figure worse."""
        change = self.read(clean) - self.read(noisy)
        return change if self.more_is_better else -change

    def text(self, value: float) -> str:
        """Return a value as people read it."""
        if self.unit == "%":
            return f"{100.0 * value:.1f}"
        return f"{100.0 * value:.1f}" if self.unit == "cm" else f"{value:.0f}"

    @property
    def wanted(self) -> str:
        """Return the bound as people read it."""
        sign = ">=" if self.more_is_better else "<="
        return f"{sign} {100.0 * self.bound:.0f} {self.unit}" if self.unit else "0"


LIMITS = (
    Limit("recall", lambda t: t.recall, 0.95),
    Limit("precision", lambda t: t.precision, 0.98),
    Limit("position", lambda t: t.position_error, 0.08, more_is_better=False, unit="cm"),
    Limit("ON/IN", lambda t: t.relation_share, 0.95),
    Limit("rooms", lambda t: t.room_share, 0.98),
    Limit("free IoU", lambda t: t.free_iou, 0.90),
    Limit("twice", lambda t: float(t.doubles), 0.0, more_is_better=False, unit=""),
)


def missed(totals: Mapping[str, Tally], clean: str) -> list[str]:
    """Return what misses its limit, a line each.

    Args:
        totals: Figures over all houses by kind of sensors.
        clean: The kind that has to reach the bounds; of the others no share may fall by more
            than `MOST_LOST`.
    """
    lines = []
    if clean in totals:
        lines = [
            f"{clean}: {limit.name} {limit.text(limit.read(totals[clean]))} {limit.unit}".rstrip()
            + f", expected {limit.wanted}"
            for limit in LIMITS
            if not limit.met(totals[clean])
        ]
    for name in totals if clean in totals else ():
        for limit in LIMITS:
            lost = limit.lost(totals[clean], totals[name])
            if limit.unit and lost > MOST_LOST:
                lines.append(
                    f"{name}: {limit.name} is worse by {100.0 * lost:.1f} points, "
                    f"expected at most {100.0 * MOST_LOST:.0f}"
                )
    return lines
