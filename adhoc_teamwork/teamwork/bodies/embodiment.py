# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Can this robot see, reach, go to a place? Answers with the number behind them (EMOS A.1)."""

import math
from dataclasses import dataclass
from functools import lru_cache

from adhoc_teamwork.teamwork.bodies.bands import Band, band_at
from adhoc_teamwork.teamwork.bodies.capability import Capability, MobilityKind
from adhoc_teamwork.teamwork.bodies.resume import (
    CLIMBING,
    ArmWorkspace,
    CameraView,
    Mobility,
    Resume,
)

CLEARANCE = 0.05
"""Metres that a body needs beside itself, and between itself and what it works on."""

ASSUMED = MobilityKind.WHEELED
"""What a robot is taken to move by that does not say: it gets up next to no steps."""

_UNKNOWN_RANGE = 10.0
_STEP = 0.05
_ROUNDED = 0.0005
"""Radians by which a slope may be off that was told to three digits."""
_ANY_DISTANCE = 1000.0
"""Metres: finite, for bands are blended."""


@dataclass(frozen=True)
class Answer:
    """Answer one question.

    Attributes:
        can: Whether it can.
        value: The number asked about, or what it comes to: metres, radians or kilograms.
        limit: What the value is held against.
        reason: One sentence with both.
    """

    can: bool
    value: float
    limit: float
    reason: str


def can_reach(
    resume: Resume, height: float, distance: float | None = None, tolerance: float = 0.0
) -> Answer:
    """Tell whether a hand gets to a point straight ahead.

    Args:
        resume: The robot's.
        height: Of the point, metres above the floor.
        distance: From the robot's origin, metres; where None, as near as body and arm allow.
        tolerance: By how many metres the height may be wrong.
    """
    if not resume.arms:
        return Answer(False, height, 0.0, f"{resume.robot} has no arm.")
    answers = [_arm_reaches(resume, arm, height, distance, tolerance) for arm in resume.arms]
    return next((answer for answer in answers if answer.can), answers[0])


def reach_at(resume: Resume, height: float, tolerance: float = 0.0) -> float:
    """Return how far ahead a hand gets at a height, metres; 0 where none gets to that height."""
    farthest = 0.0
    for arm in resume.arms:
        bands = arm.bands
        if bands and bands[0].height - tolerance <= height <= bands[-1].height + tolerance:
            farthest = max(farthest, band_at(bands, height).farthest)
    return farthest


def sight_gap(resume: Resume, height: float) -> float:
    """Return by how many degrees the best camera misses a point from wherever it sees it best.

    0 where it has the point in its picture, 180 where no camera is known to reach it.
    """
    answer = can_see(resume, height)
    if answer.can:
        return 0.0
    is_angle = any(
        camera.vertical_fov is not None and answer.limit == camera.vertical_fov / 2.0
        for camera in resume.cameras
    )
    return math.degrees(answer.value - answer.limit) if is_angle else 180.0


def can_lift(resume: Resume, mass: float) -> Answer:
    """Tell whether an arm holds a mass, kg, in any posture; unknown limits hold anything."""
    if not resume.arms:
        return Answer(False, mass, 0.0, f"{resume.robot} has no arm.")
    limit = max(math.inf if arm.payload is None else arm.payload for arm in resume.arms)
    verb = "lifts" if mass <= limit else "does not lift"
    most = f"its limit is {limit:.1f} kg" if math.isfinite(limit) else "no limit is known"
    return Answer(mass <= limit, mass, limit, f"{resume.robot} {verb} {mass:.1f} kg: {most}.")


def can_see(resume: Resume, height: float, distance: float | None = None) -> Answer:
    """Tell whether a camera can have a point straight ahead in its image.

    The angle between the optical axis and the point is held against half the field of view, plus
    what the joints below the camera turn it (EMOS, equation 1).

    Args:
        resume: The robot's.
        height: Of the point, metres above the floor.
        distance: From the robot's origin, metres; where None, from wherever it sees it best.
    """
    cameras = [camera for camera in resume.cameras if camera.vertical_fov is not None]
    if not cameras:
        why = "no camera's field of view is known" if resume.cameras else "it has no camera"
        return Answer(False, height, 0.0, f"{resume.robot} cannot tell what it sees: {why}.")
    answers = [_camera_sees(resume, camera, height, distance) for camera in cameras]
    return next((answer for answer in answers if answer.can), answers[0])


def can_go(
    resume: Resume,
    *,
    stairs: bool = False,
    step: float = 0.0,
    slope: float = 0.0,
    width: float = math.inf,
    height: float = math.inf,
) -> Answer:
    """Tell whether a robot gets through or up to a place.

    Args:
        resume: The robot's.
        stairs: Whether the way has stairs or another floor.
        step: Height of the highest step on the way, metres.
        slope: Of the steepest ramp on the way, radians.
        width: Of the narrowest passage, metres.
        height: Of the lowest passage, metres.
    """
    body, name = resume.mobility, resume.robot
    if body.kind is MobilityKind.FIXED:
        return Answer(False, 0.0, 0.0, f"{name} is fixed where it stands.")
    if stairs and not body.stairs:
        return Answer(False, 1.0, 0.0, f"{name} is {body.kind} and climbs no stairs.")
    highest = body.highest_step
    if step > highest:
        return Answer(
            False, step, highest, f"{name} gets up steps of {highest:.2f} m, not of {step:.2f} m."
        )
    if slope > body.steepest + _ROUNDED:
        steep, most = math.degrees(slope), math.degrees(body.steepest)
        why = f"{name} gets up ramps of {most:.0f} degrees, not of {steep:.0f}."
        return Answer(False, slope, body.steepest, why)
    across = 2.0 * (body.radius + CLEARANCE)
    if across > width:
        return Answer(
            False, width, across, f"{name} needs {across:.2f} m of width, there are {width:.2f} m."
        )
    if body.height > height:
        return Answer(
            False,
            height,
            body.height,
            f"{name} is {body.height:.2f} m high, there are {height:.2f} m.",
        )
    return Answer(True, width, across, f"{name} is {body.kind} and needs {across:.2f} m of width.")


