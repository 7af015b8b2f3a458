# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Relays of robots hear presses and releases over ROS, whoever comes, goes and comes back."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

from adhoc_interfaces.msg import StopState
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from std_msgs.msg import Bool

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.emergency_stop import stop_command_to_ros
from adhoc_teamwork.teamwork.ros.emergency_stop import StopRelay
from adhoc_teamwork.teamwork.settings.places import stop_record
from adhoc_teamwork.teamwork.team.emergency_stop import LOST_RECORD, EmergencyStop, StopCommand

ROBOT = "rex"
SWITCH = f"/{topics.EMERGENCY_STOP}"


class Stage:
    """Spin nodes that come and go."""

    def __init__(self, context: Any, records: Path) -> None:
        self.context, self.records = context, records
        self.executor = SingleThreadedExecutor(context=context)
        self.nodes: list[Node] = []

    def node(self, name: str) -> Node:
        node = Node(name, context=self.context)
        self.nodes.append(node)
        self.executor.add_node(node)
        return node

    def relay(self, part: str = "skills", robot: str = ROBOT, settling: float = 0.0) -> StopRelay:
        stop = EmergencyStop(robot, time.monotonic)
        node = self.node(f"{robot}_{part}_{len(self.nodes)}")
        relay = StopRelay(node, stop, part, lambda: "", self.records, settling)
        relay.setup()
        return relay

    def speaker(self, name: str, kind: Any, topic: str, profile: Any) -> Any:
        return self.node(name).create_publisher(kind, topic, profile)

    def end(self, name: str) -> None:
        """End the node of that name as its process' end would."""
        node = next(node for node in self.nodes if node.get_name().startswith(name))
        self.nodes.remove(node)
        self.executor.remove_node(node)
        node.destroy_node()

    def until(self, holds: Callable[[], bool], seconds: float = 15.0) -> bool:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if holds():
                return True
            self.executor.spin_once(timeout_sec=0.05)
        return holds()

    def close(self) -> None:
        for node in self.nodes:
            node.destroy_node()
        self.executor.shutdown()


@pytest.fixture
def stage(ros_context: Any, tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(ros_context, tmp_path)
    yield stage
    stage.close()


def command(source: str = "console", number: int = 1, pressed: bool = True, robot: str = "") -> Any:
    return stop_command_to_ros(StopCommand(source, robot, number, pressed, by="operator"))


def console(stage: Stage, name: str = "console") -> Any:
    return stage.speaker(name, type(command()), topics.STOP_COMMANDS, qos.STOPS)


def test_a_press_survives_the_end_of_who_pressed_and_a_restart(stage: Stage) -> None:
    relay, speaker = stage.relay(), console(stage)
    speaker.publish(command())
    assert stage.until(lambda: bool(relay.stop.pressed))
    stage.end("console")
    assert stage.until(lambda: stop_record(stage.records, ROBOT, "skills").exists())
    stage.end("rex_skills")
    again = stage.relay()
    assert [word.source for word in again.stop.pressed] == ["console"]
    later = console(stage, "later")
    later.publish(command("later", 1, pressed=False))
    later.publish(command("console", 1, pressed=False, robot=ROBOT))
    assert not stage.until(lambda: not again.stop.stopped, 0.5)
    later.publish(command("console", 1, pressed=False))
    assert stage.until(lambda: not again.stop.stopped)


def test_a_press_that_is_latched_beside_anothers_old_release_stops_every_fresh_relay(
    stage: Stage,
) -> None:
    old = stage.speaker("old", Bool, SWITCH, qos.LATCHED)
    old.publish(Bool(data=False))
    speaker = stage.speaker("presses", Bool, SWITCH, qos.LATCHED)
    speaker.publish(Bool(data=True))
    relays = [stage.relay(robot=f"robot_{number}", settling=5.0) for number in range(8)]
    assert stage.until(lambda: all(relay.stop.pressed for relay in relays))
    old.publish(Bool(data=False))
    assert not stage.until(lambda: not all(relay.stop.pressed for relay in relays), 0.5)


def test_a_switch_releases_what_it_pressed_where_it_is_the_only_one(stage: Stage) -> None:
    relay, switch = stage.relay(), stage.speaker("switch", Bool, SWITCH, qos.RELIABLE)
    assert stage.until(lambda: switch.get_subscription_count() > 0)
    for pressed in (True, True, False, True):
        switch.publish(Bool(data=pressed))
        assert stage.until(lambda pressed=pressed: relay.stop.stopped is pressed)
    stage.end("switch")
    other = stage.speaker("other", Bool, SWITCH, qos.RELIABLE)
    assert stage.until(lambda: other.get_subscription_count() > 0)
    other.publish(Bool(data=False))
    assert not stage.until(lambda: not relay.stop.stopped, 0.5)


def test_another_part_of_the_robot_tells_a_fresh_one_what_it_knows(stage: Stage) -> None:
    stage.relay("base")
    fresh = stage.relay("skills", settling=60.0)
    assert fresh.stop.stopped
    assert stage.until(lambda: not fresh.stop.stopped)


def test_teammates_pass_on_presses_of_all_robots_and_no_releases(stage: Stage) -> None:
    mate, speaker = stage.relay(robot="mate"), console(stage)
    speaker.publish(command())
    speaker.publish(command("other", robot="mate"))
    assert stage.until(lambda: len(mate.stop.pressed) == 2)
    stage.end("console")
    late = stage.relay()
    assert stage.until(lambda: bool(late.stop.pressed))
    assert [word.source for word in late.stop.pressed] == ["console"]
    forged = stage.speaker("forger", StopState, topics.STOP_STATES, qos.STOPS)
    forged.publish(StopState(robot="mate", presses=[command(pressed=False)]))
    assert not stage.until(lambda: not late.stop.stopped, 0.5)


def test_a_record_that_cannot_be_read_counts_as_a_press(stage: Stage) -> None:
    stop_record(stage.records, ROBOT, "skills").write_text("{", encoding="utf-8")
    relay = stage.relay()
    assert [word.source for word in relay.stop.pressed] == [LOST_RECORD]
    console(stage).publish(command(LOST_RECORD, 1, pressed=False, robot=ROBOT))
    assert stage.until(lambda: not relay.stop.stopped)


def test_a_state_says_who_presses_and_what_moves(stage: Stage) -> None:
    heard: list[Any] = []
    stage.node("listener").create_subscription(
        StopState, topics.STOP_STATES, heard.append, qos.STOPS
    )
    relay = stage.relay()
    relay._moving = lambda: "the base drives at 0.50 m/s"
    console(stage).publish(command())
    assert stage.until(lambda: bool(heard) and bool(heard[-1].presses))
    told = heard[-1]
    assert (told.robot, told.part, told.known, told.stopped) == (ROBOT, "skills", True, True)
    assert (told.standing, told.moving) == (False, "the base drives at 0.50 m/s")
    assert (told.presses[0].source, told.presses[0].number) == ("console", 1)
