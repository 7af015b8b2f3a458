# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make a planner's arm from a robot's URDF: its joints, and what of it touches what."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.robot_model.arms import Arm, find_arms
from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.collision.collision import (
    Collisions,
    MovingBody,
    PlacedOnce,
    built_to_touch,
    separable_pairs,
)
from adhoc_teamwork.robot_model.collision.covering import joined
from adhoc_teamwork.robot_model.collision.nearness import LinkSurface
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle
from adhoc_teamwork.robot_model.collision.solids import moving_spheres, standing_obstacles
from adhoc_teamwork.robot_model.floor import floor_below
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.limbs import Limbs
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.robot_model.opening import opening_of
from adhoc_teamwork.robot_model.tool_frame import tool_frame
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.arms.manipulator import MARGIN, Manipulator
from adhoc_teamwork.skills.arms.reach_line import find_reach_line
from adhoc_teamwork.teamwork.settings.config import ConfigError

_SAMPLES = 150
_MORE_SAMPLES = 1600
_OFTEN, _NEARLY_ALL = 0.05, 0.8
"""Where covers touch in such shares of random states, it is asked whether bodies do."""
_MOST = 0.5
_LOOKED_AT = 120
"""In so many of the states at the most it is asked: each takes some hundredths of a second."""
_STOPS = 5
"""Places along its way at which a finger is covered."""
_FASTEST = 2.0
"""rad/s or m/s where the URDF gives no speed."""


def load_arms(path: Path, payload: float) -> tuple[Manipulator, ...]:
    """Return the arms of the robot that an URDF file describes.

    Args:
        path: The file.
        payload: The heaviest thing that each lifts, kilograms.

    Raises:
        ConfigError: The file is no robot, or its robot has no arm.
    """
    model = load_robot(path, substitute_meshes=True)
    arms = find_arms(model)
    if not arms:
        raise ConfigError(f"{path}: no arm found; expected a chain of joints with a hand")
    return tuple(manipulator(model, arm, payload) for arm in arms)


def manipulator(
    model: RobotModel, arm: Arm, payload: float, open_fingers: bool = False
) -> Manipulator:
    """Return one arm for the planner; the robot's other joints stay at rest.

    Fingers are where they rest, too; with `open_fingers` they count as all along their ways.
    """
    kinematics = arm.kinematics(model)
    bodies = [
        MovingBody(f"{arm.name}/{link}", moving_spheres(model.links[link]))
        for link in kinematics.moved_links
        if model.links[link].collisions
    ]
    lower, upper = kinematics.sampling_bounds()
    velocity = np.where(np.isfinite(kinematics.velocity), kinematics.velocity, _FASTEST)
    acceleration = np.where(np.isfinite(kinematics.acceleration), kinematics.acceleration, 4.0)
    made = Manipulator(
        name=arm.name,
        joints=arm.joints,
        lower=lower,
        upper=upper,
        velocity=velocity,
        acceleration=acceleration,
        kinematics=kinematics,
        bodies=tuple(bodies),
        fixed=(),
        apart=(),
        tip=arm.tip,
        tool=tool_frame(model, kinematics, arm),
        hand=_hand(model, arm),
        opening=opening_of(model, arm.fingers),
        payload=payload,
        floor=floor_below(model, Limbs(model)),
    )
    touching = _Touching(model, made)
    apart = touching.apart(_joined(model, arm.name, frozenset(kinematics.moved_links)))
    fixed = _standing(model, made, touching)
    made = replace(made, apart=tuple(apart), fixed=tuple(fixed))
    made = replace(made, line=find_reach_line(made))
    return _with_open_fingers(model, arm, made) if open_fingers else made


def _with_open_fingers(model: RobotModel, arm: Arm, made: Manipulator) -> Manipulator:
    """Return an arm whose fingers are covered all along their ways, where that has ends.

    What is built to touch is what touches where fingers rest; fingers always touch one another.
    """
    ways = {f"{made.name}/{link}": poses for link, poses in _finger_ways(model, arm).items()}
    bodies = tuple(
        replace(body, spheres=joined([body.spheres.moved(way) for way in ways[body.name]]))
        if body.name in ways
        else body
        for body in made.bodies
    )
    apart = tuple(pair for pair in made.apart if not ways.keys() >= set(pair))
    return replace(made, bodies=bodies, apart=apart)


def _finger_ways(model: RobotModel, arm: Arm) -> dict[str, Floats]:
    """Return where each finger's link gets to, (n, 4, 4), from where it rests, in its frame."""
    drivers = [name for name in arm.fingers if model.joints[name].mimic is None]
    motion = Kinematics(model, drivers)
    if not drivers or not np.isfinite([motion.lower, motion.upper]).all():
        return {}
    rest = np.array([model.joints[name].rest for name in drivers])
    poses = motion.link_poses(np.linspace(motion.lower, motion.upper, _STOPS, dtype=np.float64))
    at_rest = motion.link_poses(rest)
    return {link: np.linalg.inv(at_rest[link]) @ poses[link] for link in poses}


