# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make a planner's arm from a robot's URDF: its joints, and how its hand approaches and closes."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from adhoc_teamwork.robot_model.arms import Arm, find_arms
from adhoc_teamwork.robot_model.arrays import Floats, pose
from adhoc_teamwork.robot_model.collision.collision import (
    Collisions,
    MovingBody,
    built_to_touch,
    separable_pairs,
)
from adhoc_teamwork.robot_model.collision.covering import joined
from adhoc_teamwork.robot_model.collision.nearness import LinkSurface
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle
from adhoc_teamwork.robot_model.collision.solids import moving_spheres, standing_obstacles
from adhoc_teamwork.robot_model.hands import opening_of
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.model import Joint, JointKind, RobotModel
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.arms.manipulator import MARGIN, Manipulator
from adhoc_teamwork.teamwork.settings.config import ConfigError

_SAMPLES = 150
_MORE_SAMPLES = 400
_OFTEN = 0.2
"""Where covers touch in such a share of random states, it is asked whether bodies ever do."""
_STOPS = 5
"""Places along its way at which a finger is covered."""
_FASTEST = 2.0
"""rad/s or m/s where the URDF gives no speed."""


def load_arms(path: Path, payload: float, robot: str = "") -> tuple[Manipulator, ...]:
    """Return the arms of the robot that an URDF file describes.

    Args:
        path: The file.
        payload: The heaviest thing that each lifts, kilograms.
        robot: Put before the arms' names, where several robots share a cell.

    Raises:
        ConfigError: The file is no robot, or its robot has no arm.
    """
    model = load_robot(path, substitute_meshes=True)
    arms = find_arms(model)
    if not arms:
        raise ConfigError(f"{path}: no arm found; expected a chain of joints with a hand")
    return tuple(manipulator(model, arm, payload, robot) for arm in arms)


def manipulator(
    model: RobotModel, arm: Arm, payload: float, robot: str = "", open_fingers: bool = False
) -> Manipulator:
    """Return one arm for the planner; the robot's other joints stay at rest.

    Fingers are where they rest, too; with `open_fingers` they count as all along their ways.
    """
    kinematics = arm.kinematics(model)
    name = f"{robot} {arm.name}".strip()
    bodies = [
        MovingBody(f"{name}/{link}", moving_spheres(model.links[link]))
        for link in kinematics.moved_links
        if model.links[link].collisions
    ]
    lower, upper = kinematics.sampling_bounds()
    velocity = np.where(np.isfinite(kinematics.velocity), kinematics.velocity, _FASTEST)
    acceleration = np.where(np.isfinite(kinematics.acceleration), kinematics.acceleration, 4.0)
    made = Manipulator(
        name=name,
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
        hand=_hand(model, arm, name),
        opening=opening_of(model, arm.fingers),
        payload=payload,
    )
    rest = np.clip(np.zeros((1, made.dof)), lower, upper)
    random = np.random.default_rng(0).uniform(lower, upper, (_SAMPLES, made.dof))
    states = np.concatenate([rest, random])
    moved = frozenset(kinematics.moved_links)
    surfaces = {link: LinkSurface(model.links[link]) for link in model.links}
    apart = [
        pair
        for pair in separable_pairs(made, bodies, _joined(model, name, moved), states)
        if not _covers_alone_touch(made, pair, surfaces)
    ]
    fixed = _standing(model, made, states, surfaces)
    made = replace(made, apart=tuple(apart), fixed=tuple(fixed))
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


def _covers_alone_touch(
    arm: Manipulator, pair: tuple[str, str], surfaces: Mapping[str, LinkSurface]
) -> bool:
    """Tell whether covers of two bodies touch often, and the bodies never."""
    one, other = (surfaces[body.removeprefix(f"{arm.name}/")] for body in pair)
    checked = Collisions(arm, arm.bodies, apart=[pair])
    touching = _often_touching(arm, checked, one.has_mesh or other.has_mesh)
    poses = arm.poses(touching)
    step = np.linalg.inv(poses[pair[1]]) @ poses[pair[0]]
    return bool(len(touching)) and one.keeps_off(other, step)


