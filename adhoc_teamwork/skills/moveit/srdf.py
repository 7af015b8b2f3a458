# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write a robot's SRDF: groups, hand, stowed posture, and which links may touch."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from adhoc_teamwork.robot_model.arms import Arm
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.skills.arms.manipulator import Manipulator
from adhoc_teamwork.teamwork.enums import StrEnum

GRIPPER, HAND, STOWED = "gripper", "hand", "stowed"


class Reason(StrEnum):
    """Say why MoveIt does not check a pair of links."""

    ADJACENT = "Adjacent"
    DEFAULT = "Default"
    NEVER = "Never"


def srdf(model: RobotModel, arm: Arm, mover: Manipulator, stowed: Sequence[float]) -> str:
    """Return the SRDF of a robot and its arm, whose group bears the arm's name.

    Pairs that touch at rest or nearly always, those that a joint joins, and those that do not move
    against each other are left out of MoveIt's checks, as of ours (`skills.arms.from_urdf`).
    """
    root = Element("robot", name=model.name)
    group = SubElement(root, "group", name=arm.name)
    SubElement(group, "chain", base_link=arm.base, tip_link=arm.tip)
    if arm.fingers:
        fingers = SubElement(root, "group", name=GRIPPER)
        for joint in arm.fingers:
            SubElement(fingers, "joint", name=joint)
        hand = {"parent_link": arm.tip, "group": GRIPPER, "parent_group": arm.name}
        SubElement(root, "end_effector", {"name": HAND, **hand})
    state = SubElement(root, "group_state", name=STOWED, group=arm.name)
    for joint, value in zip(arm.joints, stowed, strict=True):
        SubElement(state, "joint", name=joint, value=f"{value:.6g}")
    for one, other, reason in unchecked(model, mover):
        SubElement(root, "disable_collisions", link1=one, link2=other, reason=reason.value)
    ElementTree.indent(root)
    return f'<?xml version="1.0"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def unchecked(model: RobotModel, mover: Manipulator) -> Iterator[tuple[str, str, Reason]]:
    """Yield the pairs of links that may touch, and why; each once."""
    start = len(mover.name) + 1
    moving = {body.name[start:] for body in mover.bodies}
    apart = {frozenset((one[start:], other[start:])) for one, other in mover.apart}
    touching = {
        frozenset((near[start:], obstacle.name[start:]))
        for obstacle in mover.fixed
        for near in obstacle.near
    }
    joined = {frozenset((joint.parent, joint.child)) for joint in model.joints.values()}
    solid = [name for name, link in model.links.items() if link.collisions]
    for one, other in combinations(solid, 2):
        pair = frozenset((one, other))
        if pair in joined:
            yield one, other, Reason.ADJACENT
        elif not moving & pair:
            yield one, other, Reason.NEVER
        elif (pair <= moving and pair not in apart) or pair in touching:
            yield one, other, Reason.DEFAULT
