# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make events of what the simulator tells of its world."""

from typing import Any

from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros


def world_event(message: Any) -> Event:
    """Return the event that an adhoc_interfaces/WorldEvent is."""
    data = {
        "object": message.object,
        "category": message.category,
        "position": [message.position.x, message.position.y, message.position.z],
        "where": message.where,
        "tidied": message.tidied,
        "total": message.total,
        "path_length": message.path_length,
    }
    stamp = time_from_ros(message.stamp)
    return Event(stamp, Source.WORLD, message.kind, message.robot, message.text, data)
