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

"""The node in a ROS graph of its own: topics in, topics out."""

import math
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

import rclpy
from adhoc_interfaces import msg as ros
from box_rooms import ROOM, BoxRoom, table_with_mug
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import OccupancyGrid
from node_manager import ACTIVATE, CLEANUP, CONFIGURE, DEACTIVATE, NodeManager
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter
from sensor_msgs.msg import CameraInfo, Image, JointState, PointCloud2
from tf2_msgs.msg import TFMessage
from visualization_msgs.msg import MarkerArray

from perception.ros.node import PerceptionNode
from teamwork import topics
from teamwork.config import ConfigError
from teamwork.geometry import Point, Pose
from teamwork.message import MessageKind, TeamMessage
from teamwork.ros.conversions.object_room_map import object_room_map_from_ros
from teamwork.ros.conversions.scene import (
    detection_from_ros,
    scene_graph_from_ros,
    scene_graph_to_ros,
)
from teamwork.ros.conversions.stamp import time_to_ros
from teamwork.ros.conversions.team import team_message_to_ros
from teamwork.ros.qos import LATCHED, RELIABLE, SENSOR, TEAM, TF, TF_STATIC
from teamwork.scene import Detection, Presence, SceneGraph

LIMIT = 10.0
CARD = """
capability: {robot_type: rover, can_manipulate: true, camera_range: 6.0, reach: 0.8,
             reach_max_height: 1.2}
"""


