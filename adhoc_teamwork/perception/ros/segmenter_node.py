# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The node `segmenter`: colour pictures in, instance images and what their ids stand for out."""

import sys
import threading
from pathlib import Path
from typing import Any

from adhoc_interfaces.msg import InstanceLabels
from rclpy.node import Node
from sensor_msgs.msg import Image

from adhoc_teamwork.perception.frames.camera import BadFrameError
from adhoc_teamwork.perception.masks.segmenter import Segmenter, SegmenterSettings, load_segmenter
from adhoc_teamwork.perception.masks.vocabulary import Vocabulary, load_class_table
from adhoc_teamwork.perception.messages import color_from_ros
from adhoc_teamwork.perception.problems import Problems
from adhoc_teamwork.perception.ros.diagnostics import Diagnostics
from adhoc_teamwork.perception.ros.mask_messages import mask_labels_to_ros, mask_to_ros
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.patience import pace_clock
from adhoc_teamwork.teamwork.ros.qos import LATCHED, SENSOR
from adhoc_teamwork.teamwork.ros.status import StatusPublisher
from adhoc_teamwork.teamwork.settings.config import ConfigError

_PARAMETERS: dict[str, float | int | str] = {
    "model": "",
    "classes": "",
    "confidence": SegmenterSettings.confidence,
    "overlap": SegmenterSettings.overlap,
    "threads": SegmenterSettings.threads,
}
"""Parameters and defaults: files of the model (ONNX) and of its classes, and thresholds."""

_IDLE = 0.2


class SegmenterNode(Node):
    """Keep the newest picture for a worker thread that runs the model on it."""

    def __init__(self, **node_arguments: Any) -> None:
        super().__init__("segmenter", **node_arguments)
        for name, default in _PARAMETERS.items():
            self.declare_parameter(name, default)
        self._robot = self.get_namespace().strip("/")
        self._problems = Problems()
        self._arrived = threading.Condition()
        self._picture: Any = None
        self._ending = False
        self._failure: Exception | None = None
        self._thread: threading.Thread | None = None
        self._frames = self._named = 0

    def setup(self) -> None:
        """Load the model, connect, and start the worker.

        Raises:
            ConfigError: No namespace, or an unusable parameter, model or table of classes.
        """
        if not self._robot:
            raise ConfigError("segmenter: no robot name; expected a namespace, -r __ns:=/<robot>")
        settings = SegmenterSettings(
            Path(self._text("model")),
            self._share("confidence"),
            self._share("overlap"),
            int(self.get_parameter("threads").value or 0),
        )
        self._vocabulary = Vocabulary(load_class_table(Path(self._text("classes"))))
        self._segmenter: Segmenter = load_segmenter(settings, self._vocabulary)
        self._masks = self.create_publisher(Image, topics.INSTANCES, SENSOR)
        self._labels = self.create_publisher(InstanceLabels, topics.INSTANCE_LABELS, LATCHED)
        self._diagnostics = Diagnostics(
            StatusPublisher(self).tell, self._robot, f"{self._robot}/segmenter"
        )
        self.create_subscription(Image, topics.COLOR_IMAGE, self._on_picture, SENSOR)
        self.create_timer(0.5, self._check_worker, clock=pace_clock(self))
        self._thread = threading.Thread(target=self._run, name="segmenter", daemon=True)
        self._thread.start()
        self.get_logger().info(f"{self._robot}: {settings}")

    def shutdown(self) -> None:
        """End the worker."""
        with self._arrived:
            self._ending = True
            self._arrived.notify_all()
        if self._thread is not None:
            self._thread.join(timeout=1.5)

    def _on_picture(self, message: Any) -> None:
        with self._arrived:
            if self._picture is not None:
                self._problems.count("skipped")
            self._picture = message
            self._arrived.notify_all()

    def _take(self) -> Any:
        """Return the newest picture, or None after a while or at the end."""
        with self._arrived:
            if self._picture is None and not self._ending:
                self._arrived.wait(_IDLE)
            picture, self._picture = self._picture, None
            return None if self._ending else picture

    def _run(self) -> None:
        try:
            while not self._ending:
                picture = self._take()
                if picture is not None:
                    self._segment(picture)
                unknown = self._vocabulary.unknown
                counts = {"frames": self._frames, "unknown_classes": sum(unknown.values())}
                now = seconds_now(self)
                self._diagnostics.update(counts, self._problems, now)
        except Exception as error:  # noqa: BLE001 - handed to the node, which ends the process
            self.get_logger().error(f"segmenter ends: {type(error).__name__}: {error}")
            self._failure = error

    def _segment(self, picture: Any) -> None:
        try:
            instances = self._segmenter.instances(color_from_ros(picture))
        except BadFrameError as error:
            self._problems.note(f"bad_{error.kind}", str(error))
            self.get_logger().warning(str(error), throttle_duration_sec=5.0)
            return
        self._publish_labels(picture.header)
        self._masks.publish(mask_to_ros(instances, picture.header))
        self._frames += 1

    def _publish_labels(self, header: Any) -> None:
        """Name the ids once more where there are new ones."""
        labels = self._segmenter.ids.labels
        if len(labels) == self._named:
            return
        self._named = len(labels)
        self._labels.publish(mask_labels_to_ros(labels, header))

    def _check_worker(self) -> None:
        """End the process, for its supervisor to start it again, where the worker has died."""
        if self._failure is not None:
            raise RuntimeError("the segmenter's worker ended") from self._failure

    def _text(self, name: str) -> str:
        value = self.get_parameter(name).value
        if not isinstance(value, str) or not value:
            raise ConfigError(f"segmenter: parameter {name}: expected a file, got {value!r}")
        return value

    def _share(self, name: str) -> float:
        value = self.get_parameter(name).value
        if not isinstance(value, float) or not 0.0 < value <= 1.0:
            raise ConfigError(f"segmenter: parameter {name}: expected 0 to 1, got {value!r}")
        return value


def main(args: list[str] | None = None) -> int:
    """Run the node; return its exit code."""
    return run_node(SegmenterNode, args)


if __name__ == "__main__":
    sys.exit(main())
