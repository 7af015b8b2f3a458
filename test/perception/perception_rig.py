# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A perception node and everything around it, spun on a thread."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rclpy
from adhoc_interfaces import msg as ros
from box_rooms import ROOM, BoxRoom, table_with_mug
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import OccupancyGrid
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter
from sensor_msgs.msg import CameraInfo, Image, JointState
from tf2_msgs.msg import TFMessage
from visualization_msgs.msg import MarkerArray

from adhoc_teamwork.perception.ros.node import PerceptionNode
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.ros.conversions.scene import scene_graph_from_ros, scene_graph_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.ros.qos import LATCHED, RELIABLE, SENSOR, TEAM, TF, TF_STATIC
from adhoc_teamwork.teamwork.scene import SceneGraph

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
        self.colour = out(Image, topics.COLOR_IMAGE, SENSOR)
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
        colour = np.zeros((*frame.instances.shape, 3), np.uint8)
        colour[frame.instances == changes.get("red", -1)] = (220, 20, 20)
        self.colour.publish(self._image(colour, "rgb8"))
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

    def see_classes(self, base: Pose) -> None:
        """Publish a picture with an image of classes and their names in place of the mask."""
        vision = pytest.importorskip("vision_msgs.msg", reason="vision_msgs is not built")
        if self.boxes is None:
            self.boxes = self.world.create_publisher(Image, topics.CLASS_IMAGE, SENSOR)
            names = self.world.create_publisher(vision.LabelInfo, topics.LABEL_INFO, LATCHED)
            numbered = ((0, "background"), (60, "dining table"), (41, "cup"))
            names.publish(
                vision.LabelInfo(
                    class_map=[
                        vision.VisionClass(class_id=n, class_name=name) for n, name in numbered
                    ]
                )
            )
        self.see(base)
        frame = self.room.frame(base, self.stamp)
        classes = np.array([0, 60, 41], np.uint8)[frame.instances]
        self.boxes.publish(self._image(classes, "mono8"))
