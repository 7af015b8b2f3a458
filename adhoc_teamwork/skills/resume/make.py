# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the resume of a robot from its model."""

from adhoc_teamwork.robot_model.arms import Arm, find_arms
from adhoc_teamwork.robot_model.floor import floor_below
from adhoc_teamwork.robot_model.limbs import Limbs
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.skills.arms.from_urdf import manipulator
from adhoc_teamwork.skills.resume.cameras import camera_view
from adhoc_teamwork.skills.resume.grasp_shares import find_grasp_shares
from adhoc_teamwork.skills.resume.mobility import find_mobility
from adhoc_teamwork.skills.resume.payload import payload_of
from adhoc_teamwork.skills.resume.wording import describe
from adhoc_teamwork.skills.resume.workspace import find_workspace
from adhoc_teamwork.teamwork.bodies.resume import ArmWorkspace, Resume


def make_resume(model: RobotModel) -> Resume:
    """Return a robot's resume, its text by rules.

    Raises:
        ConfigError: A mesh of the body cannot be read.
    """
    limbs, arms = Limbs(model), find_arms(model)
    floor = floor_below(model, limbs)
    mobility = find_mobility(model, limbs, floor, arms)
    numbers = Resume(
        robot=model.name,
        mobility=mobility,
        cameras=tuple(camera_view(model, camera, floor) for camera in model.cameras),
        arms=tuple(_arm(model, arm, floor, mobility.radius) for arm in arms),
    )
    return describe(numbers)


def _arm(model: RobotModel, arm: Arm, floor: float, body: float) -> ArmWorkspace:
    hand = manipulator(model, arm, payload=0.0)
    space = find_workspace(model, arm, floor, hand.line)
    payload = payload_of(model, arm, space.worst)
    return ArmWorkspace(
        name=arm.name,
        tip=arm.tip,
        joints=len(arm.trunk) + len(arm.joints),
        lowest=round(space.lowest, 3),
        highest=round(max(space.highest, space.lowest), 3),
        radius=round(space.radius, 3),
        bands=space.bands,
        hull=tuple((float(x), float(y), float(z)) for x, y, z in space.hull.round(3)),
        payload=None if payload is None else round(payload, 2),
        grasps=find_grasp_shares(hand, space.radius, body, space.line),
    )
