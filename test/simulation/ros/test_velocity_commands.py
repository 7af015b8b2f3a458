# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whoever sends `cmd_vel` drives a robot of the simulator node, as Nav2's last node would."""

import json
import math
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

from builtin_interfaces.msg import Time
from geometry_msgs.msg import Twist, TwistStamped
from nav_msgs.msg import Odometry
from rclpy.context import Context
from rclpy.node import Node
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import LaserScan
from simulator_bench import SimulatorBench
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.simulation.motion.velocity_driver import STILL, Velocity
from adhoc_teamwork.simulation.ros.commanders_waited_for import HEED, PATIENCE, CommandersWaitedFor
from adhoc_teamwork.simulation.simulator import STEP
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros, time_to_ros
from adhoc_teamwork.teamwork.ros.stop_speaker import StopSpeaker
from adhoc_teamwork.teamwork.settings.navigation import Navigation

CMD_VEL = f"/al/{topics.CMD_VEL}"
PERIOD = 0.05
"""Seconds of wall time between two commands."""


class Bench(SimulatorBench):
    """Spin the simulator and a node that commands its robot."""

    def __init__(self, context: Any, folder: Path, **parameters: Any) -> None:
        self.client = Node("commander", context=context, use_global_arguments=False)
        super().__init__(self.client, folder, folder, **parameters)
        self.world = self.simulator._simulator

    @property
    def robot(self) -> Any:
        """Return the robot as the world has it."""
        return self.world.world.robots["al"]

    def command(self, kind: type[Any]) -> Any:
        """Return a publisher that sends messages again and again until it is destroyed."""
        publisher = self.client.create_publisher(kind, CMD_VEL, qos.RELIABLE)
        self.until(publisher.get_subscription_count)
        return publisher


@pytest.fixture
def nav2_folder(task_folder: Path) -> Path:
    """Return a folder with a task in which Nav2 drives."""
    path = task_folder / "task.json"
    task = json.loads(path.read_text(encoding="utf-8")) | {"navigation": Navigation.NAV2}
    path.write_text(json.dumps(task), encoding="utf-8")
    return task_folder


@pytest.fixture
def bench(ros_context: Any, nav2_folder: Path) -> Iterator[Bench]:
    made = Bench(ros_context, nav2_folder, speed=2.0)
    yield made
    made.close()


def twist(ahead: float, turn: float = 0.0) -> Any:
    message = Twist()
    message.linear.x, message.angular.z = ahead, turn
    return message


def stamped(ahead: float, stamp: float = 0.0) -> Any:
    message = TwistStamped(twist=twist(ahead))
    message.header.stamp = time_to_ros(stamp)
    return message


def test_twists_drive_and_navigation_hears_often_enough(bench: Bench) -> None:
    heard: dict[str, list[Any]] = {}
    for kind, topic, profile in (
        (Odometry, f"/al/{topics.ODOM}", qos.SENSOR),
        (LaserScan, f"/al/{topics.SCAN}", qos.SENSOR),
        (TFMessage, "/tf", qos.TF),
        (Clock, "/clock", qos.CLOCK),
    ):
        heard[topic] = []
        bench.client.create_subscription(kind, topic, heard[topic].append, profile)
    sender = bench.command(Twist)
    bench.client.create_timer(PERIOD, lambda: sender.publish(twist(0.2)))
    bench.until(lambda: bench.robot.speed == 0.2)
    odometry, scans = heard[f"/al/{topics.ODOM}"], heard[f"/al/{topics.SCAN}"]
    bench.until(lambda: odometry and odometry[-1].twist.twist.linear.x == 0.2)
    bench.until(lambda: min(len(odometry), len(scans), len(heard["/tf"])) > 10)
    assert usual_gap([m.header.stamp for m in odometry]) == pytest.approx(0.05, abs=1e-6)
    assert usual_gap([m.header.stamp for m in scans]) == pytest.approx(0.1, abs=1e-6)
    transforms = [m.transforms[0].header.stamp for m in heard["/tf"]]
    assert usual_gap(transforms) == pytest.approx(0.05, abs=1e-6)
    assert usual_gap([m.clock for m in heard["/clock"]]) == pytest.approx(0.05, abs=1e-6)
    # What Nav2 serves is left to it.
    node = bench.simulator
    offered = {name for name, _ in node.get_service_names_and_types_by_node(node.get_name(), "/")}
    assert not {name for name in offered if "navigate_to_pose" in name or "bt_navigator" in name}
    assert f"/al/{topics.MANIPULATE}" in offered


