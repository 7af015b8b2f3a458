# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Try ROS 2 for the doctor: import our interfaces, talk, or listen to another process."""

import importlib
import sys
import time
from collections.abc import Sequence

WAIT = 10.0
PERIOD = 0.1
TALK_TIME = 60.0


def main(arguments: Sequence[str]) -> int:
    """Run one trial: ``interfaces``, ``talk TOPIC`` or ``listen TOPIC``.

    Returns:
        0 when it worked; the last line printed says what was found.
    """
    trial, *rest = arguments
    if trial == "interfaces":
        return _load_interfaces()
    return _talk(rest[0]) if trial == "talk" else _listen(rest[0])


def _load_interfaces() -> int:
    from rclpy.type_support import check_for_type_support

    wanted = {
        "adhoc_interfaces.msg": "TeamMessage",
        "adhoc_interfaces.srv": "Manipulate",
        "nav2_msgs.action": "NavigateToPose",
        "tf2_msgs.msg": "TFMessage",
        "vision_msgs.msg": "Detection2DArray",
    }
    for module, name in wanted.items():
        check_for_type_support(getattr(importlib.import_module(module), name))
    _say(f"{', '.join(wanted.values())} load")
    return 0


def _talk(topic: str) -> int:
    import rclpy
    from std_msgs.msg import String

    rclpy.init()
    node = rclpy.create_node("adhoc_doctor_talker")
    publisher = node.create_publisher(String, topic, 10)
    deadline = time.monotonic() + TALK_TIME
    while time.monotonic() < deadline:
        publisher.publish(String(data="hello"))
        rclpy.spin_once(node, timeout_sec=PERIOD)
    rclpy.shutdown()
    return 0


def _listen(topic: str) -> int:
    import rclpy
    from std_msgs.msg import String

    rclpy.init()
    node = rclpy.create_node("adhoc_doctor_listener")
    heard: list[str] = []
    node.create_subscription(String, topic, lambda message: heard.append(message.data), 10)
    begin = time.monotonic()
    while not heard and time.monotonic() - begin < WAIT:
        rclpy.spin_once(node, timeout_sec=PERIOD)
    waited = time.monotonic() - begin
    node.destroy_node()
    rclpy.shutdown()
    if not heard:
        _say(f"nothing heard of another process within {WAIT:.0f} s")
        return 1
    _say(f"another process heard after {waited:.1f} s")
    return 0


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