def _joined(model: RobotModel, name: str, moved: frozenset[str]) -> frozenset[frozenset[str]]:
    """Return the pairs of bodies between which there is at most one moving joint."""
    pairs: set[frozenset[str]] = set()
    for joint in model.joints.values():
        if joint.child not in moved:
            continue
        above = [joint.parent, *model.rigid_with(joint.parent)]
        below = [joint.child, *model.rigid_with(joint.child)]
        for one in above:
            pairs.update(frozenset((f"{name}/{one}", f"{name}/{other}")) for other in below)
    return frozenset(pairs)


class _Touching:
    """Ask of one arm's bodies which touch what, and which only seem to, as covers are larger."""

    def __init__(self, model: RobotModel, arm: Manipulator) -> None:
        rest = np.clip(np.zeros((1, arm.dof)), arm.lower, arm.upper)
        random = np.random.default_rng(0).uniform(arm.lower, arm.upper, (_SAMPLES, arm.dof))
        self._arm, self._placed = arm, PlacedOnce(arm)
        self._states = np.concatenate([rest, random])
        self._more = np.random.default_rng(1).uniform(
            arm.lower, arm.upper, (_MORE_SAMPLES, arm.dof)
        )
        self._surfaces = {name: LinkSurface(link) for name, link in model.links.items()}

    def apart(self, joined: frozenset[frozenset[str]]) -> list[tuple[str, str]]:
        """Return the pairs of bodies whose contact means something; no joint may join them."""
        arm = self._arm
        pairs = separable_pairs(self._placed, arm.bodies, joined, self._states)
        # Within the hand nothing moves but fingers, which keep off one another by themselves.
        return [p for p in pairs if not (arm.hand >= set(p) or self._only_covers_of(p))]

    def touching(self, obstacle: Obstacle) -> frozenset[str]:
        """Return the bodies that are built to touch something that stands."""
        return built_to_touch(self._placed, self._arm.bodies, obstacle, self._states, MARGIN)

    def only_covers_at(self, link: str, at: Floats, obstacles: list[Obstacle]) -> frozenset[str]:
        """Return the bodies that do not touch a link that stands, though covers often do.

        Args:
            link: The link, at a pose (4, 4).
            at: That pose.
            obstacles: What the link is covered by.
        """
        found = []
        for body in self._arm.bodies:
            if not self._has_mesh(body.name, link):
                continue
            often = self._often(Collisions(self._placed, [body], obstacles, margin=MARGIN))
            poses = self._placed.poses(self._more)[body.name][often]
            if self._keep_off(body.name, link, np.linalg.inv(at) @ poses):
                found.append(body.name)
        return frozenset(found)

    def _only_covers_of(self, pair: tuple[str, str]) -> bool:
        one, other = pair
        if not self._has_mesh(one, other):
            return False
        often = self._often(Collisions(self._placed, self._arm.bodies, apart=[pair]))
        poses = self._placed.poses(self._more)
        return self._keep_off(one, other, np.linalg.inv(poses[other][often]) @ poses[one][often])

    def _keep_off(self, one: str, other: str, poses: Floats) -> bool:
        """Tell whether two keep off each other in poses of the first in which covers touch.

        In all of these; or in most, where covers touch nearly always: to ask them says nothing.
        """
        share = _MOST if len(poses) > _NEARLY_ALL * _MORE_SAMPLES else 1.0
        own, others = self._surface(one), self._surface(other)
        return bool(len(poses)) and own.keeps_off(others, poses[:_LOOKED_AT], share)

    def _has_mesh(self, one: str, other: str) -> bool:
        """Tell whether covers of two may be much larger than they are."""
        return self._surface(one).has_mesh or self._surface(other).has_mesh

    def _often(self, checked: Collisions) -> NDArray[np.int64]:
        """Return in which states covers touch: in none where they do in a few."""
        touching = np.flatnonzero(~checked.free(self._more))
        return touching if len(touching) >= _OFTEN * _MORE_SAMPLES else touching[:0]

    def _surface(self, name: str) -> LinkSurface:
        return self._surfaces[name.removeprefix(f"{self._arm.name}/")]


def _standing(model: RobotModel, arm: Manipulator, touching: _Touching) -> list[Obstacle]:
    """Return what of the robot stays while the arm moves; the arm's root may touch its seat."""
    made = []
    poses = arm.kinematics.fixed_poses
    for link, at in poses.items():
        first = {
            f"{arm.name}/{joint.child}"
            for near in (link, *model.rigid_with(link))
            for joint in model.child_joints[near]
        }
        obstacles = standing_obstacles(model.links[link], at)
        first |= touching.only_covers_at(link, at, obstacles)
        for obstacle in obstacles:
            near = touching.touching(obstacle) | first
            made.append(replace(obstacle, name=f"{arm.name}/{link}", near=near))
    return made


def _hand(model: RobotModel, arm: Arm) -> frozenset[str]:
    """Return the bodies beyond the arm's last joint."""
    last = model.joints[arm.joints[-1]].child
    return frozenset(f"{arm.name}/{link}" for link in model.below(last))