@lru_cache(maxsize=256)
def told_resume(name: str, capability: Capability) -> Resume:
    """Return what is known of a teammate's body from the capability that it announced.

    Its hand is taken to reach as far at every height as it says, unless it says how far at which,
    and any distance where it says none; to lift whatever it is where it does not say how much. Who
    does not say how it moves is taken for an `ASSUMED` kind.
    """
    can, reach = capability, capability.reach or _ANY_DISTANCE
    heights = (can.reach_min_height, can.reach_max_height)
    arm = ArmWorkspace(
        name="arm",
        tip="",
        joints=0,
        lowest=can.reach_min_height,
        highest=can.reach_max_height,
        radius=reach,
        bands=can.reach_bands or tuple(Band(height, 0.0, reach) for height in heights),
        payload=can.payload or None,
    )
    camera = CameraView(
        name="camera",
        height=can.camera_height,
        lowest=can.camera_height,
        highest=can.camera_height,
        forward=0.0,
        left=0.0,
        yaw=0.0,
        pitch=can.camera_pitch,
        horizontal_fov=can.horizontal_fov,
        vertical_fov=can.vertical_fov,
        range=can.camera_range,
    )
    kind = can.mobility or (ASSUMED if can.can_navigate else MobilityKind.FIXED)
    return Resume(
        robot=name,
        mobility=Mobility(
            kind,
            stairs=kind in CLIMBING,
            radius=can.width / 2.0,
            height=can.height,
            max_speed=can.max_speed,
            step=can.step or None,
            slope=can.slope if can.mobility and can.slope else None,
        ),
        cameras=(camera,),
        arms=(arm,) if can.can_manipulate else (),
    )


def _arm_reaches(
    resume: Resume, arm: ArmWorkspace, height: float, distance: float | None, tolerance: float
) -> Answer:
    name, bands = resume.robot, arm.bands
    if not bands or not bands[0].height - tolerance <= height <= bands[-1].height + tolerance:
        low, high = (bands[0].height, bands[-1].height) if bands else (arm.lowest, arm.highest)
        limit = low if height < low else high
        return Answer(
            False,
            height,
            limit,
            f"{name}'s arm reaches heights of {low:.2f} to {high:.2f} m ahead, not {height:.2f} m.",
        )
    within = band_at(bands, height)
    nearest, farthest = within.nearest, within.farthest
    close = resume.mobility.radius + CLEARANCE
    wanted = max(close, nearest) if distance is None else distance
    can = nearest <= wanted <= farthest
    limit = nearest if wanted < nearest else farthest
    return Answer(
        can,
        wanted,
        limit,
        f"At {height:.2f} m {name}'s arm reaches {nearest:.2f} to {farthest:.2f} m ahead, "
        f"{'which takes in' if can else 'not'} {wanted:.2f} m.",
    )


def _camera_sees(
    resume: Resume, camera: CameraView, height: float, distance: float | None
) -> Answer:
    """Answer for one camera; without a distance, for the one at which the point is best seen."""
    reach = camera.range or _UNKNOWN_RANGE
    half = (camera.vertical_fov or 0.0) / 2.0
    if distance is None:
        first = max(resume.mobility.radius + CLEARANCE, camera.forward + CLEARANCE)
        steps = max(1, int((reach - first) / _STEP) + 1)
        distances = [first + _STEP * step for step in range(steps)]
    else:
        distances = [distance]
    options = [_angle_off(camera, height, at - camera.forward) for at in distances]
    near = [(off, far) for off, far in options if far <= reach]
    off, far = min(near) if near else min(options, key=lambda option: option[1])
    name = f"{resume.robot}'s camera at {camera.height:.2f} m"
    if far > reach:
        return Answer(False, far, reach, f"{name} sees {reach:.1f} m far, not {far:.1f} m.")
    can = off <= half
    verb = "lies within" if can else "does not come within"
    return Answer(
        can,
        off,
        half,
        f"{name}: a point at {height:.2f} m {verb} its field of view, {math.degrees(off):.0f}° off "
        f"its axis; half the field is {math.degrees(half):.0f}°.",
    )


def _angle_off(camera: CameraView, height: float, ahead: float) -> tuple[float, float]:
    """Return by which angle a point is off the axis at best, and how far it is."""
    # Where its joints lift it, the camera is taken as near to the point's height as it gets.
    own = min(max(height, camera.lowest), camera.highest)
    best = math.inf
    for level in {own, camera.height}:
        below = math.atan2(level - height, ahead)
        off = below - camera.pitch
        off = max(off - camera.pitch_down, 0.0) if off > 0 else max(-off - camera.pitch_up, 0.0)
        best = min(best, off)
    return best, math.hypot(ahead, camera.height - height)
