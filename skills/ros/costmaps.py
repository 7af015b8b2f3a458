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

"""Have Nav2 empty its costmaps, where it is there to be asked."""

from typing import Any

from nav2_msgs.srv import ClearEntireCostmap

from teamwork import topics

_COSTMAPS = ("global", "local")


class Costmaps:
    """Ask the navigation system of the node's namespace to forget what stood in the way."""

    def __init__(self, node: Any, callback_group: Any = None) -> None:
        self._node, self._group = node, callback_group
        self._clients: list[Any] = []

    def setup(self) -> None:
        """Create the clients."""
        self._clients = [
            self._node.create_client(
                ClearEntireCostmap, topics.clear_costmap(which), callback_group=self._group
            )
            for which in _COSTMAPS
        ]

    def clear(self) -> None:
        """Ask; nobody waits for the answer."""
        for client in self._clients:
            if client.service_is_ready():
                client.call_async(ClearEntireCostmap.Request())
