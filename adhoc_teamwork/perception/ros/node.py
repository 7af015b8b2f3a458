# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The node `perception`: sensors and team messages in, detections, scene graph and map out."""

import sys
import threading
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from adhoc_interfaces.msg import InstanceLabels, SceneGraph, TeamMessage
from adhoc_interfaces.msg import Sighting as RosSighting
from adhoc_interfaces.srv import LastSeen
from sensor_msgs.msg import CameraInfo, Image, JointState, PointCloud2

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.crops import Cutter
from adhoc_teamwork.perception.frames.pairing import ExactPairing
from adhoc_teamwork.perception.mask_sources import (
    BoxSource,
    ClassImageSource,
    ImageSource,
    MaskKind,
    MaskSource,
    OutlineSource,
    SolidBoxSource,
)
from adhoc_teamwork.perception.masks.task_words import load_told_task, task_words
from adhoc_teamwork.perception.masks.vocabulary import Vocabulary, load_class_table
from adhoc_teamwork.perception.objects.sightings import Sightings
from adhoc_teamwork.perception.parameters import PARAMETERS
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.perception.problems import Problems
from adhoc_teamwork.perception.ros.diagnostics import Diagnostics
from adhoc_teamwork.perception.ros.inbox import Inbox, Triple
from adhoc_teamwork.perception.ros.outputs import Outputs
from adhoc_teamwork.perception.ros.wanted_classes import WantedClasses
from adhoc_teamwork.perception.ros.worker import Worker
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.grip import felt_grip
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.bodies.traversability import Footing
from adhoc_teamwork.teamwork.ros.clock_jumps import on_set_back
from adhoc_teamwork.teamwork.ros.conversions.scene import detection_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros, time_to_ros
from adhoc_teamwork.teamwork.ros.managed_node import ManagedNode
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.patience import pace_clock
from adhoc_teamwork.teamwork.ros.qos import LATCHED, SENSOR, TEAM
from adhoc_teamwork.teamwork.ros.transforms import Transforms, make_buffer
from adhoc_teamwork.teamwork.ros.worked_off import WorkedOff
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.settings.parameters import Value

_DEPTH, _INSTANCES, _INFO = "depth", "instances", "info"
_CHECK_PERIOD = 0.5
_COLOURS = 10
"""Colour images that are kept until their depth is looked at."""


