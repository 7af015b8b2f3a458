# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""One robot's arm in the world: joints, fingers, and the tool that carries what they hold."""

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.simulation.manipulation.arm_model import ArmModel, base_pose
from adhoc_teamwork.simulation.manipulation.arm_motion import ArmMotion
from adhoc_teamwork.simulation.manipulation.gripper import Gripper
from adhoc_teamwork.simulation.world import World, WorldRobot


class RobotArm:
    """Move one robot's arm step by step; `motion` and `gripper` take its goals."""

    def __init__(self, model: ArmModel, world: World, robot: WorldRobot) -> None:
        self.model = model
        self.motion = ArmMotion(model)
        self.gripper = Gripper(world, robot, model.opening, model.closing_speed)
        self._world, self._robot = world, robot
        self._hand: tuple[Floats, Floats] = (self.motion.state, model.hand_pose(self.motion.state))
        self.place()

    @property
    def busy(self) -> bool:
        """Tell whether joints or fingers are at work."""
        return self.motion.goal is not None or self.gripper.goal is not None

    def place(self) -> None:
        """Bring the tool, and what it holds, to where joints and base have it now."""
        state = self.motion.state
        if not np.array_equal(state, self._hand[0]):
            self._hand = (state, self.model.hand_pose(state))
        height = self._world.base_height(self._robot)
        self._robot.tool = base_pose(self._robot.pose, height) @ self._hand[1]
        self._world.carry(self._robot)

    def halt(self, reason: str) -> None:
        """Have joints and fingers stop where they are; what they held they hold."""
        self.motion.halt(reason)
        self.gripper.halt(reason)

    def step(self, dt: float) -> None:
        """Move on by `dt` seconds, after the base has moved."""
        self.motion.step(dt, self._world.time)
        self.place()
        self.gripper.step(dt)
