# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a node says of the simulated time that it has worked off, and when it is woken."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

from builtin_interfaces.msg import Time
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from rosgraph_msgs.msg import Clock

from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros, time_to_ros
from adhoc_teamwork.teamwork.ros.qos import CLOCK, LATCHED
from adhoc_teamwork.teamwork.ros.worked_off import WorkedOff

LIMIT = 10.0


class Bench:
    """A node on simulated time and a world that tells it, spun together."""

    def __init__(self, context: Any, wake: Callable[[], None] | None) -> None:
        simulated = [Parameter("use_sim_time", value=True)]
        self.node = Node("worker", namespace="rob", context=context, parameter_overrides=simulated)
        self.world = Node("world", context=context)
        self.clock = self.world.create_publisher(Clock, "/clock", CLOCK)
        self.told: list[float] = []
        self.worked_off = WorkedOff(self.node, wake)
        self.worked_off.setup()
        self.executor = SingleThreadedExecutor(context=context)
        for node in (self.node, self.world):
            self.executor.add_node(node)

    def listen(self) -> None:
        self.world.create_subscription(
            Time, "/rob/worker/worked_off", lambda m: self.told.append(time_from_ros(m)), LATCHED
        )
        self.until(lambda: self.told, None)

    def until(self, holds: Callable[[], Any], now: float | None = 0.0) -> None:
        """Tell the time, if any, and spin until something holds."""
        end = time.monotonic() + LIMIT
        while not holds():
            assert time.monotonic() < end, f"waited too long; told {self.told}"
            if now is not None:
                self.clock.publish(Clock(clock=time_to_ros(now)))
            self.executor.spin_once(timeout_sec=0.05)

    def close(self) -> None:
        self.worked_off.close()
        self.executor.shutdown(timeout_sec=1.0)
        for node in (self.node, self.world):
            node.destroy_node()


@pytest.fixture
def make(ros_context: Any) -> Iterator[Callable[..., Bench]]:
    made: list[Bench] = []

    def make_one(wake: Callable[[], None] | None = None) -> Bench:
        made.append(Bench(ros_context, wake))
        return made[-1]

    yield make_one
    for bench in made:
        bench.close()


def test_a_node_that_works_in_callbacks_answers_each_time_it_hears(
    make: Callable[..., Bench],
) -> None:
    bench = make()
    bench.listen()
    assert bench.told == [0.0], "the first word is kept for whoever listens later"
    bench.until(lambda: bench.told[-1] == 1.5, now=1.5)
    bench.until(lambda: bench.told[-1] == 1.6, now=1.6)
    assert bench.told == [0.0, 1.5, 1.6], "a time that stands is answered once"


def test_who_works_elsewhere_is_woken_and_answers_when_it_has_done_its_work(
    make: Callable[..., Bench],
) -> None:
    woken: list[int] = []
    bench = make(lambda: woken.append(1))
    bench.listen()
    bench.until(lambda: woken, now=2.0)
    assert bench.told == [0.0]
    bench.worked_off.tell(2.0)
    bench.until(lambda: bench.told[-1] == 2.0, now=2.0)
    bench.until(lambda: bench.worked_off.still_at_work() or bench.told == [0.0, 2.0, 2.0], now=2.0)


def test_nobody_is_woken_where_nobody_waits(make: Callable[..., Bench]) -> None:
    woken: list[int] = []
    bench = make(lambda: woken.append(1))
    clock = bench.node.get_clock()
    bench.until(lambda: clock.now().nanoseconds == 3 * 10**9, now=3.0)
    assert not woken
    bench.worked_off.tell(3.0)
    bench.listen()
    assert bench.told == [0.0]


def test_who_waits_from_now_on_is_answered_though_the_clock_stands(
    make: Callable[..., Bench],
) -> None:
    bench = make()
    clock = bench.node.get_clock()
    bench.until(lambda: clock.now().nanoseconds == 3 * 10**9, now=3.0)
    bench.listen()
    bench.until(lambda: bench.told[-1] == 3.0, now=3.0)
