# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A stop that is asked for is said again until it is obeyed."""

from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_teamwork.teamwork.ros import stop_speaker
from adhoc_teamwork.teamwork.ros.conversions.emergency_stop import stop_command_from_ros
from adhoc_teamwork.teamwork.ros.stop_speaker import StopRequest, StopSpeaker
from adhoc_teamwork.teamwork.team.emergency_stop import MOST_NUMBER, EmergencyStop, StopCommand
from adhoc_teamwork.teamwork.team.stop_states import RobotStop


class LossyNode:
    """Stand for a node whose first words of all get lost on their way to one robot."""

    def __init__(self, lost: int) -> None:
        self.lost, self.said = lost, 0
        self.stop = EmergencyStop("rex", lambda: 0.0)
        self.stop.listen(0.0)

    def create_publisher(self, *_: Any) -> "LossyNode":
        return self

    def publish(self, message: Any) -> None:
        self.said += 1
        if self.said > self.lost:
            self.stop.take([stop_command_from_ros(message)])

    def state(self) -> RobotStop:
        stopped = self.stop.stopped
        return RobotStop("rex", True, stopped, "", (), self.stop.pressed)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stop_speaker, "AGAIN", 0.0)


def speaker(node: LossyNode) -> StopSpeaker:
    found = StopSpeaker(node, "anna", "test")
    found.setup()
    return found


def test_a_press_and_a_release_that_get_lost_are_said_again() -> None:
    node = LossyNode(lost=2)
    anna = speaker(node)
    press = StopRequest(anna, "", pressed=True)
    answers = [press.look([node.state()]) for _ in range(3)]
    assert answers == ["rex: is not stopped", "rex: is not stopped", ""]
    assert len(node.stop.pressed) == 1

    node.lost = node.said + 1
    release = StopRequest(anna, "", pressed=False)
    assert [bool(release.look([node.state()])) for _ in range(3)] == [True, True, False]
    assert not node.stop.stopped


def test_what_is_obeyed_is_not_said_again_and_a_release_never_follows_a_newer_press() -> None:
    node = LossyNode(lost=0)
    anna = speaker(node)
    press = StopRequest(anna, "", pressed=True)
    assert not any(press.look([node.state()]) for _ in range(5))
    assert node.said == 1
    old = node.state()
    newer = anna.press("")
    StopRequest(anna, "", pressed=False).look([old])
    assert node.stop.pressed == (newer,)


def test_nobody_outbids_the_presses_to_come_of_a_person_whose_press_was_heard() -> None:
    node = LossyNode(lost=0)
    anna = speaker(node)
    forged = replace(anna.press(""), number=MOST_NUMBER)
    node.stop.take([forged, forged.release("somebody")])
    assert not node.stop.stopped
    assert StopRequest(anna, "", pressed=True).look([node.state()]) == ""


def test_a_release_is_of_the_presses_that_stop_whom_it_is_about() -> None:
    node = LossyNode(lost=0)
    own = StopCommand("bob", "rex", 1, pressed=True)
    everyone = StopCommand("carl", "", 1, pressed=True)
    node.stop.take([own, everyone])
    assert StopRequest(speaker(node), "rex", pressed=False).look([node.state()]) == (
        "still pressed by bob"
    )
    assert node.stop.pressed == (everyone,)


def test_a_request_to_nobody_is_no_success() -> None:
    node = LossyNode(lost=0)
    anna = speaker(node)
    assert StopRequest(anna, "", pressed=True).look([]) == "no robot answers"
    other = replace(node.state(), robot="tall")
    assert StopRequest(anna, "rex", pressed=True).look([other]) == "no robot answers"