class PerceptionNode(ManagedNode):
    """Pair pictures by stamp and hand them, with everything else heard, to a worker thread.

    Inactive it takes in no pictures; what teammates say waits until it is active again.
    """

    def __init__(self, **node_arguments: Any) -> None:
        """Declare parameters; `node_arguments` are those of rclpy's Node."""
        super().__init__("perception", PARAMETERS, "{robot}/perception", **node_arguments)
        self._pairing: ExactPairing[Any] = ExactPairing((_DEPTH, _INSTANCES, _INFO))
        self._inbox = Inbox()
        self._problems = Problems()
        self._holds = False
        self._last_frame = 0
        self._colours: dict[int, Any] = {}
        """The latest colour images by stamp, where pictures are wanted."""
        self._worker: Worker | None = None
        self._thread: threading.Thread | None = None
        self._transforms: Transforms | None = None
        self._jumps: Any = None
        self.wanted: WantedClasses | None = None
        self._worked_off = WorkedOff(self, self._inbox.wake)

    def configure(self) -> None:
        """Read the robot's card and connect.

        Raises:
            ConfigError: No namespace, or an unusable card or parameter.
        """
        if not self.robot:
            raise ConfigError("perception: no robot name; expected a namespace, -r __ns:=/<robot>")
        value = self.parameters.values()
        card = load_robot_card(Path(value["robot_card"]))
        config = self._config(value["config"])
        self._set_max_rate(value["max_rate"])
        belief = Perception(
            self.robot, card.capability, config, Footing.of(card).step, card.reach_line
        )
        mask_kind = MaskKind(value["masks"])
        masks = _mask_source(mask_kind, value["classes"], value["least_score"])
        self._transforms = make_buffer(self)
        sightings = Sightings(config.moved_gap)
        self.create_service(LastSeen, topics.LAST_SEEN, partial(_answer, sightings))
        self._worker = Worker(
            self,
            self.robot,
            belief,
            self._transforms,
            self._inbox,
            masks,
            Outputs(self, value["graph_rate"], value["map_rate"], sightings),
            card.capability.camera_range,
            Diagnostics(self.report_status, self.robot, self.status_name),
            self._problems,
            value["tf_wait"],
            self._worked_off,
            Cutter(value["crops"]) if value["crops"] else None,
        )
        self._subscribe(mask_kind)
        if value["crops"]:
            self.create_subscription(Image, topics.COLOR_IMAGE, self._on_colour, SENSOR)
        if mask_kind is not MaskKind.INSTANCES:
            table = load_class_table(Path(value["classes"]))
            task = load_told_task(value["task_config"], value["goal"])
            self.wanted = WantedClasses(self, task_words(table, task))
        self._jumps = on_set_back(self, self._restart)
        self.get_logger().info(f"{self.robot}: {config}, {card.capability}")

    def activate(self) -> None:
        """Start the worker."""
        if self._worker is None:
            raise ConfigError("perception: is not configured")
        self._inbox.open()
        self.create_timer(_CHECK_PERIOD, self._check_worker, clock=pace_clock(self))
        self._worked_off.setup()
        self._thread = threading.Thread(target=self._worker.run, name="perception", daemon=True)
        self._thread.start()

    def deactivate(self) -> None:
        """End the worker; what it believes stays."""
        self._worked_off.close()
        self._inbox.close()
        if self._thread is not None:
            self._thread.join(timeout=1.5)
        self._pairing.clear()
        self._inbox.clear_frames()

    def cleanup(self) -> None:
        """End the subscriptions to transforms, and forget."""
        if self._jumps is not None:
            self._jumps.unregister()
        if self._transforms is not None:
            self._transforms.close()
        self._worker = self._jumps = self._transforms = None
        self._inbox.take()

    def take_changes(self, changes: Mapping[str, Value]) -> None:
        """Use other rates, waits or scores from now on."""
        if "max_rate" in changes:
            self._set_max_rate(self.parameters["max_rate"])
        self._note("parameters")(self.parameters.values())

    def _set_max_rate(self, rate: float) -> None:
        self._frame_every = round(1e9 / rate)

    def _subscribe(self, mask_kind: MaskKind) -> None:
        subscribe = self.create_subscription
        subscribe(Image, topics.DEPTH_IMAGE, lambda m: self._on_picture(_DEPTH, m), SENSOR)
        kind, topic = _mask_topic(mask_kind)
        if mask_kind is MaskKind.CLASSES:
            # Who gives it once is heard late, too; who gives it with each picture is heard at all.
            for profile in (LATCHED, SENSOR):
                names = _vision(mask_kind).LabelInfo
                subscribe(names, topics.LABEL_INFO, self._note("label_info"), profile)
        subscribe(kind, topic, lambda m: self._on_picture(_INSTANCES, m), SENSOR)
        subscribe(CameraInfo, topics.CAMERA_INFO, lambda m: self._on_picture(_INFO, m), SENSOR)
        subscribe(JointState, topics.JOINT_STATES, self._on_joints, SENSOR)
        subscribe(InstanceLabels, topics.INSTANCE_LABELS, self._note("labels"), LATCHED)
        subscribe(SceneGraph, topics.FLOOR_PLAN, self._note("floor_plan"), LATCHED)
        subscribe(PointCloud2, topics.GROUND, self._note("ground"), LATCHED)
        subscribe(TeamMessage, topics.TEAM_IN, self._note("team"), TEAM)
        subscribe(TeamMessage, topics.TEAM_OUT, self._on_own_planner, TEAM)

    def _note(self, name: str) -> Callable[[Any], None]:
        def put(value: Any) -> None:
            if self._inbox.put_note(name, value):
                self._problems.note("late_notes", "more is heard than can be taken in")

        return put

    def _on_picture(self, stream: str, message: Any) -> None:
        if not self.is_active:
            return
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
            Triple(
                stamp,
                complete[_DEPTH],
                complete[_INSTANCES],
                complete[_INFO],
                lambda: self._colours.get(stamp),
            )
        )
        self._problems.count("dropped", dropped)

    def _on_colour(self, message: Any) -> None:
        stamp = message.header.stamp.sec * 10**9 + message.header.stamp.nanosec
        # The worker may look at any moment: it gets a dictionary that nobody changes any more.
        kept = [*self._colours.items(), (stamp, message)][-_COLOURS:]
        self._colours = dict(kept)

    def _on_joints(self, message: Any) -> None:
        try:
            holds = felt_grip(message.name, message.effort)
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
            self._note("own_hold")((state.held_object, time_from_ros(message.stamp)))

    def _restart(self) -> None:
        self._pairing.clear()
        self._inbox.clear_frames()
        self._inbox.put_note("restart")

    def _check_worker(self) -> None:
        """End the process, for its supervisor to start it again, where the worker has died."""
        if self._worker is not None and self._worker.failure is not None:
            raise RuntimeError("perception's worker ended") from self._worker.failure

    @staticmethod
    def _config(path: str) -> PerceptionConfig:
        """Return the settings in a file; the defaults without one.

        Raises:
            ConfigError: The file is none of settings.
        """
        return load_config(Path(path), PerceptionConfig) if path else PerceptionConfig()


