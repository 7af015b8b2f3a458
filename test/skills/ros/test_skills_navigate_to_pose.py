# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The navigator over Nav2's actions obeys the contract against a scripted Nav2."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from lifecycle_msgs.msg import State
from lifecycle_msgs.srv import GetState
from navigator_contract import NavigatorContract
from rclpy.node import Node
from rclpy.task import Future
from scripted_servers import ScriptedNav2, Spinner, eventually, new_name, quickest

from adhoc_teamwork.skills.back_ends.motion import Motion, Outcome
from adhoc_teamwork.skills.ros.action_goal import LOOK_AGAIN
from adhoc_teamwork.skills.ros.nav2_state import BRING_UP, Nav2State
from adhoc_teamwork.skills.ros.navigate_to_pose import NavigateToPoseNavigator, _Drive
from adhoc_teamwork.skills.settings import Settings
from adhoc_teamwork.teamwork.team.causes import Cause


class RosRig:
    """Connect the navigator to a scripted server, both in one context."""

    def __init__(self, context: Any) -> None:
        name = new_name()
        self.robot = Node("scripted_nav2", namespace=name, context=context)
        self.client_node = Node("navigating", namespace=name, context=context)
        self.nav = ScriptedNav2(self.robot)
        self.lost_node = Node("navigating", namespace="nobody", context=context)
        self.served = NavigateToPoseNavigator(self.client_node, server_wait=15.0)
        self.lonely = NavigateToPoseNavigator(self.lost_node, server_wait=0.5)
        self.navigator: Any = self.served
        self.served.setup()
        self.lonely.setup()
        self.spinner = Spinner(context, self.robot, self.client_node, self.lost_node)
        assert eventually(lambda: self.navigator.ready and self.navigator.backs_up)

    def behave(self, mode: str) -> None:
        self.nav.mode = mode
        self.navigator = self.lonely if mode == "missing" else self.served

    def pass_time(self) -> None:
        assert eventually(lambda: self.nav.moving)

    def wait(self, motion: Motion) -> Outcome:
        assert eventually(lambda: motion.poll() is not None)
        outcome = motion.poll()
        assert outcome is not None
        return outcome

    def close(self) -> None:
        self.spinner.close()
        self.served.shutdown()
        self.lonely.shutdown()
        for node in (self.robot, self.client_node, self.lost_node):
            node.destroy_node()


@pytest.fixture
def rig(ros_context: Any) -> Iterator[RosRig]:
    rig = RosRig(ros_context)
    yield rig
    rig.close()


class TestNavigateToPoseNavigator(NavigatorContract):
    """Run the contract, and what is of ROS only."""

    @pytest.mark.alone
    def test_cancel_stops_the_robot_within_half_a_second(self, rig: RosRig) -> None:
        rig.behave("silent")

        def stop() -> float:
            motion = rig.navigator.go_to(self.GOAL)
            assert eventually(lambda: motion.poll() is None and rig.nav.moving)
            began = time.monotonic()
            motion.cancel()
            assert eventually(lambda: not rig.nav.moving)
            taken = time.monotonic() - began
            rig.wait(motion)
            return taken

        assert quickest(stop) < 0.5

    def test_feedback_gives_the_distance(self, rig: RosRig) -> None:
        rig.behave("silent")
        rig.nav.speed = 0.01
        motion = rig.navigator.go_to(self.GOAL)
        assert eventually(lambda: motion.poll() is None and motion.distance_remaining > 0.5)
        motion.cancel()
        rig.wait(motion)


class BringUp:
    """Bring a scripted Nav2 up in the end: until then it refuses all, and says so when asked."""

    def __init__(self, rig: RosRig) -> None:
        self.state, self.asked, self._rig = State.PRIMARY_STATE_INACTIVE, 0, rig
        self.service = rig.robot.create_service(GetState, "bt_navigator/get_state", self._tell)
        rig.behave("reject")
        assert eventually(lambda: rig.served._state.is_told)

    def _tell(self, _request: Any, response: Any) -> Any:
        self.asked += 1
        response.current_state.id = self.state
        return response

    def end(self, mode: str) -> None:
        self._rig.behave(mode)
        self.state = State.PRIMARY_STATE_ACTIVE


def test_a_nav2_that_is_being_brought_up_is_waited_for(rig: RosRig) -> None:
    nav2 = BringUp(rig)
    motion = rig.navigator.go_to(NavigatorContract.GOAL)
    assert eventually(lambda: motion.poll() is None and nav2.asked >= 2)
    assert rig.nav.goals == 1
    assert not rig.navigator.ready
    nav2.end("succeed")
    assert rig.wait(motion).success
    assert rig.nav.goals == 2
    assert rig.navigator.ready


