"""Tell of a node's input in /diagnostics, at a bounded rate in ROS time."""

import math
from collections.abc import Mapping
from typing import Any

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue

from perception.problems import Problems
from teamwork import topics
from teamwork.ros.conversions.stamp import time_to_ros
from teamwork.ros.qos import RELIABLE

EVERY = 1.0


class Diagnostics:
    """Publish counts and problems of one node; used by its worker thread only."""

    def __init__(self, node: Any, robot: str, name: str = "perception") -> None:
        self._robot = robot
        self._name = f"{robot}/{name}"
        self._publisher = node.create_publisher(DiagnosticArray, topics.DIAGNOSTICS, RELIABLE)
        self._at = -math.inf

    def restart(self) -> None:
        """Publish anew, as after a clock that jumped back."""
        self._at = -math.inf

    def update(self, done: Mapping[str, int], problems: Problems, now: float) -> None:
        """Publish where it is time; the level is WARN while more input is lost than taken in."""
        if now - self._at < EVERY:
            return
        self._at = now
        report = problems.report(done.get("frames", 0))
        counts = {**done, **report.counts}
        status = DiagnosticStatus(
            level=DiagnosticStatus.WARN if report.is_losing else DiagnosticStatus.OK,
            name=self._name,
            hardware_id=self._robot,
            message=report.message,
            values=[KeyValue(key=name, value=str(counts[name])) for name in sorted(counts)],
        )
        message = DiagnosticArray(status=[status])
        message.header.stamp = time_to_ros(now)
        self._publisher.publish(message)
