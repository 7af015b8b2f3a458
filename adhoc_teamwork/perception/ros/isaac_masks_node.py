# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The node `isaac_masks`: Isaac Sim's instance segmentation in, instance images and labels out."""

import sys
from pathlib import Path
from typing import Any

from adhoc_interfaces.msg import InstanceLabels
from rcl_interfaces.msg import ParameterDescriptor
from rclpy.node import Node
from sensor_msgs.msg import Image
from std_msgs.msg import String

from adhoc_teamwork.perception.frames.camera import BadFrameError
from adhoc_teamwork.perception.frames.pairing import ExactPairing
from adhoc_teamwork.perception.masks.isaac_masks import IsaacMasks, names_of
from adhoc_teamwork.perception.masks.vocabulary import Vocabulary, load_class_table
from adhoc_teamwork.perception.messages import wide_ids_from_ros
from adhoc_teamwork.perception.problems import Problems
from adhoc_teamwork.perception.ros.diagnostics import Diagnostics
from adhoc_teamwork.perception.ros.mask_messages import mask_labels_to_ros, mask_to_ros
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.qos import LATCHED, RELIABLE, SENSOR
from adhoc_teamwork.teamwork.ros.status import StatusPublisher
from adhoc_teamwork.teamwork.settings.config import ConfigError

_IDS, _NAMES = "ids", "labels"
_WHOLE = 1_000_000
"""Nanoseconds: a picture and its labels tell one time, give or take a rounding."""


class IsaacMasksNode(Node):
    """Pair ids and names by their time and publish what perception takes, within milliseconds.

    The parameter `classes` is the table that ``adhoc world --classes`` writes.
    """

    def __init__(self, **node_arguments: Any) -> None:
        super().__init__("isaac_masks", **node_arguments)
        what = "The table of what Isaac Sim's segmentation shows, by adhoc world --classes."
        self.declare_parameter("classes", "", ParameterDescriptor(description=what, read_only=True))
        self._robot = self.get_namespace().strip("/")
        self._pairing: ExactPairing[Any] = ExactPairing((_IDS, _NAMES))
        self._problems = Problems()
        self._frames = self._named = 0

    def setup(self) -> None:
        """Read the table and connect.

        Raises:
            ConfigError: No namespace, or no usable table.
        """
        if not self._robot:
            raise ConfigError("isaac_masks: no robot name; expected a namespace, -r __ns:=/<robot>")
        table = self.get_parameter("classes").value
        if not isinstance(table, str) or not table:
            raise ConfigError(f"isaac_masks: parameter classes: expected a file, got {table!r}")
        self._translation = IsaacMasks(Vocabulary(load_class_table(Path(table))))
        self._diagnostics = Diagnostics(
            StatusPublisher(self).tell, self._robot, f"{self._robot}/isaac_masks"
        )
        self._masks = self.create_publisher(Image, topics.INSTANCES, SENSOR)
        self._labels = self.create_publisher(InstanceLabels, topics.INSTANCE_LABELS, LATCHED)
        self.create_subscription(Image, topics.ISAAC_INSTANCES, self._on_ids, SENSOR)
        self.create_subscription(String, topics.ISAAC_LABELS, self._on_names, RELIABLE)
        self.get_logger().info(f"{self._robot}: classes of {table}")

    def shutdown(self) -> None:
        """Forget what waits for its other half."""
        self._pairing.clear()

    def _on_ids(self, message: Any) -> None:
        stamp = message.header.stamp.sec * 10**9 + message.header.stamp.nanosec
        self._pair(_IDS, stamp, message)

    def _on_names(self, message: Any) -> None:
        try:
            stamp, names = names_of(message.data)
        except BadFrameError as error:
            self._refuse(error)
        else:
            self._pair(_NAMES, stamp, names)

    def _pair(self, stream: str, stamp: int, item: Any) -> None:
        dropped = self._pairing.dropped
        complete = self._pairing.add(stream, round(stamp / _WHOLE), item)
        if self._pairing.dropped > dropped:
            self._problems.note("unpaired", self._pairing.last_dropped)
        if complete is not None:
            self._publish(complete[_IDS], complete[_NAMES])
        counts = {"frames": self._frames, "unknown_names": self._translation.unknown}
        now = seconds_now(self)
        self._diagnostics.update(counts, self._problems, now)

    def _publish(self, picture: Any, names: dict[int, str]) -> None:
        try:
            ids = self._translation.translate(wide_ids_from_ros(picture), names)
        except BadFrameError as error:
            self._refuse(error)
            return
        labels = self._translation.labels
        if len(labels) > self._named:
            self._named = len(labels)
            self._labels.publish(mask_labels_to_ros(labels, picture.header))
        self._masks.publish(mask_to_ros(ids, picture.header))
        self._frames += 1

    def _refuse(self, error: BadFrameError) -> None:
        self._problems.note(f"bad_{error.kind}", str(error))
        self.get_logger().warning(str(error), throttle_duration_sec=5.0)


def main(args: list[str] | None = None) -> int:
    """Run the node; return its exit code."""
    return run_node(IsaacMasksNode, args)


if __name__ == "__main__":
    sys.exit(main())
