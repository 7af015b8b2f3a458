# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find the line along which an arm reaches that cannot turn itself to a thing.

Such an arm, as one of a lift, a telescope and a wrist, moves its hand in one plane only while the
hand keeps its height and its turn. The base has to bring that plane to the thing, and it need not
be ahead: a Stretch reaches to its right.
"""

from collections import Counter

import numpy as np
from scipy.spatial.transform import Rotation

from adhoc_teamwork.robot_model.arrays import Floats, Mask
from adhoc_teamwork.robot_model.damped_steps import damped_step
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.teamwork.bodies.reach_line import ReachLine

_ASKED, _STATES = 40, 600
_MOSTLY = 0.5
_SIDEWAYS = 0.05
"""What moves its hand sideways by this share of how far it moves it along moves it both ways."""
_RANK = 1e-6
_STEPS, _DAMPING, _LONGEST_STEP = 60, 1e-3, 0.8
_CLOSE = 2e-3
"""Radians by which the hand's turn may miss."""
_FEWEST = 5
_TO_DEGREE, _TO_CENTIMETRE = 180.0 / np.pi, 100.0


def find_reach_line(arm: Manipulator) -> ReachLine | None:
    """Return the line of an arm in its robot's frame, or None for an arm that turns itself.

    From random states the hand is brought to where its fingers are level and it approaches along
    the only way that it can move then; the line on which most of these ways lie is returned. None
    is returned, too, where there are none on which the arm does not touch itself.
    """
    arm, random = arm.at(np.eye(4)), np.random.default_rng(0)
    _, sideways = _ways(arm.tool_motion(arm.random_states(_ASKED, random))[1])
    if sideways.mean() > _MOSTLY:
        return None
    states = arm.random_states(_STATES, random)
    for _ in range(_STEPS):
        poses, jacobian = arm.tool_motion(states)
        error = _error(poses, _headings(poses, jacobian))
        states = damped_step(
            jacobian[:, 3:], error, _DAMPING, states, (arm.lower, arm.upper), _LONGEST_STEP
        )
    poses, jacobian = arm.tool_motion(states)
    headings = _headings(poses, jacobian)
    there = np.abs(_error(poses, headings)).max(axis=1) < _CLOSE
    x, y = poses[:, 0, 3], poses[:, 1, 3]
    away = x * np.cos(headings) + y * np.sin(headings) > 0.0
    kept = np.flatnonzero(there & away)
    kept = kept[Cell([arm]).collisions.free(states[kept])] if len(kept) else kept
    return _most(headings[kept], (y * np.cos(headings) - x * np.sin(headings))[kept])


def _ways(jacobian: Floats) -> tuple[Floats, Mask]:
    """Return how hands can move that keep height and turn: the main way, and whether others, too.

    Args:
        jacobian: Of the hand, (n, 6, dof).

    Returns:
        Level directions, (n, 2), of length 0 where there is none; and a mask, (n,).
    """
    kept, level = jacobian[:, 2:], jacobian[:, :2]
    free = np.eye(jacobian.shape[2]) - np.linalg.pinv(kept, rcond=_RANK) @ kept
    squares, ways = np.linalg.eigh(level @ free @ level.transpose(0, 2, 1))
    least, most = squares[:, 0], squares[:, 1]
    main = np.where(most[:, None] > _RANK, ways[:, :, 1], 0.0)
    return main, np.asarray((most > _RANK) & (least > _SIDEWAYS**2 * most))


def _headings(poses: Floats, jacobian: Floats) -> Floats:
    """Return the heading, radians, of each hand's only way that is the nearer to its own, (n,)."""
    own, (ways, _) = np.arctan2(-poses[:, 0, 1], poses[:, 1, 1]), _ways(jacobian)
    turn = np.arctan2(ways[:, 1], ways[:, 0]) - own
    turn = (turn + np.pi / 2.0) % np.pi - np.pi / 2.0
    return np.asarray(own + np.where(ways.any(axis=1), turn, 0.0))


def _error(poses: Floats, headings: Floats) -> Floats:
    """Return by what hands are to turn, (n, 3), until fingers are level across their headings."""
    across = np.stack([-np.sin(headings), np.cos(headings), np.zeros(len(headings))], axis=1)
    ahead = np.stack([np.cos(headings), np.sin(headings), np.zeros(len(headings))], axis=1)
    # How far it points down is left as it is.
    out = np.einsum("ij,ij->i", poses[:, :3, 0], ahead)
    tilt = np.arctan2(np.maximum(out, 0.0), np.maximum(-poses[:, 2, 0], 0.0))
    approach = np.sin(tilt)[:, None] * ahead - np.cos(tilt)[:, None] * np.array([0.0, 0.0, 1.0])
    wanted = np.stack([approach, across, np.cross(approach, across)], axis=2)
    turn = wanted @ poses[:, :3, :3].transpose(0, 2, 1)
    return np.asarray(Rotation.from_matrix(turn).as_rotvec())


def _most(yaws: Floats, asides: Floats) -> ReachLine | None:
    """Return the line that most of some are, to the degree and the centimetre."""
    degrees = np.round(yaws * _TO_DEGREE).astype(int) % 360
    cells = list(zip(degrees.tolist(), np.round(asides * _TO_CENTIMETRE).tolist(), strict=True))
    if not cells:
        return None
    (most, count), *_ = Counter(cells).most_common(1)
    if count < max(_FEWEST, _MOSTLY * len(cells)):
        return None
    members = [number for number, cell in enumerate(cells) if cell == most]
    yaw = np.arctan2(np.median(np.sin(yaws[members])), np.median(np.cos(yaws[members])))
    return ReachLine(round(float(yaw), 4) + 0.0, round(float(np.median(asides[members])), 4) + 0.0)
