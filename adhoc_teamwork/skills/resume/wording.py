# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A resume in a few sentences, by rules; and the skeleton that a language model is shown."""

import math
from dataclasses import replace

from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.teamwork.bodies.capability import MobilityKind
from adhoc_teamwork.teamwork.bodies.resume import (
    ArmWorkspace,
    CameraView,
    Mobility,
    Resume,
)
from adhoc_teamwork.teamwork.geometry import normalize_angle

_LONGEST_SKELETON = 6000
"""Characters: EMOS shortens the URDF to its skeleton, for long contexts undo a summary."""

_MOVES = {
    MobilityKind.WHEELED: "drives on wheels, on flat floor only, and cannot climb stairs",
    MobilityKind.LEGGED: "walks on legs and can climb stairs and low obstacles",
    MobilityKind.AERIAL: "flies, and so gets to other floors and over obstacles",
    MobilityKind.FIXED: "stands where it is fixed and cannot move from there",
}

_DIRECTIONS = (
    "ahead",
    "ahead to its left",
    "to its left",
    "back to its left",
    "back",
    "back to its right",
    "to its right",
    "ahead to its right",
)
"""By eighths of a turn to the left."""


def describe(resume: Resume) -> Resume:
    """Return the resume with a text made of its numbers."""
    sentences = [
        _mobility(resume.robot, resume.mobility),
        *(_camera(camera) for camera in resume.cameras),
        *([] if resume.cameras else ["Its description names no camera."]),
        *(_arm(arm) for arm in resume.arms),
        *([] if resume.arms else ["It has no arm and cannot carry anything."]),
    ]
    return replace(resume, text=" ".join(sentences), text_by="rules")


def skeleton(model: RobotModel) -> str:
    """Return the tree of links and joints as indented text, without geometry (EMOS 3.3)."""
    lines, depth = [model.root], {model.root: 0}
    for link in _depth_first(model, model.root)[1:]:
        joint = model.parent_joint[link]
        depth[link] = depth[joint.parent] + 1
        lines.append(f"{'  ' * depth[link]}{link} <- {joint.kind} {joint.name}")
    text = "\n".join(lines)
    return text if len(text) <= _LONGEST_SKELETON else text[:_LONGEST_SKELETON] + "\n..."


def _depth_first(model: RobotModel, root: str) -> list[str]:
    order, waiting = [], [root]
    while waiting:
        link = waiting.pop()
        order.append(link)
        waiting.extend(joint.child for joint in reversed(model.child_joints[link]))
    return order


def _mobility(robot: str, mobility: Mobility) -> str:
    speed = f", at up to {mobility.max_speed:.2f} m/s" if mobility.max_speed is not None else ""
    across = f"{2.0 * mobility.radius:.2f} m across"
    size = f"its body is {mobility.height:.2f} m high and {across}"
    if mobility.kind is MobilityKind.AERIAL and mobility.height > 2.0 * mobility.radius:
        size = f"it hovers up to {mobility.height:.2f} m above the floor and is {across}"
    return f"{robot} {_MOVES[mobility.kind]}{speed}; {size}."


def _camera(camera: CameraView) -> str:
    tilt = math.degrees(camera.pitch)
    side = "down" if tilt > 0.0 else "up"
    aim = "looks level" if abs(tilt) < 2.0 else f"looks {abs(tilt):.0f}° {side}"
    where = f"Its camera {camera.name} {aim} from {camera.height:.2f} m"
    if camera.highest - camera.lowest > 0.02:
        where += f" (its joints bring it to between {camera.lowest:.2f} and {camera.highest:.2f} m)"
    if camera.horizontal_fov is None or camera.vertical_fov is None:
        return f"{where}; its field of view is not described."
    wide, high = (math.degrees(v) for v in (camera.horizontal_fov, camera.vertical_fov))
    seen = [f"{band.height:g} m from {band.nearest:.1f} m on" for band in camera.sight]
    sight = f"; ahead it sees what is at a height of {', '.join(seen)}" if seen else ""
    return f"{where}, {wide:.0f}° by {high:.0f}°{sight}."


def _arm(arm: ArmWorkspace) -> str:
    lifts = "" if arm.payload is None else f" and lifts {arm.payload:.1f} kg in any posture"
    bands = arm.working_bands()
    works = ""
    if bands:
        least = min(band.farthest for band in bands)
        works = (
            f"; between {bands[0].height:.2f} and {bands[-1].height:.2f} m it reaches at least "
            f"{least:.2f} m {_direction(arm)}"
        )
    if arm.grasps is not None and not any(map(any, arm.grasps.shares)):
        works += "; its hand takes a small thing nowhere"
    name = arm.name if "arm" in arm.name else f"arm {arm.name}"
    return (
        f"Its {name} of {arm.joints} joints gets to heights of "
        f"{arm.lowest:.2f} to {arm.highest:.2f} m, up to {arm.radius:.2f} m out{works}{lifts}."
    )


def _direction(arm: ArmWorkspace) -> str:
    """Return to which side of the robot an arm reaches."""
    line = arm.grasps.line if arm.grasps else None
    eighth = 0 if line is None else round(normalize_angle(line.yaw) / (math.pi / 4.0))
    return _DIRECTIONS[eighth]
