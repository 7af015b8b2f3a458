# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find at run time who speaks to the team."""

import re
from typing import Any

from adhoc_teamwork.teamwork.topics import ODOM, TEAM_OUT

_TOPIC = re.compile(r"^/([A-Za-z_][A-Za-z0-9_]*)/(.+)$")
_TYPE = "adhoc_interfaces/msg/TeamMessage"


def find_speakers(node: Any) -> dict[str, str]:
    """Return each robot that has a topic `team/out` in the ROS graph, and that topic."""
    return find_topics(node, TEAM_OUT)[TEAM_OUT]


def find_topics(node: Any, *names: str) -> dict[str, dict[str, str]]:
    """Return for each name, such as `team/out`, the robots that have such a topic, and the topic.

    A topic is in the ROS graph as long as somebody publishes it or listens to it. A node that has
    shut down, of which a timer may still be due, finds none.
    """
    found: dict[str, dict[str, str]] = {name: {} for name in names}
    if not node.context.ok():
        return found
    for topic, types in node.get_topic_names_and_types():
        match = _TOPIC.match(topic)
        if match is not None and match[2] in found and _TYPE in types:
            found[match[2]][match[1]] = topic
    return found


def can_move(node: Any, member: str) -> bool:
    """Tell whether a member of the team has a base that moves; people have none."""
    return bool(node.count_publishers(f"/{member}/{ODOM}"))
