# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot knows of its battery: what its driver measures, else what it has worked."""

from adhoc_teamwork.adhoc_planner.belief.battery import OwnBattery


def test_without_a_measurement_the_time_of_sub_skills_counts() -> None:
    battery = OwnBattery(100.0)
    battery.pass_time(1000.0, at_work=False)
    battery.pass_time(1030.0, at_work=True)
    assert battery.left == 100.0
    battery.pass_time(1040.0, at_work=False)
    battery.pass_time(1900.0, at_work=False)
    assert battery.left == 90.0


def test_what_is_measured_goes_before_what_is_counted() -> None:
    battery = OwnBattery(100.0)
    battery.pass_time(0.0, at_work=True)
    battery.measure(42.0)
    battery.pass_time(10.0, at_work=True)
    assert battery.left == 42.0


def test_a_clock_that_is_set_is_no_work() -> None:
    battery = OwnBattery(100.0)
    battery.pass_time(10.0, at_work=True)
    battery.clock_set()
    battery.pass_time(1e9, at_work=True)
    battery.pass_time(1e9 + 5.0, at_work=True)
    battery.pass_time(3.0, at_work=True)
    assert battery.left == 95.0
