"""Publish entries of /diagnostics."""

from collections.abc import Sequence
from typing import Any

from diagnostic_msgs.msg import DiagnosticArray

from teamwork.ros.qos import RELIABLE
from teamwork.topics import DIAGNOSTICS


class StatusPublisher:
    """Tell how one node fares."""

    def __init__(self, node: Any) -> None:
        self._clock = node.get_clock()
        self._publisher = node.create_publisher(DiagnosticArray, DIAGNOSTICS, RELIABLE)

    def tell(self, statuses: Sequence[Any]) -> None:
        """Publish diagnostic_msgs/DiagnosticStatus messages, stamped with the present."""
        array = DiagnosticArray(status=list(statuses))
        array.header.stamp = self._clock.now().to_msg()
        self._publisher.publish(array)
