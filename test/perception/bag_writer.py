# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Record frames as a rosbag2, without ROS."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from rosbags.rosbag2 import StoragePlugin, Writer
from rosbags.typesys import Stores, get_types_from_msg, get_typestore
from scipy.spatial.transform import Rotation

from adhoc_teamwork.perception.frames.camera import Frame
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import SceneGraph

MESSAGES = Path(__file__).parents[2] / "adhoc_interfaces" / "msg"


class BagWriter:
    """Write what a robot's driver publishes; use it in a `with` block."""

    def __init__(self, path: Path, robot: str = "rover", mcap: bool = False) -> None:
        self.store = get_typestore(Stores.ROS2_JAZZY)
        own: dict[str, Any] = {}
        for file in MESSAGES.glob("*.msg"):
            own.update(get_types_from_msg(file.read_text(), f"adhoc_interfaces/msg/{file.stem}"))
        self.store.register(own)
        plugin = StoragePlugin.MCAP if mcap else StoragePlugin.SQLITE3
        self.bag = Writer(path, version=9, storage_plugin=plugin)
        self.robot = robot
        self.now = 0.0
        self._connections: dict[str, Any] = {}

    def __enter__(self) -> "BagWriter":
        self.bag.open()
        return self

    def __exit__(self, *_error: object) -> None:
        self.bag.close()

    def type(self, name: str) -> Any:
        """Return a message's class, such as sensor_msgs/msg/Image."""
        return self.store.types[name]

    def write(self, topic: str, message: Any) -> None:
        """Record a message now; a topic without a leading / is the robot's."""
        topic = topic if topic.startswith("/") else f"/{self.robot}/{topic}"
        kind = message.__msgtype__
        if topic not in self._connections:
            self._connections[topic] = self.bag.add_connection(topic, kind, typestore=self.store)
        raw = self.store.serialize_cdr(message, kind)
        self.bag.write(self._connections[topic], round(self.now * 1e9), raw)

    def header(self, stamp: float, frame: str = "") -> Any:
        nanoseconds = round(stamp * 1e9)
        time = self.type("builtin_interfaces/msg/Time")(*divmod(nanoseconds, 10**9))
        return self.type("std_msgs/msg/Header")(time, frame)

    def labels(self, labels: Mapping[int, Label]) -> None:
        message = self.type("adhoc_interfaces/msg/InstanceLabels")(
            header=self.header(self.now),
            ids=np.array(list(labels), np.uint16),
            categories=[label.category for label in labels.values()],
            pickupable=np.array([label.pickupable for label in labels.values()], np.bool_),
            is_receptacle=np.array([label.is_receptacle for label in labels.values()], np.bool_),
            doors=np.array([], np.uint8),
            states=[],
            tracked=True,
        )
        self.write("camera/instance_labels", message)

    def floor_plan(self, plan: SceneGraph) -> None:
        point, polygon = (self.type(f"geometry_msgs/msg/{n}") for n in ("Point32", "Polygon"))
        rooms = [
            self.type("adhoc_interfaces/msg/Room")(
                room_id=room.room_id,
                room_type="",
                type_confidence=0.0,
                outline=polygon([point(x, y, 0.0) for x, y in room.outline]),
                explored=0.0,
                floor_height=0.0,
                neighbours=[],
                neighbour_steps=np.zeros(0, np.float32),
                neighbour_slopes=np.zeros(0, np.float32),
            )
            for room in plan.rooms
        ]
        relations = [
            self.type("adhoc_interfaces/msg/Relation")(r.subject, r.predicate.value, r.object)
            for r in plan.relations
        ]
        message = self.type("adhoc_interfaces/msg/SceneGraph")(
            header=self.header(self.now, "map"), rooms=rooms, objects=[], relations=relations
        )
        self.write("/floor_plan", message)

    def frames(self, frames: Iterable[Frame]) -> None:
        """Record frames, the transforms of each just after its pictures."""
        for frame in frames:
            self.now = frame.stamp + 0.05
            self._pictures(frame)
            self.now += 0.05
            self.transforms(frame)

    def transforms(self, frame: Frame) -> None:
        base = planar_matrix(frame.base)
        self._transform("/tf", frame.stamp, "map", f"{self.robot}/base_link", base)
        camera = np.linalg.inv(base) @ frame.pose
        optical = f"{self.robot}/camera_optical_frame"
        self._transform("/tf_static", frame.stamp, f"{self.robot}/base_link", optical, camera)

    def grip(self, holds: bool) -> None:
        joints = self.type("sensor_msgs/msg/JointState")(
            header=self.header(self.now),
            name=["gripper_joint"],
            position=np.zeros(1),
            velocity=np.zeros(1),
            effort=np.array([-5.0 if holds else 0.0]),
        )
        self.write("joint_states", joints)

    def _transform(
        self, topic: str, stamp: float, parent: str, child: str, matrix: np.ndarray
    ) -> None:
        kinds = ("Transform", "Vector3", "Quaternion", "TransformStamped")
        whole, vector, turn, stamped = (self.type(f"geometry_msgs/msg/{n}") for n in kinds)
        rotation = turn(*Rotation.from_matrix(matrix[:3, :3]).as_quat().tolist())
        moved = whole(vector(*matrix[:3, 3].tolist()), rotation)
        message = self.type("tf2_msgs/msg/TFMessage")(
            [stamped(self.header(stamp, parent), child, moved)]
        )
        self.write(topic, message)

    def _pictures(self, frame: Frame) -> None:
        header = self.header(frame.stamp, f"{self.robot}/camera_optical_frame")
        camera = frame.intrinsics
        k = [camera.fx, 0.0, camera.cx, 0.0, camera.fy, camera.cy, 0.0, 0.0, 1.0]
        region = self.type("sensor_msgs/msg/RegionOfInterest")(0, 0, 0, 0, False)
        info = self.type("sensor_msgs/msg/CameraInfo")(
            header=header,
            height=camera.height,
            width=camera.width,
            distortion_model="plumb_bob",
            d=np.zeros(5),
            k=np.array(k),
            r=np.eye(3).ravel(),
            p=np.zeros(12),
            binning_x=0,
            binning_y=0,
            roi=region,
        )
        self.write("camera/color/camera_info", info)
        self.write("camera/instances", self._image(header, frame.instances, "mono16"))
        self.write("camera/depth/image_raw", self._image(header, frame.depth, "32FC1"))

    def _image(self, header: Any, pixels: np.ndarray, encoding: str) -> Any:
        height, width = pixels.shape
        return self.type("sensor_msgs/msg/Image")(
            header=header,
            height=height,
            width=width,
            encoding=encoding,
            is_bigendian=0,
            step=width * pixels.itemsize,
            data=np.frombuffer(pixels.tobytes(), np.uint8),
        )


def planar_matrix(base: Pose) -> np.ndarray:
    """Return the 4x4 matrix of a floor pose."""
    matrix = np.eye(4)
    cos, sin = np.cos(base.yaw), np.sin(base.yaw)
    matrix[:2, :2] = ((cos, -sin), (sin, cos))
    matrix[:2, 3] = (base.x, base.y)
    return matrix
