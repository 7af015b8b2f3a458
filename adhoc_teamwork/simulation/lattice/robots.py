# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots of the step world: what they are, how they stand, what they perceive."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from adhoc_teamwork.simulation.lattice.actions import ActionResult
from adhoc_teamwork.teamwork.bodies.bands import Band
from adhoc_teamwork.teamwork.bodies.capability import MobilityKind
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Detection


@dataclass(frozen=True)
class StepBody:
    """Describe a body that differs from the usual one of the step world; lengths in metres.

    `kind` names its sort for people. It gets up steps of `step` at most, and takes things up to
    `reach` from where it stands, no lower than `reach_min_height`. Its camera turns to `pitches`
    alone, degrees down, of those that the world has; empty for all. `mobility`, `width` and
    `height` are what it tells of itself. With `reach_bands` it reaches another distance at each
    height, `reach` being the least of them.
    """

    kind: str
    mobility: MobilityKind
    step: float
    reach: float = 0.0
    reach_min_height: float = 0.0
    pitches: tuple[int, ...] = ()
    width: float = 0.0
    height: float = 0.0
    reach_bands: tuple[Band, ...] = ()


class RobotSpec(Protocol):
    """Say what the world needs to know of a robot; `benchmark.task.BenchRobot` is one.

    `camera_height` and `reach_max_height` in metres, `payload` in kilograms, `battery` in actions,
    `start` in `map`. Each of its `hands` lifts the payload.
    """

    @property
    def can_manipulate(self) -> bool:
        """Tell whether it has an arm."""

    @property
    def hands(self) -> int:
        """Return how many things it holds at a time, where it has an arm."""

    @property
    def camera_height(self) -> float:
        """Return the height of its camera, metres."""

    @property
    def payload(self) -> float:
        """Return the most it lifts, kilograms."""

    @property
    def reach_max_height(self) -> float:
        """Return the greatest height above the floor that its arm gets to, metres."""

    @property
    def battery(self) -> int:
        """Return how many actions it can do."""

    @property
    def start(self) -> Pose:
        """Return where it starts, in `map`."""

    @property
    def body(self) -> StepBody | None:
        """Return what its body is, where it is not the usual one."""


STOP = "Stop"
BATTERY = "battery"


@dataclass
class StepRobot:
    """Hold a robot: cell, heading (0 to 3, times 90 degrees from x), number of its pitch.

    `steps` counts its actions but Stop, those that failed included; `battery` is what is left;
    `stopped` says why it acts no more ("Stop" or "battery"), empty while it does. `joined` is the
    world's step at which it joined, `path` metres driven, `seen` its floor points as bits, `told`
    what it last saw of each thing. `held` are the numbers of what it holds, the latest taken last.
    `busy_until` is the tick at which its latest action is over.
    """

    name: str
    spec: RobotSpec
    cell: int
    heading: int
    pitch: int
    battery: int
    joined: int
    held: tuple[int, ...] = ()
    steps: int = 0
    stopped: str = ""
    path: float = 0.0
    pickups: int = 0
    puts: int = 0
    failures: int = 0
    last: ActionResult | None = None
    seen: int = 0
    explored: Mapping[str, float] = field(default_factory=dict)
    told: dict[int, Detection] = field(default_factory=dict)
    busy_until: int = 0


class Observation(NamedTuple):
    """Hold what a robot perceives now, of the world and of itself.

    `step` is in seconds of robots' clocks, which are steps where every action lasts one. `cell` and
    `heading` say again, for the lattice, what `pose` says; `pitch` is in degrees, downwards
    positive. `held` are the ids of what it holds, the latest taken last. `detections` are the
    things in view now, by rays or by rooms; a thing that nothing changed about is the same object
    each time. `fresh` are those of them that this robot sees for the first time, or since something
    changed. `floor_seen` are the floor points that this robot has seen so far, as bits
    (`StepHouse.floor`), `explored` the share of each room's floor (of what its camera can see at
    all).
    """

    step: int
    pose: Pose
    cell: int
    heading: int
    pitch: int
    held: tuple[str, ...]
    battery: int
    stopped: str
    detections: tuple[Detection, ...]
    fresh: tuple[Detection, ...]
    floor_seen: int
    explored: Mapping[str, float]
    result: ActionResult | None
