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

"""A small load on a real broker, in processes of their own."""

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from comm_bridge.bench.performance import bear
from comm_bridge.bench.setting import Load, Setting
from teamwork.message import MessageKind


def test_robots_that_share_processes_hear_each_other(ros_domain: int) -> None:
    setting = Setting(seconds=0.5, memory_minutes=1.0, domains=(ros_domain,))
    heard = bear(setting, Load(3, 2, 20.0, MessageKind.CHAT, size=500))
    assert heard.wanted == 3 * 2 * 10
    assert (heard.lost, heard.doubled) == (0, 0)
    assert len(heard.latencies) >= heard.wanted
    assert heard.rate == pytest.approx(60.0, rel=0.3)
