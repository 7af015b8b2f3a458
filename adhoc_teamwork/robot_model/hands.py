# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find a hand's fingers and the frame that grasps."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.model import Joint, JointKind, RobotModel

_FINGER = re.compile(
    r"finger|fngr|gripper|thumb|knuckle|jaw|hand_|pinky|(^|[_/])grip", re.IGNORECASE
)
_WRIST = re.compile(r"wrist", re.IGNORECASE)
_LONGEST_STROKE = 0.15
"""Metres: a slide that is longer is no finger."""

_SAME = 1e-6
"""Metres by which finger tips must come apart to count."""

_BEFORE_PALM = 0.2
"""Metres from where fingers begin within which a frame is one between them."""

_GRASPING = (
    re.compile(r"tcp|tool_cent", re.IGNORECASE),
    re.compile(r"grasp", re.IGNORECASE),
)
"""Names of frames between the fingers, the most telling first."""
_PREFERRED = (
    *_GRASPING,
    re.compile(r"end_effector|ee_link|(^|[_/])ee(_|$)|tool", re.IGNORECASE),
)
"""The last may be a flange's name, too."""

_PASSIVE = re.compile(r"safety|laser|camera|optical|imu|touch|sensor|(^|[_/])ft_", re.IGNORECASE)


def finger_joints(model: RobotModel) -> frozenset[str]:
    """Return the joints of hands: named so, or short slides at the end that come in twos.

    What turns a whole hand is no finger, though its link may bear the hand's name. A joint without
    limits is one where it mimics another, or nothing is fixed to what it turns: a motor's horn.

    What hangs on a finger's joint is part of the finger.
    """
    found: set[str] = set()
    for joint in model.joints.values():
        if joint.name in found or not joint.moves or _turns_what_follows(model, joint):
            continue
        if _FINGER.search(joint.name) or _FINGER.search(joint.child) or _short_slide(model, joint):
            below = model.below(joint.child)
            inside = [one for link in below for one in model.child_joints[link] if one.moves]
            if _is_wrist(model, joint, inside):
                continue
            found.update((joint.name, *(one.name for one in inside)))
    return frozenset(found)


def grasp_frame(model: RobotModel, last: str, fingers: tuple[str, ...]) -> str:
    """Return the link whose origin is taken to the object: fixed to the arm's last link.

    Args:
        model: The robot.
        last: The link that the arm's last joint moves.
        fingers: The hand's joints.
    """
    fixed = [link for link in model.rigid_with(last) if not _PASSIVE.search(link)]
    for pattern in _PREFERRED:
        named = [link for link in fixed if pattern.search(link)]
        if named:
            return named[-1]
    if bare := _bare_frames(model, fixed, fingers):
        return bare[-1]
    palms = [model.joints[name].parent for name in fingers]
    return next((palm for palm in palms if palm in fixed), fixed[-1] if fixed else last)


def is_grasp_frame(link: str) -> bool:
    """Tell whether a frame's name says that it is between the fingers."""
    return any(pattern.search(link) for pattern in _GRASPING)


def _bare_frames(
    model: RobotModel, fixed: Sequence[str], fingers: tuple[str, ...]
) -> tuple[str, ...]:
    """Return bare frames before a hand's palm, the nearest to where its fingers begin last.

    Whatever they are called: a frame for grasping is a link without mass, shape or more links.
    """
    seen = {camera.link for camera in model.cameras}
    palms = {model.joints[name].parent for name in fingers}
    poses = Kinematics(model, ()).fixed_poses
    starts = [poses[model.joints[name].child][:3, 3] for name in fingers]
    apart: dict[str, float] = {}
    for joint in model.joints.values():
        link = model.links[joint.child]
        is_bare = not (link.collisions or link.inertia or model.child_joints[joint.child])
        if is_bare and joint.child in fixed and joint.parent in palms - seen:
            middle = np.mean(starts, axis=0)
            away = float(np.linalg.norm(poses[joint.child][:3, 3] - middle))
            if away <= _BEFORE_PALM:
                apart[joint.child] = away
    return tuple(sorted(apart, key=lambda link: -apart[link]))


def ends_of(model: RobotModel, fingers: tuple[str, ...]) -> tuple[float, float] | None:
    """Return where a hand's first finger that moves by itself is shut, and where it is wide open.

    None without fingers, or where their ways have no end.

    Args:
        model: The robot.
        fingers: The hand's joints; radians or metres.
    """
    way = way_of(model, fingers)
    return None if way is None else (float(way.shut[0]), float(way.wide[0]))


