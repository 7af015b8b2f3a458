# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Seconds survive the way into a stamp and back."""

from types import SimpleNamespace

import pytest
from rclpy.time import Time

from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now, time_from_ros, time_to_ros


@pytest.mark.parametrize("seconds", [0.0, 0.1, 12.999999999, 86400.5])
def test_round_trip(seconds: float) -> None:
    assert time_from_ros(time_to_ros(seconds)) == pytest.approx(seconds, abs=1e-9)


def test_a_stamp_is_not_negative() -> None:
    stamp = time_to_ros(-1.0)
    assert (stamp.sec, stamp.nanosec) == (0, 0)


def test_the_time_of_a_node_is_that_of_its_clock() -> None:
    clock = SimpleNamespace(now=lambda: Time(seconds=12, nanoseconds=500_000_000))
    assert seconds_now(SimpleNamespace(get_clock=lambda: clock)) == pytest.approx(12.5)
