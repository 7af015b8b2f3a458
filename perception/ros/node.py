"""The node `perception`: sensors and team messages in, detections, scene graph and map out."""

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from adhoc_interfaces.msg import InstanceLabels, SceneGraph, TeamMessage
from rclpy.clock import JumpThreshold
from rclpy.duration import Duration
from rclpy.node import Node
from sensor_msgs.msg import CameraInfo, Image, JointState

from perception.config import PerceptionConfig
from perception.masks import BoxSource, ImageSource, MaskKind, MaskSource
from perception.messages import grips_from_ros
from perception.pairing import ExactPairing
from perception.pipeline import Perception
from perception.problems import Problems
from perception.ros.diagnostics import Diagnostics
from perception.ros.inbox import Inbox, Triple
from perception.ros.outputs import Outputs
from perception.ros.worker import Worker
from perception.vocabulary import Vocabulary, load_class_table
from teamwork import topics
from teamwork.config import ConfigError, load_config
from teamwork.robot_card import load_robot_card
from teamwork.ros.conversions.stamp import time_from_ros
from teamwork.ros.node_main import run_node
from teamwork.ros.qos import LATCHED, SENSOR, TEAM
from teamwork.ros.transforms import Transforms, make_buffer

_DEPTH, _INSTANCES, _INFO = "depth", "instances", "info"
_JUMP_BACK = Duration(nanoseconds=-500_000_000)
_CHECK_PERIOD = 0.5
_PARAMETERS: dict[str, float | int | str] = {
    "robot_card": "",
    "config": "",
    "max_rate": 5.0,
    "graph_rate": 2.0,
    "map_rate": 1.0,
    "tf_wait": 1.0,
    "masks": MaskKind.INSTANCES.value,
    "classes": "",
    "least_score": 0.35,
}
"""Parameters and defaults: rates in Hz of ROS time, `tf_wait` in seconds of wall time.

`classes` (a table of config/segmenter) and `least_score` are for `masks` that are boxes.
"""


