# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Have Nav2 empty its costmaps, where it is there to be asked."""

from typing import Any

from nav2_msgs.srv import ClearEntireCostmap

from adhoc_teamwork.teamwork import topics

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
