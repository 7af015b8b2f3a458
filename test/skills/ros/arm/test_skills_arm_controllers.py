# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The hand that moves joints, through real action clients, against scripted controllers."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rclpy.node import Node
from scripted_arm import ScriptedArm
from scripted_servers import Spinner, eventually, new_name, quickest
from skills_fakes import scene, thing

from adhoc_teamwork.skills.arms.trajectory import JointTrajectory
from adhoc_teamwork.skills.back_ends.gripper_scale import GripperScale
from adhoc_teamwork.skills.back_ends.motion import Motion, Outcome
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.ros.arm import arm_controllers
from adhoc_teamwork.skills.ros.arm.arm_controllers import ArmControllers
from adhoc_teamwork.skills.ros.arm.controlled_hand import ControlledHand
from adhoc_teamwork.skills.ros.arm.hands import ArmChoice
from adhoc_teamwork.skills.ros.arm.manipulate import ManipulateHand
from adhoc_teamwork.skills.ros.conversions import joint_trajectory_from_ros, joint_trajectory_to_ros
from adhoc_teamwork.skills.ros.joint_sense import JointSense
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard, load_robot_card
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.causes import Cause

ROBOTS = Path(__file__).parents[4] / "config" / "robots"
CARD = load_robot_card(ROBOTS / "quadruped.yaml")
JOINTS = tuple(f"arm_{number}_joint" for number in range(1, 7))
MUG = Point(0.6, 0.0, 0.4)


class Rig:
    """Hold scripted controllers and the hand that the skills node would make for the quadruped."""

    def __init__(self, context: Any) -> None:
        name = new_name()
        self.robot = Node("scripted_arm", namespace=name, context=context)
        self.node = Node("hand", namespace=name, context=context)
        self.arm = ScriptedArm(self.robot, JOINTS, CARD.stowed)
        self.sense = JointSense(self.node)
        graph = scene(thing("Mug_0", MUG.x, MUG.y, MUG.z))
        world = World(graph=graph, pose=Pose(0.0, 0.0, 0.0))
        self.hand: Any = ArmChoice("auto", CARD, ROBOTS).hand(self.node, self.sense, world, None)
        assert isinstance(self.hand, ControlledHand)
        self.sense.setup()
        self.hand.setup()
        self.controllers = ArmControllers(self.node, self.sense)
        self.controllers.setup()
        self.spinner = Spinner(context, self.robot, self.node)
        assert eventually(lambda: self.hand.ready and self.sense.state(JOINTS) is not None)
        assert eventually(lambda: self.controllers.ready)

    def end(self, motion: Motion) -> Outcome:
        assert eventually(lambda: motion.poll() is not None, 40.0)
        outcome = motion.poll()
        assert outcome is not None
        return outcome

    def close(self) -> None:
        self.spinner.close()
        self.hand.shutdown()
        self.controllers.shutdown()
        for node in (self.robot, self.node):
            node.destroy_node()


@pytest.fixture
def rig(ros_context: Any) -> Iterator[Rig]:
    rig = Rig(ros_context)
    yield rig
    rig.close()


def test_an_arm_takes_an_object_and_puts_it_down(rig: Rig) -> None:
    assert rig.end(rig.hand.grasp(MUG)).success
    assert rig.hand.holding()
    assert rig.arm.state == pytest.approx(CARD.stowed, abs=1e-6)
    assert rig.end(rig.hand.release(Point(0.6, 0.2, 0.4))).success
    assert eventually(lambda: rig.hand.holding() is False)


def test_a_gripper_is_told_what_its_controller_takes(rig: Rig) -> None:
    scale = GripperScale(closed=0.02, open=0.9)
    world = World(graph=scene(thing("Mug_0", MUG.x, MUG.y, MUG.z)), pose=Pose(0.0, 0.0, 0.0))
    choice = ArmChoice("joints", CARD, ROBOTS, gripper=scale)
    hand: Any = choice.hand(rig.node, rig.sense, world, None)
    hand.setup()
    assert eventually(lambda: hand.ready)
    assert rig.end(hand.grasp(MUG)).success
    assert rig.arm.gripped == pytest.approx([0.9, 0.02])
    hand.shutdown()


