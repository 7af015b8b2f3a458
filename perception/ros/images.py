"""Read images and camera info out of ROS messages, refusing what cannot be used."""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perception.camera import BadFrameError, FloatArray, Intrinsics

_MILLIMETRES = 1000.0


def depth_from_ros(image: Any) -> FloatArray:
    """Return (height, width) depth in metres from a 32FC1 (m) or 16UC1 (mm) image.

    Raises:
        BadFrameError: Another encoding, or data that do not fit the size.
    """
    if image.encoding == "32FC1":
        return _pixels(image, np.dtype(np.float32)).astype(np.float32, copy=False)
    if image.encoding in ("16UC1", "mono16"):
        millimetres = _pixels(image, np.dtype(np.uint16))
        return (millimetres / np.float32(_MILLIMETRES)).astype(np.float32, copy=False)
    raise BadFrameError("encoding", f"depth has encoding '{image.encoding}'; expected 32FC1")


def instances_from_ros(image: Any) -> NDArray[np.uint16]:
    """Return (height, width) instance ids from a mono16, 16UC1, mono8 or 8UC1 image.

    Raises:
        BadFrameError: Another encoding, or data that do not fit the size.
    """
    if image.encoding in ("mono16", "16UC1"):
        return _pixels(image, np.dtype(np.uint16)).astype(np.uint16, copy=False)
    if image.encoding in ("mono8", "8UC1"):
        return _pixels(image, np.dtype(np.uint8)).astype(np.uint16)
    raise BadFrameError("encoding", f"instances have encoding '{image.encoding}'; expected mono16")


def intrinsics_from_ros(info: Any) -> Intrinsics:
    """Return the intrinsics of a sensor_msgs/CameraInfo.

    Raises:
        BadFrameError: Zero or non-finite focal lengths or sizes.
    """
    k = info.k
    return Intrinsics(info.width, info.height, float(k[0]), float(k[4]), float(k[2]), float(k[5]))


def _pixels(image: Any, kind: np.dtype[Any]) -> NDArray[Any]:
    """Return a (height, width) view of an image's data, its row padding cut off."""
    stored = kind.newbyteorder(">" if image.is_bigendian else "<")
    row = image.width * stored.itemsize
    if image.step < row or len(image.data) < image.height * image.step or row == 0:
        raise BadFrameError(
            "size",
            f"{image.encoding} image of {image.width}x{image.height} has step {image.step} "
            f"and {len(image.data)} bytes",
        )
    data = np.frombuffer(image.data, np.uint8, image.height * image.step)
    rows = data.reshape(image.height, image.step)[:, :row]
    pixels = np.ascontiguousarray(rows).view(stored)
    native = (">" if sys.byteorder == "big" else "<") == stored.byteorder
    return pixels if native or stored.byteorder in "=|" else pixels.astype(kind)