class Rig:
    """A perception node for the robot `rover`, and everything around it, spun on a thread."""

    def __init__(self, context: Any, card: Path, **more: Any) -> None:
        self.room: BoxRoom = table_with_mug()
        self.stamp = 100.0
        self.heard: dict[str, list[Any]] = {}
        self.boxes: Any = None
        parameters = [
            Parameter("robot_card", value=str(card)),
            Parameter("max_rate", value=50.0),
            Parameter("graph_rate", value=20.0),
            Parameter("map_rate", value=20.0),
            *(Parameter(name, value=value) for name, value in more.items()),
        ]
        self.perception = PerceptionNode(
            context=context, namespace="rover", parameter_overrides=parameters
        )
        self.world = rclpy.create_node("world", namespace="rover", context=context)
        self._publish()
        self._listen()
        self.perception.setup()
        self.executor = SingleThreadedExecutor(context=context)
        self.executor.add_node(self.perception)
        self.executor.add_node(self.world)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._spin, daemon=True)
        self._thread.start()

    def _publish(self) -> None:
        out = self.world.create_publisher
        self.depth = out(Image, topics.DEPTH_IMAGE, SENSOR)
        self.instances = out(Image, topics.INSTANCES, SENSOR)
        self.info = out(CameraInfo, topics.CAMERA_INFO, SENSOR)
        self.labels = out(ros.InstanceLabels, topics.INSTANCE_LABELS, LATCHED)
        self.plan = out(ros.SceneGraph, topics.FLOOR_PLAN, LATCHED)
        self.tf = out(TFMessage, "/tf", TF)
        self.tf_static = out(TFMessage, "/tf_static", TF_STATIC)
        self.joints = out(JointState, topics.JOINT_STATES, SENSOR)
        self.team = out(ros.TeamMessage, topics.TEAM_IN, TEAM)
        self.plan.publish(scene_graph_to_ros(SceneGraph(rooms=(ROOM,))))
        self.labels.publish(self.label_message())

    def _listen(self) -> None:
        for name, kind, qos in (
            (topics.DETECTIONS, ros.DetectionArray, RELIABLE),
            (topics.SCENE_GRAPH, ros.SceneGraph, LATCHED),
            (topics.SEMANTIC_MAP, OccupancyGrid, LATCHED),
            (topics.MARKERS, MarkerArray, LATCHED),
            (topics.DIAGNOSTICS, DiagnosticArray, RELIABLE),
        ):
            store = self.heard.setdefault(name, [])
            self.world.create_subscription(kind, name, store.append, qos)

    def label_message(self) -> Any:
        labels = self.room.labels()
        return ros.InstanceLabels(
            ids=list(labels),
            categories=[label.category for label in labels.values()],
            pickupable=[label.pickupable for label in labels.values()],
            is_receptacle=[label.is_receptacle for label in labels.values()],
            tracked=True,
        )

    def see(self, base: Pose, transforms: bool = True, **changes: Any) -> None:
        """Publish one picture from a base pose, half a second after the last."""
        self.stamp += 0.5
        if transforms:
            self.publish_transforms(base)
        frame = self.room.frame(base, self.stamp)
        camera = frame.intrinsics
        depth = self._image(frame.depth, changes.get("encoding", "32FC1"))
        k = [camera.fx, 0.0, camera.cx, 0.0, camera.fy, camera.cy, 0.0, 0.0, 1.0]
        info = CameraInfo(
            width=changes.get("width", camera.width),
            height=camera.height,
            k=[0.0] * 9 if changes.get("no_intrinsics") else k,
        )
        info.header = depth.header
        self.instances.publish(self._image(frame.instances, "mono16"))
        self.info.publish(info)
        self.depth.publish(depth)

    def publish_transforms(self, base: Pose) -> None:
        pose = self.room.camera_pose(base)
        robot = self._transform("map", "rover/base_link", self._base_matrix(base))
        optical = np.linalg.inv(self._base_matrix(base)) @ pose
        fixed = self._transform("rover/base_link", "rover/camera_optical_frame", optical)
        self.tf_static.publish(TFMessage(transforms=[fixed]))
        self.tf.publish(TFMessage(transforms=[robot]))

    @staticmethod
    def _base_matrix(base: Pose) -> np.ndarray:
        matrix = np.eye(4)
        cos, sin = np.cos(base.yaw), np.sin(base.yaw)
        matrix[:2, :2] = ((cos, -sin), (sin, cos))
        matrix[:2, 3] = (base.x, base.y)
        return matrix

    def _transform(self, parent: str, child: str, matrix: np.ndarray) -> Any:
        from scipy.spatial.transform import Rotation

        stamped = TransformStamped(child_frame_id=child)
        stamped.header.frame_id = parent
        stamped.header.stamp = time_to_ros(self.stamp)
        t, r = stamped.transform.translation, stamped.transform.rotation
        t.x, t.y, t.z = matrix[:3, 3].tolist()
        r.x, r.y, r.z, r.w = Rotation.from_matrix(matrix[:3, :3]).as_quat().tolist()
        return stamped

    def _image(self, pixels: np.ndarray, encoding: str) -> Any:
        message = Image(
            height=pixels.shape[0], width=pixels.shape[1], encoding=encoding,
            step=pixels.strides[0], data=pixels.tobytes(),
        )  # fmt: skip
        message.header.frame_id = "rover/camera_optical_frame"
        message.header.stamp = time_to_ros(self.stamp)
        return message

    def until(self, what: Callable[[], Any], act: Callable[[], None] | None = None) -> Any:
        """Repeat `act` until `what` is true, at most `LIMIT` seconds; return what it gave."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            if act is not None:
                act()
            found = what()
            if found:
                return found
            self._stop.wait(0.1)
        raise AssertionError(f"not within {LIMIT} s; diagnostics {self.counts()}")

    def graph(self) -> SceneGraph:
        graphs = self.heard[topics.SCENE_GRAPH]
        return scene_graph_from_ros(graphs[-1]) if graphs else SceneGraph()

    def counts(self) -> dict[str, int]:
        arrays = self.heard[topics.DIAGNOSTICS]
        values = arrays[-1].status[0].values if arrays else []
        return {v.key: int(v.value) for v in values if v.key != "lifecycle"}

    def text(self) -> str:
        arrays = self.heard[topics.DIAGNOSTICS]
        return str(arrays[-1].status[0].message) if arrays else ""

    def level(self) -> bytes:
        arrays = self.heard[topics.DIAGNOSTICS]
        return bytes(arrays[-1].status[0].level) if arrays else DiagnosticStatus.STALE

    def _spin(self) -> None:
        while not self._stop.is_set():
            self.executor.spin_once(timeout_sec=0.05)

    def close(self) -> None:
        self._stop.set()
        self._thread.join(2.0)
        self.perception.shutdown()
        self.executor.shutdown(timeout_sec=1.0)
        self.perception.destroy_node()
        self.world.destroy_node()

    def see_boxes(self, base: Pose) -> None:
        """Publish a picture with a detector's boxes in place of the mask."""
        vision = pytest.importorskip("vision_msgs.msg", reason="vision_msgs is not built")
        if self.boxes is None:
            self.boxes = self.world.create_publisher(vision.Detection2DArray, topics.BOXES, SENSOR)
        self.see(base)
        frame = self.room.frame(base, self.stamp)
        message = vision.Detection2DArray()
        message.header.stamp = time_to_ros(self.stamp)
        for number, name in ((1, "dining table"), (2, "cup")):
            rows, cols = np.nonzero(frame.instances == number)
            box = vision.Detection2D()
            box.bbox.center.position.x = float(cols.min() + cols.max() + 1) / 2.0
            box.bbox.center.position.y = float(rows.min() + rows.max() + 1) / 2.0
            box.bbox.size_x, box.bbox.size_y = float(np.ptp(cols) + 1), float(np.ptp(rows) + 1)
            guess = vision.ObjectHypothesisWithPose()
            guess.hypothesis.class_id, guess.hypothesis.score = name, 0.9
            box.results.append(guess)
            message.detections.append(box)
        self.boxes.publish(message)


