# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The robot resume (EMOS section 3.3): what a body can do, in numbers from kinematics, and a text.

It is made from an URDF by `./adhoc resume` and kept as JSON beside the robot's card. Lengths in
metres, heights above the floor, angles in radians, masses in kilograms; the robot's own frame lies
on the floor below its root, x ahead.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.teamwork.bodies.bands import Band
from adhoc_teamwork.teamwork.bodies.capability import Capability, MobilityKind
from adhoc_teamwork.teamwork.bodies.reach_line import ReachLine
from adhoc_teamwork.teamwork.maps.ground import LOWEST_STEP

_STEEPEST = {
    MobilityKind.WHEELED: math.radians(10.0),
    MobilityKind.LEGGED: math.radians(30.0),
    MobilityKind.AERIAL: math.pi / 2.0,
}
"""The steepest ramp for a kind of body, radians."""

CLIMBING = frozenset({MobilityKind.LEGGED, MobilityKind.AERIAL})
"""What gets to other floors: legs and rotors do, wheels do not."""

_APART = 0.1
"""Metres between the heights for which a robot tells how far its arm gets."""

REACH_SHARE = 0.75
"""An arm works at the heights at which it reaches ahead at least this share of its farthest."""

_AS_FAR = 0.01
"""Metres by which arms differ that reach as far: a pair is found to differ by less."""

FARTHEST_SIGHT = 10.0
"""Metres that a camera is taken to see where its range is not given; an URDF's may be the end of
what a simulator draws."""

_ASIDE = math.radians(60.0)
"""A camera that looks farther aside, radians, does not look ahead."""


@dataclass(frozen=True)
class Mobility:
    """Say how a robot moves and how much room it takes.

    Attributes:
        kind: What moves it.
        stairs: Whether it gets to other floors.
        radius: Of the circle about the robot's origin that holds its body, arms left out.
        height: Of the body, arms left out.
        max_speed: Wheels' speed at their rims, metres per second; None where the URDF does not say.
        step: Highest step that legs or wheels get up, metres; None where there are none.
        slope: Steepest ramp that they get up, radians; None where it goes by the kind.
    """

    kind: MobilityKind
    stairs: bool
    radius: float
    height: float
    max_speed: float | None = None
    step: float | None = None
    slope: float | None = None

    @property
    def highest_step(self) -> float:
        """Return the highest step that it gets over, metres; infinite where no limit is known."""
        if self.kind is MobilityKind.AERIAL or (self.stairs and self.step is None):
            return math.inf
        return 0.0 if self.kind is MobilityKind.FIXED else max(self.step or 0.0, LOWEST_STEP)

    @property
    def steepest(self) -> float:
        """Return the steepest ramp that it gets up, radians."""
        by_kind = _STEEPEST.get(self.kind, 0.0)
        return by_kind if self.slope is None else self.slope


@dataclass(frozen=True)
class CameraView:
    """Place one camera and say what it sees (EMOS A.1: optical axis and field of view).

    Attributes:
        name: Of the sensor.
        height: Above the floor, with the robot's joints at rest.
        lowest: Where the joints below it bring it lowest.
        highest: Where they bring it highest.
        forward: Ahead of the robot's origin.
        left: Left of it.
        yaw: Of the optical axis, to the left.
        pitch: Of the optical axis, down.
        pitch_up: How far the joints below it turn it up from there.
        pitch_down: How far they turn it down.
        horizontal_fov: Whole angle, None where the URDF does not say.
        vertical_fov: Likewise.
        range: Farthest distance, None where the URDF does not say.
        sight: At which distances ahead it sees what is at some heights, joints at rest.
    """

    name: str
    height: float
    lowest: float
    highest: float
    forward: float
    left: float
    yaw: float
    pitch: float
    pitch_up: float = 0.0
    pitch_down: float = 0.0
    horizontal_fov: float | None = None
    vertical_fov: float | None = None
    range: float | None = None
    sight: tuple[Band, ...] = ()