class PerceptionNode(Node):
    """Pair pictures by stamp and hand them, with everything else heard, to a worker thread."""

    def __init__(self, **node_arguments: Any) -> None:
        super().__init__("perception", **node_arguments)
        for name, default in _PARAMETERS.items():
            self.declare_parameter(name, default)
        self._robot = self.get_namespace().strip("/")
        self._pairing: ExactPairing[Any] = ExactPairing((_DEPTH, _INSTANCES, _INFO))
        self._inbox = Inbox()
        self._problems = Problems()
        self._holds = False
        self._last_frame = 0
        self._worker: Worker | None = None
        self._thread: threading.Thread | None = None
        self._transforms: Transforms | None = None
        self._jumps: Any = None

    def setup(self) -> None:
        """Read the robot's card, connect, and start the worker.

        Raises:
            ConfigError: No namespace, or an unusable card or parameter.
        """
        if not self._robot:
            raise ConfigError("perception: no robot name; expected a namespace, -r __ns:=/<robot>")
        card = load_robot_card(Path(self._text("robot_card")))
        config = self._config()
        self._frame_every = round(1e9 / self._positive("max_rate"))
        belief = Perception(self._robot, card.capability, config)
        outputs = Outputs(self, self._positive("graph_rate"), self._positive("map_rate"))
        self._transforms = make_buffer(self)
        self._worker = Worker(
            self,
            self._robot,
            belief,
            self._transforms,
            self._inbox,
            self._mask_source(),
            outputs,
            card.capability.camera_range,
            Diagnostics(self, self._robot),
            self._problems,
            self._positive("tf_wait"),
        )
        self._subscribe()
        self._jumps = self.get_clock().create_jump_callback(
            JumpThreshold(min_forward=None, min_backward=_JUMP_BACK),
            post_callback=lambda _jump: self._restart(),
        )
        self.create_timer(_CHECK_PERIOD, self._check_worker)
        self._thread = threading.Thread(target=self._worker.run, name="perception", daemon=True)
        self._thread.start()
        self.get_logger().info(f"{self._robot}: {config}, {card.capability}")

    def shutdown(self) -> None:
        """End the worker and the subscriptions to transforms."""
        self._inbox.close()
        if self._thread is not None:
            self._thread.join(timeout=1.5)
        if self._jumps is not None:
            self._jumps.unregister()
        if self._transforms is not None:
            self._transforms.close()

    def _subscribe(self) -> None:
        subscribe = self.create_subscription
        subscribe(Image, topics.DEPTH_IMAGE, lambda m: self._on_picture(_DEPTH, m), SENSOR)
        kind, topic = self._mask_topic()
        subscribe(kind, topic, lambda m: self._on_picture(_INSTANCES, m), SENSOR)
        subscribe(CameraInfo, topics.CAMERA_INFO, lambda m: self._on_picture(_INFO, m), SENSOR)
        subscribe(JointState, topics.JOINT_STATES, self._on_joints, SENSOR)
        subscribe(InstanceLabels, topics.INSTANCE_LABELS, self._note("labels"), LATCHED)
        subscribe(SceneGraph, topics.FLOOR_PLAN, self._note("floor_plan"), LATCHED)
        subscribe(TeamMessage, topics.TEAM_IN, self._note("team"), TEAM)
        subscribe(TeamMessage, topics.TEAM_OUT, self._on_own_planner, TEAM)

    def _mask_topic(self) -> tuple[Any, str]:
        """Return type and name of the topic that gives the masks."""
        if self._mask_kind() is MaskKind.INSTANCES:
            return Image, topics.INSTANCES
        try:
            from vision_msgs.msg import Detection2DArray
        except ImportError:
            raise ConfigError("perception: masks boxes: vision_msgs is not installed") from None
        return Detection2DArray, topics.BOXES

    def _mask_kind(self) -> MaskKind:
        value = self._text("masks")
        if value not in list(MaskKind):
            names = ", ".join(MaskKind)
            raise ConfigError(f"perception: parameter masks: expected {names}, got {value!r}")
        return MaskKind(value)

    def _mask_source(self) -> MaskSource:
        if self._mask_kind() is MaskKind.INSTANCES:
            return ImageSource()
        table = load_class_table(Path(self._text("classes")))
        return BoxSource(Vocabulary(table), self._positive("least_score"))

    def _note(self, name: str) -> Callable[[Any], None]:
        def put(value: Any) -> None:
            if self._inbox.put_note(name, value):
                self._problems.note("late_notes", "more is heard than can be taken in")

        return put

    def _on_picture(self, stream: str, message: Any) -> None:
        stamp = message.header.stamp.sec * 10**9 + message.header.stamp.nanosec
        pairing = self._pairing
        unpaired, passed_over = pairing.dropped, pairing.passed_over
        complete = pairing.add(stream, stamp, message)
        self._problems.count("passed_over", pairing.passed_over - passed_over)
        if pairing.dropped > unpaired:
            self._problems.note("unpaired", pairing.last_dropped)
        if complete is None:
            return
        if 0 <= stamp - self._last_frame < self._frame_every:
            self._problems.count("skipped")
            return
        self._last_frame = stamp
        dropped = self._inbox.put_frame(
            Triple(stamp, complete[_DEPTH], complete[_INSTANCES], complete[_INFO])
        )
        self._problems.count("dropped", dropped)

    def _on_joints(self, message: Any) -> None:
        try:
            holds = grips_from_ros(message)
        except ValueError as error:
            self._problems.note("bad_joints", str(error))
            return
        if holds is None:
            return
        if holds != self._holds:
            self._holds = holds
            self._note("grip")((holds, time_from_ros(message.header.stamp)))

    def _on_own_planner(self, message: Any) -> None:
        for state in message.state:
            self._note("own_hold")(state.held_object)

    def _restart(self) -> None:
        self._pairing.clear()
        self._inbox.clear_frames()
        self._inbox.put_note("restart")

    def _check_worker(self) -> None:
        """End the process, for its supervisor to start it again, where the worker has died."""
        if self._worker is not None and self._worker.failure is not None:
            raise RuntimeError("perception's worker ended") from self._worker.failure

    def _config(self) -> PerceptionConfig:
        """Return the settings in the file that parameter `config` names; the defaults without.

        Raises:
            ConfigError: The file is none of settings.
        """
        path = self.get_parameter("config").value
        return load_config(Path(str(path)), PerceptionConfig) if path else PerceptionConfig()

    def _text(self, name: str) -> str:
        value = self.get_parameter(name).value
        if not isinstance(value, str) or not value:
            raise ConfigError(f"perception: parameter {name}: expected a text, got {value!r}")
        return value

    def _positive(self, name: str) -> float:
        value = self.get_parameter(name).value
        if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
            raise ConfigError(f"perception: parameter {name}: expected above 0, got {value!r}")
        return float(value)


def main(args: list[str] | None = None) -> int:
    """Run the node; return its exit code."""
    return run_node(PerceptionNode, args, quick=True)


if __name__ == "__main__":
    sys.exit(main())