def _often_touching(arm: Manipulator, checked: Collisions, is_coarse: bool) -> Floats:
    """Return random joint states in which coarse covers touch, (n, dof): none if they are few."""
    random = np.random.default_rng(1).uniform(arm.lower, arm.upper, (_MORE_SAMPLES, arm.dof))
    touching = random[~checked.free(random)] if is_coarse else random[:0]
    return touching if len(touching) >= _OFTEN * len(random) else random[:0]


def _standing(
    model: RobotModel, arm: Manipulator, states: Floats, surfaces: Mapping[str, LinkSurface]
) -> list[Obstacle]:
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
        for body in arm.bodies:
            own = surfaces[body.name.removeprefix(f"{arm.name}/")]
            checked = Collisions(arm, [body], obstacles, margin=MARGIN)
            is_coarse = own.has_mesh or surfaces[link].has_mesh
            often = _often_touching(arm, checked, is_coarse and body.name not in first)
            step = np.linalg.inv(at) @ arm.poses(often)[body.name]
            if len(often) and own.keeps_off(surfaces[link], step):
                first.add(body.name)
        for obstacle in obstacles:
            touching = built_to_touch(arm, arm.bodies, obstacle, states, MARGIN)
            named = replace(obstacle, name=f"{arm.name}/{link}", near=touching | first)
            made.append(named)
    return made


def _hand(model: RobotModel, arm: Arm, name: str) -> frozenset[str]:
    """Return the bodies beyond the arm's last joint."""
    last = model.joints[arm.joints[-1]].child
    return frozenset(f"{name}/{link}" for link in model.below(last))


def tool_frame(model: RobotModel, kinematics: Kinematics, arm: Arm) -> Floats:
    """Return the grasp frame in the tip's frame, (4, 4): x approaches, y closes.

    URDFs agree on no axis. The hand approaches along the axis of the tip that points most away
    from the arm's last joint; the fingers close along their slides, or about their hinges.
    """
    rest = np.clip(np.zeros(kinematics.dof), *kinematics.sampling_bounds())
    last = model.joints[arm.joints[-1]].child
    links = {arm.tip, last, *(model.joints[name].child for name in arm.fingers)}
    poses = {link: pose[0] for link, pose in kinematics.link_poses(rest, tuple(links)).items()}
    turn = poses[arm.tip][:3, :3].T
    away = poses[arm.tip][:3, 3] - poses[last][:3, 3]
    if np.linalg.norm(away) < 1e-3:
        away = poses[last][:3, :3] @ model.joints[arm.joints[-1]].axis
    approach = _nearest_axis(turn @ away)
    close = _closing(model, arm, poses, turn, approach)
    turn_of_hand = np.stack([approach, close, np.cross(approach, close)], axis=1)
    return pose((0.0, 0.0, 0.0), turn_of_hand)


def _closing(
    model: RobotModel, arm: Arm, poses: dict[str, Floats], turn: Floats, approach: Floats
) -> Floats:
    for name in arm.fingers:
        joint = model.joints[name]
        axis = turn @ poses[joint.child][:3, :3] @ _closing_axis(joint, approach, turn, poses)
        across = axis - approach * (axis @ approach)
        if np.linalg.norm(across) > 0.5:
            return _nearest_axis(across)
    return _nearest_axis(np.roll(approach, 1))


def _closing_axis(joint: Joint, approach: Floats, turn: Floats, poses: dict[str, Floats]) -> Floats:
    """Return along what a finger closes, in its own link's frame."""
    if joint.kind is JointKind.PRISMATIC:
        return joint.axis
    ahead = poses[joint.child][:3, :3].T @ turn.T @ approach
    return np.asarray(np.cross(joint.axis, ahead), dtype=np.float64)


def _nearest_axis(direction: Floats) -> Floats:
    axis = np.zeros(3)
    largest = int(np.abs(direction).argmax())
    axis[largest] = np.sign(direction[largest]) or 1.0
    return axis
