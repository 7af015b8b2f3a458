# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a suite of tasks sets of the step world: how long things last, what is seen, where goes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from adhoc_teamwork.simulation.lattice.actions import ActionKind
from adhoc_teamwork.simulation.rules.zone import Zone


@dataclass(frozen=True)
class Timing:
    """Say how long an episode and its actions last; as it stands every action lasts one step.

    `horizon` is in steps as results count them, in words `unit`. A step is `ticks` long; `beat`
    ticks are a second of the robots' clocks, and as long as what `lasts` does not name, a pass
    included. `lasts` are ticks. Where batteries are `clocks` they run down with time, whatever a
    robot does: they say how much of the episode is left.
    """

    horizon: int = 500
    unit: str = "step"
    ticks: int = 1
    beat: int = 1
    lasts: Mapping[ActionKind, int] = field(default_factory=dict)
    clocks: bool = False

    @property
    def end(self) -> int:
        """Return the tick at which an episode ends."""
        return self.horizon * self.ticks

    @property
    def step_seconds(self) -> float:
        """Return how long a step is by the robots' clocks."""
        return self.ticks / self.beat

    def of(self, kind: ActionKind) -> int:
        """Return how many ticks an action lasts."""
        return self.lasts.get(kind, self.beat)

    def steps(self, tick: int) -> int:
        """Return how many steps have begun by a tick."""
        return -(-tick // self.ticks)


@dataclass(frozen=True)
class Terms:
    """Hold a suite's timing, its zone, and whether robots see all that is in their room.

    A robot that sees by rooms sees all things in the room it stands in, those in what is closed
    excepted, and all its floor; else what its camera shows.
    """

    timing: Timing = field(default_factory=Timing)
    zone: Zone | None = None
    sees_rooms: bool = False
