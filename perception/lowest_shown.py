"""How low a frame's rays have to pass to show what lies on the floor there."""

import numpy as np

from perception.camera import Frame
from teamwork.eyesight import low_sight

_STRIDE = 2
"""Every second pixel of the image's border is enough."""


def lowest_shown(frame: Frame) -> float:
    """Return the height, in metres, below which a frame's rays show what lies under them.

    That hangs on where the camera points, not on which of its pixels are valid.
    """
    camera = frame.intrinsics
    right = (np.arange(0, camera.width, _STRIDE) - camera.cx) / camera.fx
    down = (np.arange(0, camera.height, _STRIDE) - camera.cy) / camera.fy
    border = np.ones((2 * (len(right) + len(down)), 3))
    border[:, 0] = np.concatenate([right, right, np.repeat(right[[0, -1]], len(down))])
    border[:, 1] = np.concatenate([np.repeat(down[[0, -1]], len(right)), down, down])
    rays = border @ frame.pose[:3, :3].T
    slopes = rays[:, 2] / np.maximum(np.hypot(rays[:, 0], rays[:, 1]), 1e-3)
    reach = frame.camera_range or float(frame.distance.max())
    return low_sight(float(frame.origin[2]), -min(0.0, float(slopes.min())), reach)
