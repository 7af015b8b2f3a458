# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A small load on a real broker, in processes of their own."""

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_teamwork.measuring.broker.performance import bear
from adhoc_teamwork.measuring.broker.setting import Load, Setting
from adhoc_teamwork.teamwork.team.message import MessageKind


def test_robots_that_share_processes_hear_each_other(ros_domain: int) -> None:
    setting = Setting(seconds=0.5, memory_minutes=1.0, domains=(ros_domain,))
    heard = bear(setting, Load(3, 2, 20.0, MessageKind.CHAT, size=500))
    assert heard.wanted == 3 * 2 * 10
    assert (heard.lost, heard.doubled) == (0, 0)
    assert len(heard.latencies) >= heard.wanted
    assert 0.0 < heard.rate < 1.3 * 60.0, (
        "a busy machine speaks slower than it is told, never faster"
    )
