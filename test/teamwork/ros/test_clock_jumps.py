# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a node does again and again goes on, and it hears of it, where its clock is set back."""

import time
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

import rclpy
from rclpy.clock import ClockType
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter
from rosgraph_msgs.msg import Clock

from adhoc_teamwork.teamwork.ros import clock_jumps
from adhoc_teamwork.teamwork.ros.clock_jumps import on_set_back
from adhoc_teamwork.teamwork.ros.patience import pace_clock

LIMIT = 10.0


def spin_until(executor: Any, is_done: Callable[[], bool]) -> bool:
    end = time.monotonic() + LIMIT
    while time.monotonic() < end and not is_done():
        executor.spin_once(timeout_sec=0.05)
    return is_done()


def test_a_system_clock_that_is_set_back_is_told_once(
    ros_context: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lag, looks, told = [0.0], [0], []

    def seconds_now(_node: Any) -> float:
        looks[0] += 1
        return time.time() - lag[0]

    monkeypatch.setattr(clock_jumps, "seconds_now", seconds_now)
    node = rclpy.create_node("real", context=ros_context)
    executor = SingleThreadedExecutor(context=ros_context)
    executor.add_node(node)
    handle = on_set_back(node, lambda: told.append(lag[0]))
    assert spin_until(executor, lambda: looks[0] >= 2)
    assert told == []
    lag[0] = 3600.0
    assert spin_until(executor, lambda: bool(told))
    seen = looks[0]
    assert spin_until(executor, lambda: looks[0] >= seen + 2)
    assert told == [3600.0]
    handle.unregister()
    node.destroy_node()


def test_simulated_time_that_begins_anew_is_told(ros_context: Any) -> None:
    simulated = [Parameter("use_sim_time", value=True)]
    node = rclpy.create_node("simulated", context=ros_context, parameter_overrides=simulated)
    clock = node.create_publisher(Clock, "/clock", 10)
    executor = SingleThreadedExecutor(context=ros_context)
    executor.add_node(node)
    told: list[bool] = []
    handle = on_set_back(node, lambda: told.append(True))

    def show(seconds: int) -> bool:
        message = Clock()
        message.clock.sec = seconds
        clock.publish(message)
        executor.spin_once(timeout_sec=0.05)
        return bool(node.get_clock().now().nanoseconds == seconds * 10**9)

    assert spin_until(executor, lambda: show(600))
    assert told == []
    assert spin_until(executor, lambda: show(1))
    assert told == [True]
    handle.unregister()
    node.destroy_node()


@pytest.mark.parametrize(
    ("is_simulated", "kind"), [(True, ClockType.ROS_TIME), (False, ClockType.STEADY_TIME)]
)
def test_timers_go_by_simulated_time_or_by_what_nobody_sets_back(
    ros_context: Any, is_simulated: bool, kind: ClockType
) -> None:
    simulated = [Parameter("use_sim_time", value=is_simulated)]
    node = rclpy.create_node("paced", context=ros_context, parameter_overrides=simulated)
    assert pace_clock(node).clock_type == kind
    node.destroy_node()