def _answer(sightings: Sightings, request: Any, response: Any) -> Any:
    """Say where things were seen last, and where before."""
    response.sightings = [
        RosSighting(
            now=detection_to_ros(one.now),
            before=[detection_to_ros(place) for place in one.before],
            first_seen=time_to_ros(one.first_seen),
        )
        for one in sightings.of(request.thing)
    ]
    return response


def _mask_topic(kind: MaskKind) -> tuple[Any, str]:
    """Return type and name of the topic that gives the masks."""
    if kind is MaskKind.INSTANCES:
        return Image, topics.INSTANCES
    if kind is MaskKind.CLASSES:
        return Image, topics.CLASS_IMAGE
    if kind is MaskKind.BOXES:
        return _vision(kind).Detection2DArray, topics.BOXES
    if kind is MaskKind.YOLO:
        return _messages("yolo_msgs", kind).DetectionArray, topics.YOLO_DETECTIONS
    return _vision(kind).Detection3DArray, topics.SOLID_BOXES


def _vision(kind: MaskKind) -> Any:
    """Return the messages of vision_msgs.

    Raises:
        ConfigError: They are not installed.
    """
    return _messages("vision_msgs", kind)


def _messages(package: str, kind: MaskKind) -> Any:
    """Return the messages of a package that is not ours.

    Raises:
        ConfigError: They are not installed.
    """
    try:
        return import_module(f"{package}.msg")
    except ImportError:
        raise ConfigError(f"perception: masks {kind}: {package} is not installed") from None


def _mask_source(kind: MaskKind, classes: str, least_score: float) -> MaskSource:
    if kind is MaskKind.INSTANCES:
        return ImageSource()
    vocabulary = Vocabulary(load_class_table(Path(classes)))
    if kind is MaskKind.CLASSES:
        return ClassImageSource(vocabulary)
    if kind is MaskKind.BOXES:
        return BoxSource(vocabulary, least_score)
    if kind is MaskKind.YOLO:
        return OutlineSource(vocabulary, least_score)
    return SolidBoxSource(vocabulary, least_score)


def main(args: list[str] | None = None) -> int:
    """Run the node; return its exit code."""
    return run_node(PerceptionNode, args, quick=True)


if __name__ == "__main__":
    sys.exit(main())
