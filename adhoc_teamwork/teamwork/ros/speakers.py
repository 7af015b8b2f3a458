# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find at run time who speaks to the team."""

import re
from typing import Any

from adhoc_teamwork.teamwork.topics import ODOM, TEAM_OUT

_OUT_TOPIC = re.compile(rf"^/([A-Za-z_][A-Za-z0-9_]*)/{TEAM_OUT}$")
_TYPE = "adhoc_interfaces/msg/TeamMessage"


def find_speakers(node: Any) -> dict[str, str]:
    """Return each robot that has a topic `team/out` in the ROS graph, and that topic."""
    found = {}
    for topic, types in node.get_topic_names_and_types():
        match = _OUT_TOPIC.match(topic)
        if match is not None and _TYPE in types:
            found[match.group(1)] = topic
    return found


def can_move(node: Any, member: str) -> bool:
    """Tell whether a member of the team has a base that moves; people have none."""
    return bool(node.count_publishers(f"/{member}/{ODOM}"))
