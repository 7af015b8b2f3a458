# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Reading images out of ROS messages."""

import math

import numpy as np
import pytest

pytest.importorskip("sensor_msgs", reason="no ROS 2: message tests need sensor_msgs")

from sensor_msgs.msg import CameraInfo, Image

from adhoc_teamwork.perception.frames.camera import BadFrameError
from adhoc_teamwork.perception.messages import (
    depth_from_ros,
    instances_from_ros,
    intrinsics_from_ros,
)


def image(pixels: np.ndarray, encoding: str, padding: int = 0, big: bool = False) -> Image:
    height, width = pixels.shape
    if big:
        pixels = pixels.astype(pixels.dtype.newbyteorder(">"))
    rows = pixels.view(np.uint8).reshape(height, -1)
    rows = np.pad(rows, ((0, 0), (0, padding)))
    return Image(
        height=height, width=width, encoding=encoding, is_bigendian=int(big),
        step=rows.shape[1], data=rows.tobytes(),
    )  # fmt: skip


@pytest.mark.parametrize("padding", [0, 12])
@pytest.mark.parametrize("big", [False, True])
def test_depth_in_metres_with_any_padding_and_byte_order(padding: int, big: bool) -> None:
    pixels = np.array([[1.0, np.nan, np.inf], [0.0, 2.5, -1.0]], np.float32)
    read = depth_from_ros(image(pixels, "32FC1", padding, big))
    assert np.array_equal(read, pixels, equal_nan=True)
    assert read.dtype == np.float32


def test_depth_in_millimetres() -> None:
    pixels = np.array([[1000, 0], [2500, 65535]], np.uint16)
    assert depth_from_ros(image(pixels, "16UC1")) == pytest.approx(pixels / 1000.0)


@pytest.mark.parametrize("big", [False, True])
def test_instances(big: bool) -> None:
    pixels = np.array([[0, 1, 300]], np.uint16)
    assert (instances_from_ros(image(pixels, "mono16", 2, big)) == pixels).all()
    small = np.array([[0, 7]], np.uint8)
    assert (instances_from_ros(image(small, "mono8")) == small).all()


def test_wrong_encodings_are_named() -> None:
    pixels = np.zeros((2, 2), np.uint16)
    with pytest.raises(BadFrameError, match="rgb8") as error:
        depth_from_ros(image(pixels, "rgb8"))
    assert error.value.kind == "encoding"
    with pytest.raises(BadFrameError, match="expected mono16"):
        instances_from_ros(image(pixels, "32FC1"))


def test_data_that_do_not_fit_are_refused() -> None:
    short = image(np.zeros((4, 4), np.float32), "32FC1")
    short.height = 5
    narrow = image(np.zeros((4, 4), np.float32), "32FC1")
    narrow.step = 8
    for message in (short, narrow, Image(encoding="32FC1")):
        with pytest.raises(BadFrameError) as error:
            depth_from_ros(message)
        assert error.value.kind == "size"


@pytest.mark.parametrize("focal", [0.0, math.nan])
def test_camera_info(focal: float) -> None:
    info = CameraInfo(width=4, height=3, k=[2.0, 0.0, 1.5, 0.0, 2.5, 1.0, 0.0, 0.0, 1.0])
    camera = intrinsics_from_ros(info)
    assert (camera.fx, camera.fy, camera.cx, camera.cy) == (2.0, 2.5, 1.5, 1.0)
    info.k[0] = focal
    with pytest.raises(BadFrameError):
        intrinsics_from_ros(info)
