# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read what a ROS message holds, from a topic or a recorded bag, refusing what cannot be used.

Messages are taken as they come, by their fields: nothing of ROS is imported here.
"""

import math
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.frames.camera import BadFrameError, FloatArray, Intrinsics
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.masks.boxes import Box
from adhoc_teamwork.perception.masks.outlines import Outline
from adhoc_teamwork.perception.masks.solid_boxes import SolidBox
from adhoc_teamwork.teamwork.scene import Predicate, Relation, Room, SceneGraph
from adhoc_teamwork.teamwork.states import read_states

NO_DOOR = 0
_DOOR: dict[int, bool | None] = {NO_DOOR: None, 1: True, 2: False}
"""Whether a door is closed, by the values of Detection.msg."""
_MILLIMETRES = 1000.0
_MOST_DETECTIONS = 300
"""Detections of one picture that are read, as many as detectors give at most."""
_MOST_CORNERS = 20_000
"""Corners of a border; a longer one is none."""
_LONGEST_TRACK = 64
_UNLABELLED = ("", "background", "unlabeled", "unlabelled")
"""Names of what is no thing."""
_COLORS = {
    "rgb8": [0, 1, 2],
    "bgr8": [2, 1, 0],
    "rgba8": [0, 1, 2],
    "bgra8": [2, 1, 0],
    "mono8": [0, 0, 0],
}
"""Where red, green and blue are in a pixel."""


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


def wide_ids_from_ros(image: Any) -> NDArray[np.int32]:
    """Return (height, width) ids from a 32SC1 image, as a simulator gives them.

    Raises:
        BadFrameError: Another encoding, or data that do not fit the size.
    """
    if image.encoding != "32SC1":
        raise BadFrameError("encoding", f"ids have encoding '{image.encoding}'; expected 32SC1")
    return _pixels(image, np.dtype(np.int32)).astype(np.int32, copy=False)


def color_from_ros(image: Any) -> NDArray[np.uint8]:
    """Return (height, width, 3) red, green and blue of an rgb8, bgr8, rgba8, bgra8 or mono8 image.

    Raises:
        BadFrameError: Another encoding, or data that do not fit the size.
    """
    planes = _COLORS.get(image.encoding)
    if planes is None:
        expected = ", ".join(_COLORS)
        raise BadFrameError(
            "encoding", f"colour has encoding '{image.encoding}'; expected one of {expected}"
        )
    count = max(planes) + 1 + (image.encoding in ("rgba8", "bgra8"))
    bytes_ = _pixels(image, np.dtype(np.uint8), count)
    pixels = bytes_.reshape(image.height, image.width, count)
    return np.ascontiguousarray(pixels[..., planes])


def intrinsics_from_ros(info: Any) -> Intrinsics:
    """Return the intrinsics of a sensor_msgs/CameraInfo.

    Raises:
        BadFrameError: Zero or non-finite focal lengths or sizes.
    """
    k = info.k
    return Intrinsics(info.width, info.height, float(k[0]), float(k[4]), float(k[2]), float(k[5]))


def boxes_from_ros(message: Any) -> list[Box]:
    """Return the boxes of a vision_msgs/Detection2DArray, each with its likeliest class."""
    boxes: list[Box] = []
    for detection in message.detections:
        guesses = [result.hypothesis for result in detection.results]
        best = max(guesses, key=lambda guess: guess.score, default=None)
        middle, box = detection.bbox.center.position, detection.bbox
        name, score = (best.class_id, best.score) if best is not None else ("", math.nan)
        boxes.append(Box(middle.x, middle.y, box.size_x, box.size_y, name, score))
    return boxes


def solid_boxes_from_ros(message: Any) -> list[SolidBox]:
    """Return the boxes of a vision_msgs/Detection3DArray, each with its likeliest class."""
    boxes: list[SolidBox] = []
    for detection in message.detections:
        guesses = [result.hypothesis for result in detection.results]
        best = max(guesses, key=lambda guess: guess.score, default=None)
        at, turn = detection.bbox.center.position, detection.bbox.center.orientation
        size = detection.bbox.size
        name, score = (best.class_id, best.score) if best is not None else ("", math.nan)
        boxes.append(
            SolidBox(
                (at.x, at.y, at.z),
                (turn.x, turn.y, turn.z, turn.w),
                (size.x, size.y, size.z),
                name,
                score,
            )
        )
    return boxes


def outlines_from_ros(message: Any, shape: tuple[int, int]) -> list[Outline]:
    """Return what a yolo_msgs/DetectionArray holds, in pixels of a picture of `shape`.

    A mask says of which size the picture was in which its border was drawn.

    Args:
        message: The detections; those after the first 300 are left out.
        shape: Height and width of the depth image.
    """
    outlines: list[Outline] = []
    for one in message.detections[:_MOST_DETECTIONS]:
        across, down = _scale(one.mask, shape)
        middle, size = one.bbox.center.position, one.bbox.size
        box = Box(
            middle.x * across, middle.y * down, size.x * across, size.y * down,
            str(one.class_name), float(one.score),
        )  # fmt: skip
        points = one.mask.data if len(one.mask.data) <= _MOST_CORNERS else ()
        border = np.array([(p.x * across, p.y * down) for p in points], np.float32).reshape(-1, 2)
        outlines.append(Outline(box, border, str(one.id)[:_LONGEST_TRACK]))
    return outlines


def _scale(mask: Any, shape: tuple[int, int]) -> tuple[float, float]:
    """Return what pixels of a mask's picture are to be multiplied with, across and down."""
    if mask.width <= 0 or mask.height <= 0:
        return 1.0, 1.0
    return shape[1] / mask.width, shape[0] / mask.height