@pytest.fixture
def rig(ros_context: Any, tmp_path: Path) -> Iterator[Rig]:
    card = tmp_path / "rover.yaml"
    card.write_text(CARD, encoding="utf-8")
    rig = Rig(ros_context, card)
    yield rig
    rig.close()


VIEW = Pose(1.0, 2.0, 0.0)


def test_picture_becomes_detections_graph_map_and_markers(rig: Rig) -> None:
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    mug = rig.graph().object("Mug_0")
    assert mug is not None
    assert mug.receptacle == "DiningTable_0"
    assert mug.position.distance_to(Point(2.8, 2.1, 0.76)) < 0.05
    arrays = rig.until(lambda: rig.heard[topics.DETECTIONS])
    ids = {detection_from_ros(d).object_id for d in arrays[-1].detections}
    assert ids == {"DiningTable_0", "Mug_0"}
    assert arrays[-1].header.frame_id == "map"
    maps = rig.heard[topics.SEMANTIC_MAP]
    rig.until(lambda: any(0 in grid.data for grid in maps[-1:]), lambda: rig.see(VIEW))
    grid = maps[-1]
    assert set(grid.data) == {-1, 0, 100}
    assert len(grid.data) == grid.info.width * grid.info.height
    markers = rig.until(lambda: rig.heard[topics.MARKERS])
    assert markers


def test_layers_and_cloud_are_published_once_somebody_listens(rig: Rig) -> None:
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    heard: list[Any] = []
    rig.world.create_subscription(
        ros.ObjectRoomMap, topics.OBJECT_ROOM_MAP, heard.append, LATCHED
    )  # fmt: skip
    rig.world.create_subscription(PointCloud2, topics.SEMANTIC_CLOUD, heard.append, LATCHED)
    rig.until(lambda: len({type(m) for m in heard}) == 2, lambda: rig.see(VIEW))
    found = object_room_map_from_ros(next(m for m in heard if isinstance(m, ros.ObjectRoomMap)))
    assert set(found.classes) == {"DiningTable", "Mug"}
    assert found.layers[found.classes.index("Mug")].any()
    assert found.room_ids == ("room_0",)
    cloud = next(m for m in heard if isinstance(m, PointCloud2))
    assert cloud.width > 100
    assert cloud.header.frame_id == "map"


def test_boxes_of_a_detector_serve_as_masks(ros_context: Any, tmp_path: Path) -> None:
    pytest.importorskip("vision_msgs", reason="vision_msgs is not built")
    card = tmp_path / "rover.yaml"
    card.write_text(CARD, encoding="utf-8")
    table = Path(__file__).parents[3] / "config" / "segmenter" / "coco.yaml"
    rig = Rig(ros_context, card, masks="boxes", classes=str(table))
    try:
        rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see_boxes(VIEW))
        mug = rig.graph().object("Mug_0")
        assert mug is not None
        assert mug.position.distance_to(Point(2.8, 2.1, 0.76)) < 0.1
        assert rig.graph().object("DiningTable_0") is not None
    finally:
        rig.close()


