# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell all radios how frames travel, in the simulator's stead (executable).

Each line on standard input is a JSON list of links, each [sender, receiver, reachable, loss, delay,
jitter]; a line is answered when it is published.
"""

import sys
from typing import Any

import rclpy
from adhoc_interfaces import msg as ros
from rclpy.node import Node

from adhoc_teamwork.measuring.broker.ros.serving import serve
from adhoc_teamwork.teamwork.ros.qos import LATCHED
from adhoc_teamwork.teamwork.topics import RADIO_LINKS


def main() -> int:
    """Publish what is asked for until standard input ends."""
    context = rclpy.Context()
    rclpy.init(context=context)
    node = Node("air_station", context=context)
    publisher = node.create_publisher(ros.RadioLinks, RADIO_LINKS, LATCHED)

    def publish(request: dict[str, Any]) -> dict[str, Any]:
        links = [
            ros.RadioLink(
                sender=sender,
                receiver=receiver,
                reachable=bool(reachable),
                loss=float(loss),
                delay=float(delay),
                jitter=float(jitter),
            )
            for sender, receiver, reachable, loss, delay, jitter in request["links"]
        ]
        publisher.publish(ros.RadioLinks(links=links))
        return {}

    def close() -> None:
        node.destroy_node()
        rclpy.try_shutdown(context=context)

    return serve(publish, close)


if __name__ == "__main__":
    sys.exit(main())
