# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a picture's mask comes from: images of ids or classes, outlines, boxes."""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.frames.camera import BadFrameError, FloatArray, Intrinsics
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.masks.boxes import BoxMasks
from adhoc_teamwork.perception.masks.class_images import ClassImageMasks
from adhoc_teamwork.perception.masks.named_boxes import NamedBoxes
from adhoc_teamwork.perception.masks.outlines import OutlineMasks
from adhoc_teamwork.perception.masks.solid_boxes import SolidBoxMasks
from adhoc_teamwork.perception.masks.vocabulary import Vocabulary
from adhoc_teamwork.perception.messages import (
    boxes_from_ros,
    class_names_from_ros,
    instances_from_ros,
    outlines_from_ros,
    solid_boxes_from_ros,
)
from adhoc_teamwork.teamwork.enums import StrEnum


class MaskKind(StrEnum):
    """Name what a robot's perception listens to."""

    INSTANCES = "instances"
    BOXES = "boxes"
    SOLID_BOXES = "boxes3d"
    CLASSES = "classes"
    YOLO = "yolo"


class MaskSource(Protocol):
    """Read masks out of messages."""

    def instances(
        self, message: Any, depth: FloatArray, camera: Intrinsics, frame: str
    ) -> NDArray[np.uint16]:
        """Return the (height, width) instance image of a picture with that depth and camera.

        Args:
            message: The mask, of the type that this source reads.
            depth: (height, width) metres.
            camera: Intrinsics of the picture.
            frame: The camera's optical frame.

        Raises:
            BadFrameError: The message cannot be used.
        """

    def take_names(self, message: Any) -> None:
        """Take in what numbers in a mask stand for, where they are named apart from it."""

    def labels(self) -> Mapping[int, Label]:
        """Return what ids stand for, as far as the mask itself tells."""

    def counts(self) -> Mapping[str, int]:
        """Return what was left out, by kind."""

    def set_least_score(self, score: float) -> None:
        """Leave out from now on what a detector is less sure of, 0 to 1."""


class ImageSource:
    """Take the ids as a segmenter or the simulator gives them; labels come apart from them."""

    def instances(
        self, message: Any, depth: FloatArray, camera: Intrinsics, frame: str
    ) -> NDArray[np.uint16]:
        """Return the image's ids; see `MaskSource.instances`."""
        del depth, camera, frame
        return instances_from_ros(message)

    def take_names(self, message: Any) -> None:
        """Do nothing: labels go to the belief."""

    def labels(self) -> Mapping[int, Label]:
        """Return nothing."""
        return {}

    def counts(self) -> Mapping[str, int]:
        """Return nothing."""
        return {}

    def set_least_score(self, score: float) -> None:
        """Do nothing: ids have no scores."""


class _NamedBoxSource:
    """Say what a source says whose boxes have their names."""

    def __init__(self, vocabulary: Vocabulary, boxes: NamedBoxes[Any]) -> None:
        self._vocabulary, self._boxes = vocabulary, boxes

    def take_names(self, message: Any) -> None:
        """Do nothing: boxes have their names."""

    def labels(self) -> Mapping[int, Label]:
        """Return what the ids given so far stand for."""
        return self._boxes.ids.labels

    def counts(self) -> Mapping[str, int]:
        """Return how many boxes were none, and how many of classes without a category."""
        unknown = sum(self._vocabulary.unknown.values())
        return {"bad_boxes": self._boxes.bad_boxes, "unknown_classes": unknown}

    def set_least_score(self, score: float) -> None:
        """Leave out from now on what a detector is less sure of; see `MaskSource`."""
        self._boxes.least_score = score


class BoxSource(_NamedBoxSource):
    """Make masks of a vision_msgs/Detection2DArray by the depth within its boxes."""

    def __init__(self, vocabulary: Vocabulary, least_score: float) -> None:
        self._masks = BoxMasks(vocabulary, least_score)
        super().__init__(vocabulary, self._masks)

    def instances(
        self, message: Any, depth: FloatArray, camera: Intrinsics, frame: str
    ) -> NDArray[np.uint16]:
        """Return ids of what lies within the boxes; see `MaskSource.instances`."""
        del frame
        return self._masks.instances(boxes_from_ros(message), depth, camera)


class SolidBoxSource(_NamedBoxSource):
    """Make masks of a vision_msgs/Detection3DArray in the camera's frame: points in its boxes."""

    def __init__(self, vocabulary: Vocabulary, least_score: float) -> None:
        self._masks = SolidBoxMasks(vocabulary, least_score)
        super().__init__(vocabulary, self._masks)

    def instances(
        self, message: Any, depth: FloatArray, camera: Intrinsics, frame: str
    ) -> NDArray[np.uint16]:
        """Return ids of what lies within the boxes; see `MaskSource.instances`."""
        given = message.header.frame_id
        if given not in ("", frame):
            raise BadFrameError("frame", f"boxes are in {given!r:.60}; expected {frame!r}")
        return self._masks.instances(solid_boxes_from_ros(message), depth, camera)


class OutlineSource(_NamedBoxSource):
    """Make masks of a yolo_msgs/DetectionArray: its outlines, or the depth within its boxes."""

    def __init__(self, vocabulary: Vocabulary, least_score: float) -> None:
        self._masks = OutlineMasks(vocabulary, least_score)
        super().__init__(vocabulary, self._masks)

    def instances(
        self, message: Any, depth: FloatArray, camera: Intrinsics, frame: str
    ) -> NDArray[np.uint16]:
        """Return ids of what lies within the outlines; see `MaskSource.instances`."""
        del frame
        height, width = depth.shape
        return self._masks.instances(outlines_from_ros(message, (height, width)), depth, camera)


class ClassImageSource:
    """Make masks of an image of class numbers, named by a vision_msgs/LabelInfo."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._masks = ClassImageMasks(vocabulary)

    def instances(
        self, message: Any, depth: FloatArray, camera: Intrinsics, frame: str
    ) -> NDArray[np.uint16]:
        """Return ids of what hangs together; see `MaskSource.instances`."""
        del camera, frame
        if not self._masks.names:
            raise BadFrameError("labels", "an image of classes, and no LabelInfo that names them")
        return self._masks.instances(instances_from_ros(message), depth)

    def take_names(self, message: Any) -> None:
        """Take in what numbers stand for.

        Raises:
            ValueError: A number is named twice, or none is.
        """
        self._masks.names = class_names_from_ros(message)

    def labels(self) -> Mapping[int, Label]:
        """Return what the ids given so far stand for."""
        return self._masks.ids.labels

    def counts(self) -> Mapping[str, int]:
        """Return how many things were of classes without a category."""
        return {"unknown_classes": sum(self._vocabulary.unknown.values())}

    def set_least_score(self, score: float) -> None:
        """Do nothing: whoever makes the image has its own threshold."""
