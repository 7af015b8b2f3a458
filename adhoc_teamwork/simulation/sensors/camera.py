# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The pinhole model of a robot's camera."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Pose


@dataclass(frozen=True)
class Camera:
    """Hold a camera's geometry: metres, radians, pixels.

    `forward` and `height` place it on the robot's base, which flies with a flying body; `pitch`
    looks down where positive. Pixel (u, v) is the centre of column u and row v, as in
    sensor_msgs/CameraInfo.
    """

    width: int
    height_px: int
    horizontal_fov: float
    vertical_fov: float
    forward: float
    height: float
    pitch: float
    range: float

    @classmethod
    def of(cls, card: RobotCard) -> "Camera":
        """Return the camera that a robot's card describes."""
        capability, body = card.capability, card.body
        return cls(
            width=body.image_width,
            height_px=body.image_height,
            horizontal_fov=capability.horizontal_fov,
            vertical_fov=capability.vertical_fov,
            forward=body.camera_forward,
            height=capability.camera_height - body.hover,
            pitch=capability.camera_pitch,
            range=capability.camera_range,
        )

    @property
    def focal(self) -> tuple[float, float]:
        """Return the focal lengths (fx, fy) in pixels."""
        return (
            self.width / 2.0 / math.tan(self.horizontal_fov / 2.0),
            self.height_px / 2.0 / math.tan(self.vertical_fov / 2.0),
        )

    @property
    def centre(self) -> tuple[float, float]:
        """Return the principal point (cx, cy) in pixels."""
        return (self.width - 1) / 2.0, (self.height_px - 1) / 2.0

    def position(self, base: Pose, base_height: float = 0.0) -> tuple[float, float, float]:
        """Return where the camera is in the map while the robot's base is at `base`, metres."""
        point = base.transform(self.forward, 0.0)
        return point.x, point.y, self.height + base_height

    def rotation(self, base: Pose) -> NDArray[np.float64]:
        """Return the matrix from camera_link (x ahead, y left, z up) to the map."""
        cos_p, sin_p = math.cos(self.pitch), math.sin(self.pitch)
        cos_y, sin_y = math.cos(base.yaw), math.sin(base.yaw)
        pitch = np.array([[cos_p, 0.0, sin_p], [0.0, 1.0, 0.0], [-sin_p, 0.0, cos_p]])
        yaw = np.array([[cos_y, -sin_y, 0.0], [sin_y, cos_y, 0.0], [0.0, 0.0, 1.0]])
        rotation: NDArray[np.float64] = yaw @ pitch
        return rotation

    def slopes(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return how far left each column's, and up each row's ray goes, in metres a metre ahead.

        With the component along the optical axis 1, a ray's length in directions is its depth.
        """
        (fx, fy), (cx, cy) = self.focal, self.centre
        left = (cx - np.arange(self.width)) / fx
        up = (cy - np.arange(self.height_px)) / fy
        return left.astype(np.float32), up.astype(np.float32)
