"""Seconds survive the way into a stamp and back."""

import pytest

from teamwork.ros.conversions.stamp import time_from_ros, time_to_ros


@pytest.mark.parametrize("seconds", [0.0, 0.1, 12.999999999, 86400.5])
def test_round_trip(seconds: float) -> None:
    assert time_from_ros(time_to_ros(seconds)) == pytest.approx(seconds, abs=1e-9)


def test_a_stamp_is_not_negative() -> None:
    stamp = time_to_ros(-1.0)
    assert (stamp.sec, stamp.nanosec) == (0, 0)