@dataclass(frozen=True)
class GraspShares:
    """Say in how many of all ways a hand takes a small thing, the robot facing it (n, m).

    What an arm does from where its base stands follows from it: an inverse reachability map.

    Attributes:
        distances: Of the thing from the robot's upright axis, rising, (m,).
        heights: Of the thing above the floor, rising, (n,).
        shares: Of the grasps that the arm gets to without touching its own body, a row a height.
        behind: How far behind the edge of a top as high the hand still takes a thin thing, the
            robot standing before it, (n,), metres; none where that was not found out.
        behind_turned: Likewise of a thin thing that lies across its way and is too long for the
            fingers, so that the hand is turned sideways to close on it.
        line: Along which the arm reaches: the robot faces a thing by bringing this line to it. None
            where the arm turns itself to what is ahead.
    """

    distances: tuple[float, ...]
    heights: tuple[float, ...]
    shares: tuple[tuple[float, ...], ...]
    behind: tuple[float, ...] = ()
    behind_turned: tuple[float, ...] = ()
    line: ReachLine | None = None

    def __post_init__(self) -> None:
        rows = {len(row) for row in self.shares} | {len(self.distances)}
        if len(self.shares) != len(self.heights) or len(rows) != 1 or rows == {0}:
            raise ValueError("shares: expected a row for each height, a number for each distance")
        for name, known in (("behind", self.behind), ("behind_turned", self.behind_turned)):
            if len(known) not in (0, len(self.heights)):
                raise ValueError(f"{name}: expected a number for each height, or none")

    @property
    def most(self) -> float:
        """Return the greatest share anywhere."""
        return max(map(max, self.shares))

    def at(self, distances: NDArray[np.float64], height: float) -> NDArray[np.float64]:
        """Return the shares at distances and one height, metres; 0 off the map.

        Returns:
            Of the shape of the distances.
        """
        return np.interp(distances, self.distances, self._row(height), 0.0, 0.0)

    def of_the_most(
        self, distances: NDArray[np.float64], height: float
    ) -> NDArray[np.float64] | None:
        """Return the shares as parts of the greatest one at that height.

        Where it is 0 there, the nearest height counts at which there are any: an arm that lets go
        of something tall has its hand above all that it takes. None where all are 0.
        """
        row = self._row(height)
        if max(row) <= 0.0:
            levels = zip(self.heights, self.shares, strict=True)
            known = {level: shares for level, shares in levels if max(shares) > 0.0}
            if not known:
                return None
            row = list(known[min(known, key=lambda level: abs(level - height))])
        return np.interp(distances, self.distances, row, 0.0, 0.0) / max(row)

    def _row(self, height: float) -> list[float]:
        """Return the share at each of the known distances."""
        columns = zip(*self.shares, strict=True)
        return [float(np.interp(height, self.heights, column, 0.0, 0.0)) for column in columns]

    def behind_edge(self, height: float, turned: bool = False) -> float:
        """Return how far behind the edge of a top as high the hand gets, m; infinite if unknown.

        Args:
            height: Of the top above the floor, metres.
            turned: Whether the hand has to be turned sideways there.
        """
        known = (self.behind_turned if turned else ()) or self.behind
        return float(np.interp(height, self.heights, known, right=0.0)) if known else math.inf


@dataclass(frozen=True)
class ArmWorkspace:
    """Say where one hand gets to and what it lifts.

    Attributes:
        name: Of the arm.
        tip: The link whose origin was moved about.
        joints: Number of joints, those of a lift included.
        lowest: Lowest point, not below the floor.
        highest: Highest point.
        radius: Farthest point from the robot's upright axis.
        bands: How far ahead, or along its own line, it reaches at heights 0.05 m apart.
        hull: Corners of the convex hull of all points reached (x, y, z).
        payload: What the weakest joint still holds in the worst posture; None without limits.
        grasps: In how many ways it takes something where; None where that was not found out.
    """

    name: str
    tip: str
    joints: int
    lowest: float
    highest: float
    radius: float
    bands: tuple[Band, ...]
    hull: tuple[tuple[float, float, float], ...] = ()
    payload: float | None = None
    grasps: GraspShares | None = None

    def working_bands(self) -> tuple[Band, ...]:
        """Return the bands around the best height at which it still reaches well ahead."""
        if not self.bands:
            return ()
        best = max(range(len(self.bands)), key=lambda i: self.bands[i].farthest)
        enough = REACH_SHARE * self.bands[best].farthest
        first = last = best
        while first > 0 and self.bands[first - 1].farthest >= enough:
            first -= 1
        while last + 1 < len(self.bands) and self.bands[last + 1].farthest >= enough:
            last += 1
        return self.bands[first : last + 1]


