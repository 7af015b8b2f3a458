# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where masks come from, in a ROS graph: boxes of a detector, and the segmenter's own node."""

import threading
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("vision_msgs", reason="vision_msgs is not built")

import rclpy
from adhoc_interfaces import msg as ros
from diagnostic_msgs.msg import DiagnosticArray
from node_manager import set_up
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from sensor_msgs.msg import Image
from vision_msgs.msg import (
    Detection2D,
    Detection2DArray,
    LabelInfo,
    ObjectHypothesisWithPose,
)

from adhoc_teamwork.perception.messages import boxes_from_ros
from adhoc_teamwork.perception.ros import wanted_classes
from adhoc_teamwork.perception.ros.node import PerceptionNode
from adhoc_teamwork.perception.ros.segmenter_node import SegmenterNode
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.qos import LATCHED, RELIABLE, SENSOR
from adhoc_teamwork.teamwork.settings.config import ConfigError

LIMIT = 10.0
COCO = Path(__file__).parents[3] / "config" / "segmenter" / "coco.yaml"


class Spun:
    """A node and a world around it, spun on a thread."""

    def __init__(self, context: Any, node: Any) -> None:
        self.node = node
        self.world: Node = rclpy.create_node("world", namespace="rover", context=context)
        self._executor = SingleThreadedExecutor(context=context)
        self._executor.add_node(node)
        self._executor.add_node(self.world)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._spin, daemon=True)

    def start(self) -> None:
        self.node.setup()
        self._thread.start()

    def _spin(self) -> None:
        while not self._stop.is_set():
            self._executor.spin_once(timeout_sec=0.05)

    def until(self, what: Callable[[], Any], act: Callable[[], None]) -> Any:
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            act()
            found = what()
            if found:
                return found
            self._stop.wait(0.1)
        raise AssertionError(f"not within {LIMIT} s")

    def close(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(2.0)
        self.node.shutdown()
        self._executor.shutdown(timeout_sec=1.0)
        self.node.destroy_node()
        self.world.destroy_node()


@pytest.fixture
def spun(ros_context: Any) -> Iterator[Callable[[Any], Spun]]:
    made: list[Spun] = []

    def make(node: Any) -> Spun:
        made.append(Spun(ros_context, node))
        return made[-1]

    yield make
    for one in made:
        one.close()


def make_node(kind: Any, context: Any, **parameters: Any) -> Any:
    given = [Parameter(name, value=value) for name, value in parameters.items()]
    return kind(context=context, namespace="rover", parameter_overrides=given)


def test_boxes_are_read_with_their_likeliest_class() -> None:
    detection = Detection2D()
    detection.bbox.center.position.x, detection.bbox.center.position.y = 20.0, 30.0
    detection.bbox.size_x, detection.bbox.size_y = 4.0, 6.0
    for name, score in (("bowl", 0.2), ("cup", 0.7)):
        guess = ObjectHypothesisWithPose()
        guess.hypothesis.class_id, guess.hypothesis.score = name, score
        detection.results.append(guess)
    box, nothing = boxes_from_ros(Detection2DArray(detections=[detection, Detection2D()]))
    assert (box.x, box.y, box.width, box.height) == (20.0, 30.0, 4.0, 6.0)
    assert (box.name, box.score) == ("cup", 0.7)
    assert not nothing.is_usable


def test_segmenter_publishes_masks_with_the_picture_s_header(
    ros_context: Any, spun: Callable[[Any], Spun], tmp_path: Path
) -> None:
    pytest.importorskip("onnxruntime", reason="the extra `segmenter` is not installed")
    pytest.importorskip("onnx", reason="tests build their model with onnx")
    from tiny_model import red_and_green, write_tiny_model

    model = write_tiny_model(tmp_path / "tiny.onnx", "{0: 'cup', 1: 'dining table'}")
    node = make_node(SegmenterNode, ros_context, model=str(model), classes=str(COCO), threads=1)
    rig = spun(node)
    masks: list[Any] = []
    labels: list[Any] = []
    health: list[Any] = []
    rig.world.create_subscription(Image, topics.INSTANCES, masks.append, SENSOR)
    rig.world.create_subscription(
        ros.InstanceLabels, topics.INSTANCE_LABELS, labels.append, LATCHED
    )
    rig.world.create_subscription(DiagnosticArray, topics.DIAGNOSTICS, health.append, RELIABLE)
    color = rig.world.create_publisher(Image, topics.COLOR_IMAGE, SENSOR)
    rig.start()
    picture = red_and_green()

    def show(encoding: str = "bgr8") -> None:
        pixels = np.ascontiguousarray(picture[..., ::-1])
        message = Image(height=64, width=128, encoding=encoding, step=384, data=pixels.tobytes())
        message.header.stamp.sec, message.header.frame_id = 77, "rover/camera_optical_frame"
        color.publish(message)

    rig.until(lambda: masks and labels, show)
    mask = masks[-1]
    assert (mask.header.stamp.sec, mask.header.frame_id) == (77, "rover/camera_optical_frame")
    assert (mask.encoding, mask.height, mask.width) == ("mono16", 64, 128)
    instances = np.frombuffer(mask.data, np.uint16).reshape(64, 128)
    names = dict(zip(labels[-1].ids, labels[-1].categories, strict=True))
    assert names[instances[28, 44]] == "Mug"
    assert names[instances[32, 88]] == "DiningTable"

    def counted(key: str) -> bool:
        return any(v.key == key and v.value != "0" for h in health for v in h.status[0].values)

    rig.until(lambda: counted("bad_encoding"), lambda: show("yuv422"))
    assert health[-1].status[0].name == "rover/segmenter"


class SetClasses:
    """Stand in for yolo_ros's service type, whose package is not built here."""

    class Request:
        def __init__(self, classes: list[str]) -> None:
            self.classes = classes


class Detector:
    """Stand in for a client of that service, and for who serves it."""

    srv_type = SetClasses

    def __init__(self) -> None:
        self.is_there = False
        self.told: list[list[str]] = []

    def service_is_ready(self) -> bool:
        return self.is_there

    def call_async(self, request: Any) -> None:
        self.told.append(request.classes)


def test_a_detector_is_told_the_task_s_classes(
    ros_context: Any, spun: Callable[[Any], Spun], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card, goal = tmp_path / "rover.yaml", tmp_path / "goal.yaml"
    card.write_text("capability: {robot_type: rover}\n", encoding="utf-8")
    goal.write_text("objects: {Mug: 1}\nplace: {receptacle: Bed}\n", encoding="utf-8")
    node = make_node(PerceptionNode, ros_context, robot_card=str(card), masks="boxes",
                     classes=str(COCO), goal=str(goal))  # fmt: skip
    rig, detector = spun(node), Detector()
    create = node.create_client
    monkeypatch.setattr(wanted_classes, "LOOK_PERIOD", 0.1)
    monkeypatch.setattr(wanted_classes, "_set_classes", lambda: SetClasses)
    monkeypatch.setattr(
        node,
        "create_client",
        lambda kind, *more: detector if kind is SetClasses else create(kind, *more),
    )
    heard: list[Any] = []
    rig.start()
    rig.world.create_subscription(LabelInfo, topics.WANTED_CLASSES, heard.append, LATCHED)
    rig.until(lambda: heard, lambda: None)
    names = [one.class_name for one in heard[0].class_map]
    assert {"cup", "bed"} < set(names)
    assert not {"bottle", "zebra"} & set(names)
    # Once for each time that a detector begins.
    for _ in range(2):
        detector.is_there = True
        count = len(detector.told)
        rig.until(lambda count=count: len(detector.told) > count, lambda: None)
        detector.is_there = False
        rig.until(lambda: not node.wanted._is_told, lambda: None)
    assert detector.told == [names, names]


@pytest.mark.parametrize(
    ("kind", "parameters", "names"),
    [
        (SegmenterNode, {}, "classes|model"),
        (SegmenterNode, {"model": "/nowhere.onnx", "classes": "/nowhere.yaml"}, "nowhere.yaml"),
        (SegmenterNode, {"model": "/m", "classes": "/c", "confidence": 1.5}, "confidence"),
        (PerceptionNode, {"robot_card": "CARD", "masks": "wishes"}, "instances, boxes"),
        (PerceptionNode, {"robot_card": "CARD", "masks": "boxes"}, "classes"),
        (PerceptionNode, {"robot_card": "CARD", "masks": "boxes3d"}, "masks are boxes3d"),
        pytest.param(
            PerceptionNode,
            {"robot_card": "CARD", "masks": "yolo", "classes": str(COCO)},
            "masks yolo: yolo_msgs is not installed",
            marks=pytest.mark.skipif(
                find_spec("yolo_msgs") is not None, reason="yolo_msgs is installed here"
            ),
        ),
    ],
)
def test_wrong_settings_are_named_in_one_line(
    ros_context: Any, tmp_path: Path, kind: Any, parameters: dict[str, Any], names: str
) -> None:
    card = tmp_path / "rover.yaml"
    card.write_text("capability: {robot_type: rover}\n", encoding="utf-8")
    given = {k: str(card) if v == "CARD" else v for k, v in parameters.items()}
    with pytest.raises(ConfigError, match=names) as error:
        set_up(make_node(kind, ros_context, **given))
    assert "\n" not in str(error.value)