def test_bad_input_is_counted_and_survived(rig: Rig) -> None:
    def publish_bad() -> None:
        rig.see(VIEW, encoding="rgb8")
        rig.see(VIEW, width=17)
        rig.see(VIEW, no_intrinsics=True)
        rig.labels.publish(ros.InstanceLabels(ids=[1, 2], categories=["A"]))
        rig.team.publish(ros.TeamMessage(sender="tall", kind=0))

    kinds = ("bad_encoding", "bad_size", "bad_intrinsics", "bad_labels", "bad_team")
    rig.until(lambda: all(rig.counts().get(kind) for kind in kinds), publish_bad)
    rig.labels.publish(rig.label_message())
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))


def test_what_cannot_be_is_told_in_words_and_forgotten(rig: Rig) -> None:
    """Loops, stamps that never pair, NaN efforts and transforms, stray stamps: all in one go."""

    def publish_bad() -> None:
        nan = rig._transform("map", "rover/base_link", np.eye(4))
        nan.transform.translation.x = math.nan
        rig.tf.publish(TFMessage(transforms=[nan]))
        rig.joints.publish(JointState(name=[topics.GRIPPER_JOINT], effort=[math.nan]))
        for _ in range(8):
            rig.stamp += 0.5
            rig.depth.publish(rig._image(np.ones((2, 2), np.float32), "32FC1"))
        stamp, rig.stamp = rig.stamp, -0.5
        rig.see(VIEW, transforms=False)
        rig.stamp = stamp

    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    kinds = ("bad_tf", "bad_joints", "unpaired", "bad_stamp")
    rig.until(lambda: all(rig.counts().get(kind) for kind in kinds), publish_bad)
    rig.until(lambda: "instances and info did not" in rig.text(), publish_bad)
    assert any(a.status[0].level == DiagnosticStatus.WARN for a in rig.heard[topics.DIAGNOSTICS])
    assert rig.graph().object("Mug_0") is not None
    rig.until(lambda: "frames taken in; last problem" in rig.text(), lambda: rig.see(VIEW))


def test_loop_of_transforms_is_told_and_ends(rig: Rig) -> None:
    loop = rig._transform("rover/base_link", "map", np.eye(4))

    def see_in_a_loop() -> None:
        rig.tf.publish(TFMessage(transforms=[loop]))
        rig.see(VIEW)

    rig.until(lambda: "loop" in rig.text(), see_in_a_loop)
    assert rig.counts()["late_tf"] > 0
    assert not rig.graph().objects


def test_missing_transforms_are_waited_for_bounded_and_counted(rig: Rig) -> None:
    rig.until(lambda: rig.counts().get("late_tf"), lambda: rig.see(VIEW, transforms=False))
    rig.until(lambda: rig.level() == DiagnosticStatus.WARN)
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    rig.until(lambda: rig.level() == DiagnosticStatus.OK, lambda: rig.see(VIEW))


def test_late_transform_is_waited_for(rig: Rig) -> None:
    def picture_then_transform() -> None:
        rig.see(VIEW, transforms=False)
        rig.publish_transforms(VIEW)

    rig.until(lambda: rig.graph().object("Mug_0"), picture_then_transform)


def test_clock_jump_back_starts_anew(rig: Rig) -> None:
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    rig.stamp = 1.0
    del rig.room.blocks["mug"]
    rig.until(
        lambda: rig.counts().get("restarts") and rig.graph().objects
        and rig.graph().object("Mug_0") is None,
        lambda: rig.see(VIEW),
    )  # fmt: skip
    assert rig.graph().object("DiningTable_0") is not None


