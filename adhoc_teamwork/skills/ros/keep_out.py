# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell the navigation system which zones plans have to go round."""

from typing import Any

from nav2_msgs.msg import CostmapFilterInfo
from nav_msgs.msg import OccupancyGrid

from adhoc_teamwork.skills.execution.safety import Zone
from adhoc_teamwork.skills.nav2.keep_out import keep_out_mask
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.occupancy import occupancy_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now

_KEEP_OUT = 0
"""What kind of filter the mask is for, as nav2_msgs/CostmapFilterInfo numbers them."""


class KeepOut:
    """Publish keep-out zones once, for all that listen then or later.

    A mask is told where there is no zone, too: Nav2's filter complains every 2 s until it has one.

    Args:
        node: A node in the robot's namespace.
        zones: Kept free.
    """

    def __init__(self, node: Any, zones: tuple[Zone, ...]) -> None:
        self._node, self._zones = node, zones

    def setup(self) -> None:
        """Publish them."""
        mask = self._node.create_publisher(OccupancyGrid, topics.KEEP_OUT_MASK, qos.LATCHED)
        frame, cells = keep_out_mask(zone.outline for zone in self._zones)
        told = occupancy_to_ros(frame, cells, seconds_now(self._node))
        mask.publish(told)
        # A costmap has a namespace of its own, so that the mask's topic is told from the root.
        info = CostmapFilterInfo(
            header=told.header, type=_KEEP_OUT, filter_mask_topic=mask.topic_name, multiplier=1.0
        )
        heard = self._node.create_publisher(CostmapFilterInfo, topics.KEEP_OUT_FILTER, qos.LATCHED)
        heard.publish(info)