@dataclass(frozen=True)
class Resume:
    """Hold one robot's resume; `text_by` is `rules` or the model that wrote `text`."""

    robot: str
    mobility: Mobility
    cameras: tuple[CameraView, ...] = ()
    arms: tuple[ArmWorkspace, ...] = ()
    text: str = ""
    text_by: str = "rules"


def working_arm(resume: Resume, named: str = "") -> ArmWorkspace | None:
    """Return the arm that works: of several the named one, or else the one that reaches farthest.

    Skills, drivers and simulators move it, and what a robot announces is told of it. Of arms that
    reach as far it is the first. None where an arm is missing, or works at no height.

    Raises:
        ValueError: No arm has that name.
    """
    if named and all(arm.name != named for arm in resume.arms):
        raise ValueError(f"'{named}'; expected {told_arms(arm.name for arm in resume.arms)}")
    arms = [arm for arm in resume.arms if arm.working_bands() and named in ("", arm.name)]
    farthest = max((arm.radius for arm in arms), default=0.0)
    return next((arm for arm in arms if arm.radius > farthest - _AS_FAR), None)


def told_arms(names: Iterable[str]) -> str:
    """Return which arms there are, as whoever names another is told."""
    return ", ".join(f"'{name}'" for name in names) or "none: there is no arm"


def told_bands(bands: tuple[Band, ...]) -> tuple[Band, ...]:
    """Return the bands that a robot tells, `_APART` and the last, to the centimetre.

    None where they make a cylinder, which reach and heights tell.
    """
    kept: list[Band] = []
    for band in bands:
        if not kept or band is bands[-1] or band.height - kept[-1].height > _APART - 1e-6:
            near, far = round(band.nearest, 2), round(band.farthest, 2)
            kept.append(Band(round(band.height, 2), near, far))
    reaches = {band.farthest for band in kept}
    is_cylinder = len(reaches) == 1 and not any(band.nearest for band in kept)
    return () if is_cylinder else tuple(kept)


def capability_of(resume: Resume, otherwise: Capability, arm: ArmWorkspace | None) -> Capability:
    """Return what a robot announces of itself, to the centimetre: the resume's numbers.

    Of its arms it is the one that works (`working_arm`), of the cameras that look ahead the first
    with known optics. What the URDF does not say is taken from `otherwise`: of a camera that it
    only names, the optics.
    """
    body = resume.mobility
    told = replace(
        otherwise,
        can_navigate=body.kind is not MobilityKind.FIXED,
        mobility=body.kind,
        step=round(body.highest_step, 2) if math.isfinite(body.highest_step) else 0.0,
        slope=round(body.steepest, 3),
        width=round(2.0 * body.radius, 2),
        height=round(body.height, 2),
    )
    if body.max_speed is not None:
        told = replace(told, max_speed=round(body.max_speed, 2))
    ahead = [camera for camera in resume.cameras if abs(camera.yaw) <= _ASIDE]
    known = [camera for camera in ahead if camera.horizontal_fov and camera.vertical_fov]
    camera = next(iter(known or ahead), None)
    if camera is not None:
        told = replace(
            told,
            camera_height=round(camera.height, 2),
            camera_pitch=round(camera.pitch, 3),
            horizontal_fov=round(camera.horizontal_fov or otherwise.horizontal_fov, 3),
            vertical_fov=round(camera.vertical_fov or otherwise.vertical_fov, 3),
            camera_range=otherwise.camera_range
            if camera.range is None
            else round(min(camera.range, FARTHEST_SIGHT), 2),
        )
    if arm is None:
        return replace(
            told,
            can_manipulate=False,
            payload=0.0,
            reach=0.0,
            reach_min_height=0.0,
            reach_max_height=0.0,
            reach_bands=(),
        )
    bands = arm.working_bands()
    return replace(
        told,
        can_manipulate=True,
        payload=otherwise.payload if arm.payload is None else round(arm.payload, 2),
        reach=round(min(band.farthest for band in bands), 2),
        reach_min_height=round(bands[0].height, 2),
        reach_max_height=round(bands[-1].height, 2),
        reach_bands=told_bands(bands),
    )
