# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

import os
import sys
from pathlib import Path

from bringup.checks import ros
from bringup.checks.finding import FAIL, OK, Subject


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