def test_teammates_and_the_hand_are_listened_to(rig: Rig) -> None:
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    cup = Detection("Cup_3", "Cup", Point(4.5, 3.5, 0.1), pickupable=True, seen=rig.stamp)
    said = TeamMessage("tall", 1, 1, rig.stamp, MessageKind.DETECTION, detections=(cup,))
    rig.team.publish(team_message_to_ros(said))
    rig.until(lambda: rig.graph().object("Cup_3"))
    near = Pose(2.0, 2.1, 0.0)

    def grip() -> None:
        rig.joints.publish(JointState(name=[topics.GRIPPER_JOINT], effort=[5.0]))
        rig.see(near)

    del rig.room.blocks["mug"]

    def held() -> bool:
        mug = rig.graph().object("Mug_0")
        return mug is not None and mug.status is Presence.HELD

    rig.until(held, grip)


def test_graph_is_repeated_though_nothing_happens(rig: Rig) -> None:
    rig.until(lambda: len(rig.heard[topics.SCENE_GRAPH]) >= 2)


@pytest.mark.parametrize(
    ("namespace", "parameters", "names"),
    [
        ("", {}, "namespace"),
        ("rover", {}, "robot_card"),
        ("rover", {"robot_card": "/nowhere/card.yaml"}, "card.yaml"),
        ("rover", {"robot_card": "CARD", "max_rate": -1.0}, "max_rate"),
    ],
)
def test_wrong_settings_are_named_in_one_line(
    ros_context: Any, tmp_path: Path, namespace: str, parameters: dict[str, Any], names: str
) -> None:
    card = tmp_path / "rover.yaml"
    card.write_text(CARD, encoding="utf-8")
    given = {k: str(card) if v == "CARD" else v for k, v in parameters.items()}
    overrides = [Parameter(name, value=value) for name, value in given.items()]
    with pytest.raises(ConfigError, match=names) as error:
        set_up(
            PerceptionNode(context=ros_context, namespace=namespace, parameter_overrides=overrides)
        )
    assert "\n" not in str(error.value)


def set_up(node: Any) -> None:
    """Set a node up and let go of it."""
    try:
        node.setup()
    finally:
        node.shutdown()
        node.destroy_node()


def test_inactive_it_sees_nothing_and_then_goes_on_where_it_was(
    rig: Rig, manage: Callable[..., NodeManager]
) -> None:
    manager = manage("/rover/perception")
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    assert manager.change(DEACTIVATE)
    assert manager.status("rover/perception", "inactive: waits to be activated")
    rig.heard[topics.DETECTIONS].clear()
    rig.heard[topics.SCENE_GRAPH].clear()
    for _ in range(3):
        rig.see(VIEW)
        manager.status("rover/perception")
    assert rig.heard[topics.DETECTIONS] == []
    assert manager.change(ACTIVATE)
    rig.until(lambda: rig.heard[topics.SCENE_GRAPH])
    assert rig.graph().object("Mug_0") is not None
    rig.until(lambda: rig.heard[topics.DETECTIONS], lambda: rig.see(VIEW))


def test_it_is_cleaned_up_and_configured_anew(rig: Rig, manage: Callable[..., NodeManager]) -> None:
    manager = manage("/rover/perception")
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))
    for transition in (DEACTIVATE, CLEANUP):
        assert manager.change(transition)
    assert not rig.perception.get_subscriptions_info_by_topic("/rover/camera/depth/image_raw")
    rig.heard[topics.SCENE_GRAPH].clear()
    for transition in (CONFIGURE, ACTIVATE):
        assert manager.change(transition)
    rig.until(lambda: rig.heard[topics.SCENE_GRAPH])
    assert rig.graph().object("Mug_0") is None
    rig.until(lambda: rig.graph().object("Mug_0"), lambda: rig.see(VIEW))


def test_a_changed_rate_takes_effect(rig: Rig, manage: Callable[..., NodeManager]) -> None:
    manager = manage("/rover/perception")
    rig.until(lambda: rig.counts().get("frames", 0) >= 2, lambda: rig.see(VIEW))
    assert rig.counts().get("skipped", 0) == 0
    # Pictures come half a second apart in ROS time.
    assert manager.refusal(max_rate=0.1) == ""
    rig.until(lambda: rig.counts().get("skipped", 0) >= 3, lambda: rig.see(VIEW))
    assert "out of range" in manager.refusal(graph_rate=0.0)
    assert "read-only" in manager.refusal(robot_card="other.yaml")
