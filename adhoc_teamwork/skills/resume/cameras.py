# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What each camera of a robot sees, and where its joints can bring it."""

import math

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.model import Camera, RobotModel
from adhoc_teamwork.robot_model.reaching import farthest, sample_configurations
from adhoc_teamwork.teamwork.bodies.bands import Band
from adhoc_teamwork.teamwork.bodies.resume import FARTHEST_SIGHT, CameraView

SIGHT_HEIGHTS = (0.0, 0.4, 0.8, 1.2, 1.6, 2.0)
"""Metres above the floor: floor, seat, table, shelf, high shelf, top of a cabinet."""

_SAMPLES = 2000
_AHEAD = np.array([1.0, 0.0, 0.0])


def camera_view(model: RobotModel, camera: Camera, floor: float) -> CameraView:
    """Return one camera's place, optics and sight.

    Args:
        model: The robot.
        camera: One of its cameras.
        floor: Height of the floor in the root's frame, metres.
    """
    pose = Kinematics(model, ()).fixed_poses[camera.link] @ camera.origin
    axis = pose[:3, :3] @ _AHEAD
    pitch, height = float(_pitch(axis)), float(pose[2, 3]) - floor
    lowest, highest, up, down = _moved_about(model, camera, floor, pitch, height)
    return CameraView(
        name=camera.name,
        height=_millimetres(height),
        lowest=_millimetres(lowest),
        highest=_millimetres(highest),
        forward=_millimetres(pose[0, 3]),
        left=_millimetres(pose[1, 3]),
        yaw=_millimetres(math.atan2(axis[1], axis[0])),
        pitch=_millimetres(pitch),
        pitch_up=_millimetres(up),
        pitch_down=_millimetres(down),
        horizontal_fov=None if camera.horizontal_fov is None else round(camera.horizontal_fov, 4),
        vertical_fov=None if camera.vertical_fov is None else round(camera.vertical_fov, 4),
        range=camera.range,
        sight=_sight(camera, height, pitch),
    )


def _moved_about(
    model: RobotModel, camera: Camera, floor: float, pitch: float, height: float
) -> tuple[float, float, float, float]:
    """Return lowest and highest place and how far it turns up and down, by the joints below it."""
    names = [j.name for j in model.path_to(camera.link) if j.moves and j.mimic is None]
    if not names:
        return height, height, 0.0, 0.0
    kinematics = Kinematics(model, names)
    q = sample_configurations(kinematics, _SAMPLES)
    ends = farthest(kinematics, camera.link, np.array([[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]]), q)
    heights = kinematics.positions(ends, camera.link)[:, 2] - floor
    low, high = kinematics.sampling_bounds()
    turned = np.concatenate([q, ends, low[None], high[None]])
    axes = kinematics.link_poses(turned, (camera.link,))[camera.link][:, :3, :3]
    pitches = _pitch(axes @ (camera.origin[:3, :3] @ _AHEAD))
    up, down = pitch - float(pitches.min()), float(pitches.max()) - pitch
    return float(heights.min()), float(heights.max()), max(0.0, up), max(0.0, down)


def _sight(camera: Camera, height: float, pitch: float) -> tuple[Band, ...]:
    """Return at which distances straight ahead things at some heights are in the image."""
    if camera.vertical_fov is None:
        return ()
    reach = camera.range or FARTHEST_SIGHT
    ahead = np.arange(0.02, reach + 1e-9, 0.02)
    bands = []
    for level in SIGHT_HEIGHTS:
        drop = height - level
        below = np.arctan2(drop, ahead)
        seen = np.abs(below - pitch) <= camera.vertical_fov / 2.0
        seen &= np.hypot(ahead, drop) <= reach
        if seen.any():
            at = ahead[seen]
            bands.append(Band(level, round(float(at[0]), 2), round(float(at[-1]), 2)))
    return tuple(bands)


def _pitch(axes: Floats) -> Floats:
    """Return how far directions (..., 3) point down, radians."""
    return np.asarray(np.arcsin(np.clip(-axes[..., 2], -1.0, 1.0)))


def _millimetres(value: float) -> float:
    return round(float(value), 3) + 0.0
