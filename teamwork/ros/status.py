# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Publish entries of /diagnostics."""

from collections.abc import Sequence
from typing import Any

from diagnostic_msgs.msg import DiagnosticArray

from teamwork.ros.conversions.fields import text_to_ros
from teamwork.ros.qos import RELIABLE
from teamwork.topics import DIAGNOSTICS


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
