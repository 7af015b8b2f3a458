# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How wide a hand opens: by its slides' strokes, or by the gap between hinged fingers' tips."""

import re

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats, Mask, moved
from adhoc_teamwork.robot_model.hands import Way, way_of
from adhoc_teamwork.robot_model.model import JointKind, RobotModel

_MOTOR = re.compile(r"motor|actuator", re.IGNORECASE)

_OPENING = 0.08
"""Metres, where neither joints nor shapes say how wide fingers open."""
_NARROWEST, _WIDEST = 0.01, 0.15
"""Metres: hinges in URDFs often turn further than the hand's do, so no more is believed."""

_TIP = 0.85
"""What moves at least such a share of a finger's farthest way is its tip."""
_FINGER = 0.5
"""What moves less than such a share of the other side's way is the back of a jaw, no finger."""
_FIRST = 0.02
"""The part of its way on which a hand that opens shows along what it closes."""


def opening_of(model: RobotModel, fingers: tuple[str, ...]) -> float:
    """Return how wide a hand's fingers open, in metres: the strokes of their slides together.

    A motor's slide opens nothing by itself. Hinged fingers open by as much as the gap between
    their tips grows from where they touch, a single jaw's above the palm. Where shapes do not
    tell, 0.08 m are assumed.

    Args:
        model: The robot.
        fingers: The hand's joints.

    Raises:
        ConfigError: A finger's mesh cannot be read.
    """
    joints = [model.joints[name] for name in fingers]
    slides = [joint for joint in joints if joint.kind is JointKind.PRISMATIC]
    if slides:
        own = [joint for joint in slides if not _MOTOR.search(joint.name)]
        stroke = sum(one.limits.upper - one.limits.lower for one in own or slides)
        return float(stroke) if np.isfinite(stroke) else _OPENING
    way = way_of(model, fingers)
    opening = 0.0 if way is None else _parting(model, way)
    return min(opening, _WIDEST) if opening >= _NARROWEST else _OPENING


def _parting(model: RobotModel, way: Way) -> float:
    """Return by how much the gap between a hand's tips grows, in metres; 0 where nothing tells.

    It is measured along what they close, which is how they part at first. What overlaps where the
    hand is shut has touched before; a single jaw touches the palm where it is shut.
    """
    places = _places(model, way)
    ways, steps = places[2] - places[0], places[1] - places[0]
    lengths = np.linalg.norm(ways, axis=1)
    if not lengths.any():
        return 0.0
    along = ways @ ways[lengths.argmax()]
    tip, other = _tip(lengths, along > 0.0), _tip(lengths, along < 0.0)
    closing = steps[tip].mean(axis=0)
    is_jaw = lengths[other].max(initial=0.0) < _FINGER * lengths.max()
    if not is_jaw:
        closing = closing - steps[other].mean(axis=0)
    size = float(np.linalg.norm(closing))
    if size == 0.0:
        return 0.0
    closing = closing / size
    gaps = (places[:, tip] @ closing).min(axis=1)
    if is_jaw:
        return float(gaps[2] - gaps[0])
    gaps = gaps - (places[:, other] @ closing).max(axis=1)
    return float(gaps[2] - max(gaps[0], 0.0))


def _places(model: RobotModel, way: Way) -> Floats:
    """Return where points of the fingers are, (3, n, 3): shut, a little open, and wide open.

    No points where a finger's shape is only guessed.
    """
    states = np.stack([way.shut, way.shut + _FIRST * (way.wide - way.shut), way.wide])
    poses = way.motion.link_poses(states)
    shapes = [(poses[link], one) for link in poses for one in model.links[link].collisions]
    if any(one.is_guessed for _, one in shapes):
        shapes = []
    found = [np.stack([moved(one.points, at) for at in poses]) for poses, one in shapes]
    return np.concatenate([np.empty((3, 0, 3)), *found], axis=1)


def _tip(lengths: Floats, side: Mask) -> Mask:
    """Return which points of a side are of its tip; `lengths`, (n,), are their ways, metres."""
    return np.asarray(side & (lengths >= _TIP * lengths[side].max(initial=0.0)))
