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

"""Start the message broker, which every team has once."""

from typing import Any

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction

from bringup.nodes import Per
from bringup.ros.launch_arguments import (
    argument,
    node_arguments,
)
from bringup.ros.launching import (
    nodes_for,
    start_given_nodes,
    values_without_run,
)
from bringup.ros.networking import network_arguments


def generate_launch_description() -> LaunchDescription:
    """Describe the broker."""
    return LaunchDescription(
        [
            *node_arguments(),
            *network_arguments(),
            DeclareLaunchArgument(
                "domains",
                default_value="",
                description="ROS domains beside its own that the broker joins, such as 21,22.",
            ),
            OpaqueFunction(function=_start),
        ]
    )


def _start(context: Any) -> list[Any]:
    values = {**values_without_run(), "domains": argument(context, "domains")}
    return start_given_nodes(context, nodes_for(Per.TEAM, set()), values)
