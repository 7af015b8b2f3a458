# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who speaks is read from the ROS graph, and by a node that has shut down from nothing."""

import rclpy
from rclpy.context import Context

from adhoc_teamwork.teamwork.ros.speakers import find_speakers


def test_a_node_that_has_shut_down_finds_nobody(ros_domain: int) -> None:
    context = Context()
    rclpy.init(context=context, domain_id=ros_domain)
    node = rclpy.create_node("listener", context=context)
    assert find_speakers(node) == {}
    context.try_shutdown()
    assert find_speakers(node) == {}
    node.destroy_node()
