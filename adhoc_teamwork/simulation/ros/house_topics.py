# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What of a house is told once to whoever listens: its floor plan, and ground that is not level."""

from typing import Any

from adhoc_interfaces.msg import SceneGraph
from rclpy.node import Node
from sensor_msgs.msg import PointCloud2

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.ros.conversions import floor_plan_to_ros
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.maps.height_map import HeightMap
from adhoc_teamwork.teamwork.ros.conversions.ground import height_map_to_ros
from adhoc_teamwork.teamwork.ros.qos import LATCHED


def publish_house(node: Node, house: House) -> tuple[Any, ...]:
    """Tell a house; return the publishers, which tell it for as long as they are kept."""
    plan = node.create_publisher(SceneGraph, topics.FLOOR_PLAN, LATCHED)
    plan.publish(floor_plan_to_ros(house))
    if house.ground.is_flat:
        return (plan,)
    ground = node.create_publisher(PointCloud2, topics.GROUND, LATCHED)
    ground.publish(height_map_to_ros(HeightMap.of(house.ground, house.bounds)))
    return plan, ground
