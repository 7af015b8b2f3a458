# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import os
import sys
from pathlib import Path

from adhoc_teamwork.bringup.checks import ros
from adhoc_teamwork.bringup.checks.finding import FAIL, OK, Subject


def subject(**env: str) -> Subject:
    return Subject(Path(sys.executable), {**os.environ, **env}, None, Path.cwd())


def test_two_processes_find_each_other(ros_domain: int) -> None:
    finding = ros.check_discovery(subject())
    assert finding.status == OK, finding
    assert f"domain {ros_domain}" in finding.detail


def test_discovery_that_is_off_is_found_out(ros_domain: int) -> None:
    del ros_domain
    finding = ros.check_discovery(subject(ROS_AUTOMATIC_DISCOVERY_RANGE="OFF"))
    assert finding.status == FAIL
    assert finding.advice
    assert "range OFF" in finding.detail


def test_ros_and_interfaces_load(ros_domain: int) -> None:
    del ros_domain
    assert ros.check_ros(subject()).status == OK
    assert ros.check_interfaces(subject()).status == OK


def test_interfaces_that_are_not_built_are_found_out(ros_domain: int) -> None:
    del ros_domain
    here = str(Path(__file__).parents[3])
    finding = ros.check_interfaces(subject(PYTHONPATH=here))
    assert finding.status == FAIL
    assert "adhoc_interfaces" in finding.detail