def test_whatever_the_controller_says_is_told_and_the_next_motion_works(rig: Rig) -> None:
    for word, cause, said in (
        ("reject", Cause.BLOCKED, "pre-grasp: the arm's controller refused the goal"),
        ("-4", Cause.BLOCKED, "pre-grasp: the arm was kept off its path: as the script says"),
    ):
        rig.arm.script = [word]
        outcome = rig.end(rig.hand.grasp(MUG))
        assert (outcome.success, outcome.cause) == (False, cause)
        assert outcome.message == said
    for word, cause, said in (
        ("-1", Cause.INTERNAL_ERROR, "the arm's controller cannot follow"),
        ("-2", Cause.INTERNAL_ERROR, "the arm's controller has other joints"),
        ("-3", Cause.INTERNAL_ERROR, "the trajectory came too late"),
        ("-5", Cause.BLOCKED, "the arm did not get to the end"),
        ("-77", Cause.BLOCKED, "the arm's controller gave up (error -77)"),
    ):
        rig.arm.script = [word]
        still = np.array([rig.arm.state] * 2)
        path = JointTrajectory(JOINTS, np.array([0.0, 1.0]), still, 0.0 * still, 0.0 * still)
        outcome = rig.end(rig.controllers.follow(path))
        assert (outcome.success, outcome.cause) == (False, cause)
        assert outcome.message.startswith(said)
    rig.arm.empty = True
    assert rig.end(rig.hand.grasp(MUG)).cause is Cause.GRASP_FAILED
    assert rig.arm.state == pytest.approx(CARD.stowed, abs=1e-6)
    rig.arm.empty = False
    assert rig.end(rig.hand.grasp(MUG)).success


@pytest.mark.alone
def test_cancel_stops_the_arm_within_half_a_second(rig: Rig) -> None:
    rig.arm.speedup = 0.2

    def stop() -> float:
        motion = rig.hand.grasp(MUG)
        assert eventually(lambda: motion.poll() is None and rig.arm.moving)
        began = time.monotonic()
        motion.cancel()
        assert eventually(lambda: not rig.arm.moving)
        taken = time.monotonic() - began
        assert rig.end(motion).cause is Cause.CANCELLED
        goals = rig.arm.goals
        assert not eventually(lambda: rig.arm.goals > goals, 0.2)
        return taken

    assert quickest(stop) < 0.5


def test_a_controller_that_never_ends_is_given_up(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arm_controllers, "SLACK", -100.0)
    rig.arm.script = ["silent"]
    outcome = rig.end(rig.hand.grasp(MUG))
    assert outcome.cause is Cause.TIMEOUT
    assert not rig.arm.moving


def test_controllers_that_are_not_there_are_missing(ros_context: Any) -> None:
    node = Node("hand", namespace=new_name(), context=ros_context)
    controllers = ArmControllers(node, JointSense(node), server_wait=0.2)
    controllers.setup()
    still = np.zeros((2, 1))
    path = JointTrajectory(("a",), np.array([0.0, 1.0]), still, still, still)
    motion = controllers.follow(path)
    assert not controllers.ready
    assert eventually(lambda: motion.poll() is not None)
    outcome = motion.poll()
    assert outcome is not None
    assert outcome.cause is Cause.SERVER_MISSING
    controllers.shutdown()
    node.destroy_node()


def test_the_choice_of_the_arm(ros_context: Any) -> None:
    node = Node("hand", namespace=new_name(), context=ros_context)
    sense, world = JointSense(node), World()

    def hand(asked: str, card: RobotCard) -> Any:
        return ArmChoice(asked, card, ROBOTS).hand(node, sense, world, None)

    assert isinstance(hand("service", CARD), ManipulateHand)
    armless = RobotCard(Capability("cart", can_manipulate=True))
    assert isinstance(hand("auto", armless), ManipulateHand)
    with pytest.raises(ConfigError, match="names no URDF with an arm"):
        hand("joints", armless)
    with pytest.raises(ConfigError, match=r"'legs'; expected one of auto, joints, moveit, service"):
        hand("legs", CARD)
    with pytest.raises(ConfigError, match="stowed has 2 numbers; the arm has 6 joints"):
        hand("auto", replace(CARD, stowed=(0.0, 1.0)))
    node.destroy_node()


def test_trajectories_survive_the_way_through_ros() -> None:
    rng = np.random.default_rng(3)
    numbers = [rng.uniform(-3.0, 3.0, (4, 2)) for _ in range(3)]
    made = JointTrajectory(("a", "b"), np.array([0.0, 0.04, 0.5, 12.25]), *numbers)
    again = joint_trajectory_from_ros(joint_trajectory_to_ros(made))
    assert again.joints == made.joints
    np.testing.assert_allclose(again.times, made.times, atol=1e-8)
    np.testing.assert_array_equal(again.positions, made.positions)
    np.testing.assert_array_equal(again.velocities, made.velocities)
    np.testing.assert_array_equal(again.accelerations, made.accelerations)
    message = joint_trajectory_to_ros(made)
    message.points[1].velocities = [0.0]
    with pytest.raises(ValueError, match="expected 2 numbers each"):
        joint_trajectory_from_ros(message)


def test_a_clock_that_is_set_back_cancels_no_goal() -> None:
    class Goal:
        """A goal that never ends by itself."""

        cancelled = False

        def poll(self) -> Outcome | None:
            return None

        def cancel(self) -> None:
            self.cancelled = True

    goal, now = Goal(), [100.0]
    words = arm_controllers.GoalWords("the arm", Cause.BLOCKED)
    motion = arm_controllers._Bounded(goal, 5.0, lambda: now[0], words)
    now[0] = 99.3
    assert motion.poll() is None
    assert not goal.cancelled
    now[0] = 104.4
    assert motion.poll() is None
    assert goal.cancelled
