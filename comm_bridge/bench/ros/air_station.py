"""Tell all radios how frames travel, in the simulator's stead (executable).

Each line on standard input is a JSON list of links, each [sender, receiver, reachable, loss, delay,
jitter]; a line is answered when it is published.
"""

import json
import sys

import rclpy
from adhoc_interfaces import msg as ros
from rclpy.node import Node

from teamwork.ros.qos import LATCHED
from teamwork.topics import RADIO_LINKS


def main() -> int:
    """Publish what is asked for until standard input ends."""
    context = rclpy.Context()
    rclpy.init(context=context)
    node = Node("air_station", context=context)
    publisher = node.create_publisher(ros.RadioLinks, RADIO_LINKS, LATCHED)
    try:
        for line in sys.stdin:
            links = [
                ros.RadioLink(
                    sender=sender,
                    receiver=receiver,
                    reachable=bool(reachable),
                    loss=float(loss),
                    delay=float(delay),
                    jitter=float(jitter),
                )
                for sender, receiver, reachable, loss, delay, jitter in json.loads(line)["links"]
            ]
            publisher.publish(ros.RadioLinks(links=links))
            sys.stdout.write("{}\n")
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 0
    finally:
        node.destroy_node()
        rclpy.try_shutdown(context=context)
    return 0


if __name__ == "__main__":
    sys.exit(main())
