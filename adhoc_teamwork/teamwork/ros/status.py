# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Publish entries of /diagnostics."""

from collections.abc import Sequence
from typing import Any

from diagnostic_msgs.msg import DiagnosticArray

from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros
from adhoc_teamwork.teamwork.ros.qos import RELIABLE
from adhoc_teamwork.teamwork.topics import DIAGNOSTICS


class StatusPublisher:
    """Tell how one node fares."""

    def __init__(self, node: Any) -> None:
        self._clock = node.get_clock()
        self._publisher = node.create_publisher(DiagnosticArray, DIAGNOSTICS, RELIABLE)

    def tell(self, statuses: Sequence[Any]) -> None:
        """Publish diagnostic_msgs/DiagnosticStatus messages, stamped with the present.

        What they quote may have come from anywhere: it is made whole.
        """
        for status in statuses:
            for field in ("name", "message", "hardware_id"):
                setattr(status, field, text_to_ros(getattr(status, field)))
            for value in status.values:
                value.key, value.value = text_to_ros(value.key), text_to_ros(value.value)
        array = DiagnosticArray(status=list(statuses))
        array.header.stamp = self._clock.now().to_msg()
        self._publisher.publish(array)
