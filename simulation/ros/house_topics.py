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

"""What of a house is told once to whoever listens: its floor plan, and ground that is not level."""

from typing import Any

from adhoc_interfaces.msg import SceneGraph
from rclpy.node import Node
from sensor_msgs.msg import PointCloud2

from simulation.house import House
from simulation.ros.conversions import floor_plan_to_ros
from teamwork import topics
from teamwork.height_map import HeightMap
from teamwork.ros.conversions.ground import height_map_to_ros
from teamwork.ros.qos import LATCHED


def publish_house(node: Node, house: House) -> tuple[Any, ...]:
    """Tell a house; return the publishers, which tell it for as long as they are kept."""
    plan = node.create_publisher(SceneGraph, topics.FLOOR_PLAN, LATCHED)
    plan.publish(floor_plan_to_ros(house))
    if house.ground.is_flat:
        return (plan,)
    ground = node.create_publisher(PointCloud2, topics.GROUND, LATCHED)
    ground.publish(height_map_to_ros(HeightMap.of(house.ground, house.bounds)))
    return plan, ground