def usual_gap(stamps: list[Any]) -> float:
    """Return the median of the seconds between two messages: a few may have been lost."""
    gaps = sorted(time_from_ros(b) - time_from_ros(a) for a, b in pairwise(stamps))
    return gaps[len(gaps) // 2]


def test_stamped_ones_drive_unless_they_are_old_or_no_numbers(
    bench: Bench, ros_domain: int
) -> None:
    # A participant of DDS has one kind of a topic, so another one sends the other kind.
    context = Context()
    context.init(domain_id=ros_domain)
    node = Node("other", context=context, use_global_arguments=False)
    sender = node.create_publisher(TwistStamped, CMD_VEL, qos.RELIABLE)
    try:
        bench.until(lambda: bench.world.time > 3.0 and sender.get_subscription_count())
        since = bench.world.time

        def send(*messages: Any) -> None:
            time.sleep(0.01)
            for message in messages:
                sender.publish(message)

        bad = (stamped(0.2, 1.0), stamped(math.nan), stamped(math.inf))
        bench.until(lambda: send(*bad) or bench.world.time > since + 1.0)
        assert bench.robot.path_length == 0.0
        bench.until(lambda: send(stamped(-0.2, bench.world.time)) or bench.robot.speed == -0.2)
        # The other kind is heard where the first is sent no more.
        node.destroy_publisher(sender)
        bench.until(lambda: not bench.world.moving("al"))
        sender = node.create_publisher(Twist, CMD_VEL, qos.RELIABLE)
        bench.until(lambda: send(twist(0.2)) or bench.robot.speed == 0.2)
    finally:
        node.destroy_node()
        context.shutdown()


def test_an_emergency_stop_holds_under_commands(bench: Bench) -> None:
    speaker = StopSpeaker(bench.client, "anna", "test")
    speaker.setup()
    sender = bench.command(Twist)
    timer = bench.client.create_timer(PERIOD, lambda: sender.publish(twist(0.0, 0.5)))
    bench.until(lambda: bench.robot.turn_rate == 0.5)
    press = speaker.press("al")
    bench.until(lambda: bench.world.fleet.drivers["al"].halted and not bench.world.moving("al"))
    stood, since = bench.robot.pose, bench.world.time
    bench.until(lambda: bench.world.time > since + 1.0)
    assert bench.robot.pose == stood
    speaker.release([press])
    bench.until(lambda: not bench.world.fleet.drivers["al"].halted)
    since = bench.world.time
    bench.until(lambda: bench.world.time > since + 1.0)
    assert bench.robot.pose == stood
    # Told to stand, then anew.
    bench.client.destroy_timer(timer)
    bench.until(lambda: bench.world.time > since + 2.0)
    bench.client.create_timer(PERIOD, lambda: sender.publish(twist(0.0, 0.5)))
    bench.until(lambda: bench.robot.turn_rate == 0.5)


def test_time_that_goes_as_it_can_waits_for_the_next_command(
    ros_context: Any, nav2_folder: Path
) -> None:
    made = Bench(ros_context, nav2_folder, speed="max")
    try:
        for place in ("broker", *(f"al/{part}" for part in topics.WORKED_OFF_BY_ROBOT)):
            says = made.client.create_publisher(Time, f"/{topics.worked_off(place)}", qos.LATCHED)
            says.publish(time_to_ros(1e6))
        sender = made.command(Twist)
        made.until(lambda: made.world.time > 0.5)
        sent = 0

        def send() -> None:
            nonlocal sent
            sent += 1
            sender.publish(twist(0.0, 0.5))

        timer = made.client.create_timer(PERIOD, send)
        made.until(lambda: made.robot.turn_rate == 0.5)
        since, before = made.world.time, sent
        made.until(lambda: sent >= before + 8)
        # Free, it would have gone on by seconds.
        assert made.world.time - since <= (sent - before + 1) * (HEED + STEP)
        made.client.destroy_timer(timer)
        since = made.world.time
        made.until(lambda: made.world.time > since + 5.0)
        assert not made.world.moving("al")
    finally:
        made.close()


def test_who_tells_nothing_more_is_waited_for_a_short_while_only() -> None:
    wall = [10.0]
    driver: Any = SimpleNamespace(
        robot=SimpleNamespace(name="al"), told_at=1.0, wanted=Velocity(0.2)
    )
    waiting = CommandersWaitedFor(lambda: wall[0])
    assert not waiting.must_wait([driver], 1.0 + STEP)
    assert waiting.must_wait([driver], 1.0 + HEED)
    wall[0] += PATIENCE - 0.01
    assert waiting.must_wait([driver], 1.0 + HEED)
    wall[0] += 0.02
    assert not waiting.must_wait([driver], 1.0 + HEED)
    driver.told_at = 1.1
    assert waiting.must_wait([driver], 1.1 + HEED)
    driver.wanted = STILL
    assert not waiting.must_wait([driver], 1.1 + HEED)
