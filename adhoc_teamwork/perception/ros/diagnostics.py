# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell of a node's input in /diagnostics, at a bounded rate in ROS time."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from diagnostic_msgs.msg import DiagnosticStatus, KeyValue

from adhoc_teamwork.perception.problems import Problems
from adhoc_teamwork.teamwork.clock import lately

EVERY = 1.0


class Diagnostics:
    """Tell counts and problems of one node; used by its worker thread only."""

    def __init__(self, tell: Callable[[Sequence[Any]], None], robot: str, name: str) -> None:
        self._tell = tell
        self._robot = robot
        self._name = name
        self._at = -math.inf

    def update(self, done: Mapping[str, int], problems: Problems, now: float) -> None:
        """Publish where it is time; the level is WARN while more input is lost than taken in."""
        if lately(self._at, now, EVERY):
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
        self._tell([status])