def class_names_from_ros(message: Any) -> dict[int, str]:
    """Return the names in a vision_msgs/LabelInfo by number, without those of unlabelled pixels.

    Raises:
        ValueError: A number is named twice, or none is.
    """
    numbers = [int(one.class_id) for one in message.class_map]
    names = {
        int(one.class_id): str(one.class_name)
        for one in message.class_map
        if one.class_name.casefold() not in _UNLABELLED
    }
    if len(set(numbers)) < len(numbers) or not names:
        raise ValueError(f"{len(numbers)} classes; expected names for different numbers")
    return names


def labels_from_ros(message: Any) -> dict[int, Label]:
    """Return labels by id.

    Raises:
        ValueError: Lists of different lengths, or what is no state.
    """
    ids, categories = list(message.ids), list(message.categories)
    pickupable, receptacles = list(message.pickupable), list(message.is_receptacle)
    if not len(ids) == len(categories) == len(pickupable) == len(receptacles):
        raise ValueError(
            f"{len(ids)} ids, {len(categories)} categories, {len(pickupable)} pickupable, "
            f"{len(receptacles)} is_receptacle; expected as many of each"
        )
    # Recordings from before there were doors have none.
    doors = list(getattr(message, "doors", ())) or [NO_DOOR] * len(ids)
    if len(doors) != len(ids):
        raise ValueError(f"{len(ids)} ids, {len(doors)} doors; expected as many, or none")
    states = list(getattr(message, "states", ())) or [""] * len(ids)
    if len(states) != len(ids):
        raise ValueError(f"{len(ids)} ids, {len(states)} states; expected as many, or none")
    return {
        int(number): Label(
            category,
            bool(small),
            bool(carries),
            bool(message.tracked),
            _DOOR.get(door),
            read_states(text.split()),
        )
        for number, category, small, carries, door, text in zip(
            ids, categories, pickupable, receptacles, doors, states, strict=True
        )
    }


def floor_plan_from_ros(message: Any) -> SceneGraph:
    """Return the floor plan in a SceneGraph message: outlines of rooms and which are connected."""
    return SceneGraph(
        stamp=seconds_from_ros(message.header.stamp),
        rooms=tuple(
            Room(room.room_id, tuple((float(p.x), float(p.y)) for p in room.outline.points))
            for room in message.rooms
        ),
        relations=tuple(
            Relation(r.subject, Predicate.CONNECTED, r.object)
            for r in message.relations
            if r.predicate == Predicate.CONNECTED.value
        ),
    )


def seconds_from_ros(stamp: Any) -> float:
    """Return a builtin_interfaces/Time in seconds."""
    return float(stamp.sec + stamp.nanosec * 1e-9)


def _pixels(image: Any, kind: np.dtype[Any], channels: int = 1) -> NDArray[Any]:
    """Return a (height, width * channels) view of an image's data, its row padding cut off."""
    stored = kind.newbyteorder(">" if image.is_bigendian else "<")
    row = image.width * stored.itemsize * channels
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
