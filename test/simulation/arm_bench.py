# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The shipped quadruped's arm, and ways to bring its tool to a point."""

from pathlib import Path

import numpy as np

from adhoc_teamwork.robot_model.reaching import reach_points, sample_configurations
from adhoc_teamwork.simulation.manipulation.arm_model import ArmModel, base_pose, load_arm
from adhoc_teamwork.simulation.manipulation.joint_trajectory import (
    TrajectoryPoint,
    WantedTrajectory,
)
from adhoc_teamwork.simulation.manipulation.robot_arm import RobotArm
from adhoc_teamwork.simulation.simulator import STEP
from adhoc_teamwork.simulation.tasks.scenario import card_file, load_card
from adhoc_teamwork.simulation.world import World, WorldRobot
from adhoc_teamwork.teamwork.geometry import Point

CONFIG = Path(__file__).parent.parent.parent / "config"


def shipped_arm() -> ArmModel:
    """Return the arm of the quadruped in config/robots."""
    found = load_arm(load_card("quadruped", CONFIG), card_file("quadruped", CONFIG))
    assert found is not None
    return found


def wanted(
    arm: ArmModel, *points: tuple[float, list[float]], velocities: bool = False
) -> WantedTrajectory:
    """Return a trajectory through (seconds, positions), at rest at each point where wanted."""
    still = (0.0,) * len(arm.joints) if velocities else ()
    return WantedTrajectory(
        arm.joints, tuple(TrajectoryPoint(at, tuple(q), still) for at, q in points)
    )


class Bench:
    """Step one robot's arm in a world without its base and without ROS."""

    def __init__(self, model: ArmModel, world: World, robot: WorldRobot) -> None:
        self.world, self.robot = world, robot
        self.arm = RobotArm(model, world, robot)

    def reach(self, point: Point) -> None:
        """Put the joints where the tool is at a point in `map`, with what it holds."""
        local = np.linalg.inv(base_pose(self.robot.pose)) @ [point.x, point.y, point.z, 1.0]
        kinematics = self.arm.model.kinematics
        starts = sample_configurations(kinematics, 300)
        near = kinematics.positions(starts, self.arm.model.tip) - local[:3]
        best = starts[np.argsort(np.linalg.norm(near, axis=1))[:20]]
        found, reached = reach_points(
            kinematics, self.arm.model.tip, np.repeat(local[None, :3], 20, axis=0), best
        )
        assert reached.any(), f"the arm does not reach {point}"
        self.arm.motion.state = found[int(reached.argmax())]
        self.steps(1)

    def grip(self, gap: float) -> tuple[bool, bool, str]:
        """Close or open the fingers; return stalled, reached and the status."""
        goal = self.arm.gripper.command(gap)
        for _ in range(100):
            if goal.done:
                return goal.stalled, goal.reached, str(goal.status)
            self.steps(1)
        raise AssertionError("the fingers move for ever")

    def steps(self, count: int) -> None:
        """Let simulated time pass."""
        for _ in range(count):
            self.world.time += STEP
            self.arm.step(STEP)