@dataclass(frozen=True)
class Way:
    """Hold how a hand opens: values, (dof,), of its joints that move by themselves.

    Those further out than others of its joints stay at rest: a finger's springs, or its ends.
    """

    motion: Kinematics
    shut: Floats
    wide: Floats


def way_of(model: RobotModel, fingers: tuple[str, ...]) -> Way | None:
    """Return how a hand opens; None without fingers, or where their ways have no end.

    It is open at the end of its joints' ways at which its finger tips are further apart, a
    single one further from the palm. Where that does not tell, it is shut at the lower end.

    Args:
        model: The robot.
        fingers: The hand's joints.
    """
    inner = [name for name in fingers if not _hangs_on(model, name, fingers)]
    drivers = [name for name in inner if model.joints[name].mimic is None]
    motion = Kinematics(model, drivers)
    ends = np.stack([motion.lower, motion.upper])
    if not drivers or not np.isfinite(ends).all():
        return None
    moved = [link for name in fingers for link in model.below(model.joints[name].child)]
    tips = [link for link in dict.fromkeys(moved) if not model.child_joints.get(link)]
    if len(tips) == 1:
        tips.append(model.joints[drivers[0]].parent)
    centres = [motion.positions(ends, tip, _centre(model, tip)) for tip in tips]
    spread = np.linalg.norm(centres - np.mean(centres, axis=0), axis=-1).sum(axis=0)
    shut, wide = (1, 0) if spread[0] > spread[1] + _SAME else (0, 1)
    return Way(motion, ends[shut], ends[wide])


def finger_ends(model: RobotModel, fingers: tuple[str, ...]) -> dict[str, tuple[float, float]]:
    """Return where each of a hand's joints is, the hand shut and wide open.

    What stays at rest, or does not say how far it goes, is where it rests.

    Args:
        model: The robot.
        fingers: The hand's joints; radians or metres.
    """
    way = way_of(model, fingers)
    told = () if way is None else zip(way.motion.joints, way.shut, way.wide, strict=True)
    free = {name: (float(shut), float(wide)) for name, shut, wide in told}

    def ends(name: str) -> tuple[float, float]:
        joint = model.joints[name]
        if joint.mimic is None:
            return free.get(name, (joint.rest, joint.rest))
        shut, wide = ends(joint.mimic.joint)
        factor, offset = joint.mimic.multiplier, joint.mimic.offset
        return factor * shut + offset, factor * wide + offset

    return {name: ends(name) for name in fingers}


def _hangs_on(model: RobotModel, name: str, fingers: tuple[str, ...]) -> bool:
    """Tell whether a finger's joint is further out than another."""
    return any(one.name in fingers for one in model.path_to(model.joints[name].parent))


def _centre(model: RobotModel, link: str) -> Floats:
    """Return the middle of a link's shapes in its frame, (3,); its origin where it has none."""
    shapes = model.links[link].collisions
    if not shapes:
        return np.zeros(3)
    points = np.concatenate([one.corners for one in shapes])
    middle: Floats = 0.5 * (points.min(axis=0) + points.max(axis=0))
    return middle


def _short_slide(model: RobotModel, joint: Joint) -> bool:
    """Tell whether a joint is one of two or more short slides that end a limb."""

    def short(one: Joint) -> bool:
        stroke = one.limits.upper - one.limits.lower
        ends = not any(j.moves for link in model.below(one.child) for j in model.child_joints[link])
        return one.kind is JointKind.PRISMATIC and stroke <= _LONGEST_STROKE and ends

    siblings = model.child_joints[joint.parent]
    return short(joint) and sum(short(one) for one in siblings) > 1


def _turns_what_follows(model: RobotModel, joint: Joint) -> bool:
    """Tell whether a joint turns a whole hand: a wrist, or without limits and with more on it."""
    is_free = joint.endless and joint.mimic is None and bool(model.child_joints[joint.child])
    return is_free or _WRIST.search(joint.name) is not None


def _is_wrist(model: RobotModel, joint: Joint, inside: list[Joint]) -> bool:
    """Tell whether a joint named after a hand turns the whole hand: fingers branch below it."""
    branches: dict[str, int] = {}
    for one in inside:
        branches[one.parent] = branches.get(one.parent, 0) + 1
    rigid = model.rigid_with(joint.child)
    palm = sum(branches.get(link, 0) for link in rigid)
    siblings = [one for one in model.child_joints[joint.parent] if one.moves]
    return len(siblings) == 1 and palm > 1 and np.isfinite(joint.limits.effort)