def test_a_nav2_that_is_active_refuses_for_good(rig: RosRig) -> None:
    BringUp(rig).end("reject")
    outcome = rig.wait(rig.navigator.go_to(NavigatorContract.GOAL))
    assert outcome.cause is Cause.NAVIGATION_REJECTED
    assert rig.nav.goals == 2


def test_a_nav2_that_takes_a_goal_is_ready_again(rig: RosRig) -> None:
    nav2 = BringUp(rig)
    motion = rig.navigator.go_to(NavigatorContract.GOAL)
    assert eventually(lambda: motion.poll() is None and not rig.navigator.ready)
    motion.cancel()
    rig.wait(motion)
    nav2.end("succeed")
    assert rig.wait(rig.navigator.go_to(NavigatorContract.GOAL)).success
    assert eventually(lambda: rig.navigator.ready)


def test_what_waits_for_a_nav2_can_be_cancelled(rig: RosRig) -> None:
    nav2 = BringUp(rig)
    motion = rig.navigator.go_to(NavigatorContract.GOAL)
    assert eventually(lambda: motion.poll() is None and nav2.asked >= 1)
    motion.cancel()
    assert rig.wait(motion).cause is Cause.CANCELLED


class Silence:
    """Stand for an action client whose server falls silent at a given point."""

    def __init__(self, answers: bool, accepted: bool = True) -> None:
        self.ready, self.accepted, self.cancelled, self.asked = True, accepted, 0, 0
        self.sent, self.result = Future(), Future()
        if answers:
            self.sent.set_result(self)

    def server_is_ready(self) -> bool:
        self.asked += 1
        return self.ready

    def send_goal_async(self, _goal: Any, _feedback: Any) -> Any:
        return self.sent

    def get_result_async(self) -> Any:
        return self.result

    def cancel_goal_async(self) -> None:
        self.cancelled += 1


def test_a_server_that_goes_away_under_way_is_noticed() -> None:
    now = [0.0]
    client = Silence(answers=True)
    goal = _Drive(client, None, Nav2State(None), 1.0, lambda: now[0])
    assert goal.poll() is goal.poll() is None
    client.ready = False
    assert goal.poll() is None
    now[0] = 0.4
    client.ready = True
    assert goal.poll() is None
    client.ready = False
    now[0] += LOOK_AGAIN
    assert goal.poll() is None
    now[0] += 0.6
    outcome = goal.poll()
    assert outcome is not None
    assert outcome.cause is Cause.SERVER_MISSING


def test_a_server_that_is_there_is_not_looked_for_at_every_step() -> None:
    now = [0.0]
    client = Silence(answers=True)
    goal = _Drive(client, None, Nav2State(None), 1.0, lambda: now[0])
    for step in range(100):
        now[0] = step * LOOK_AGAIN / 10.0
        assert goal.poll() is None
    assert client.asked <= 12


def test_a_server_that_never_answers_is_given_up_and_its_late_yes_cancelled() -> None:
    now = [0.0]
    client = Silence(answers=False)
    goal = _Drive(client, None, Nav2State(None), 1.0, lambda: now[0])
    assert goal.poll() is None
    now[0] = 1.1
    outcome = goal.poll()
    assert outcome is not None
    assert outcome.cause is Cause.SERVER_MISSING
    client.sent.set_result(client)
    assert client.cancelled == 1


def test_a_cancel_that_nobody_confirms_is_sent_again_until_the_server_goes() -> None:
    now = [0.0]
    client = Silence(answers=True)
    goal = _Drive(client, None, Nav2State(None), 1.0, lambda: now[0])
    assert goal.poll() is goal.poll() is None
    goal.cancel()
    assert client.cancelled == 1
    goal.cancel()
    assert client.cancelled == 1
    for now[0] in (1.0, 60.0):
        assert goal.poll() is None
        goal.cancel()
    assert client.cancelled == 3


class Inactive(Nav2State):
    """Stand for a Nav2 that never becomes active."""

    is_told = True

    def is_active(self) -> bool:
        return False


def test_a_nav2_that_never_becomes_active_is_missing_before_the_robot_counts_as_blocked() -> None:
    now = [0.0]
    client = Silence(answers=True, accepted=False)
    goal = _Drive(client, None, Inactive(None), 1.0, lambda: now[0])
    for now[0] in (0.0, 1.0, BRING_UP - 0.1):
        assert goal.poll() is None
    now[0] += BRING_UP
    outcome = goal.poll()
    assert outcome is not None
    assert outcome.cause is Cause.SERVER_MISSING
    assert Settings().stall_time > BRING_UP
