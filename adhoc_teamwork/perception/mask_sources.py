# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a picture's mask comes from: an image of instance ids, or a detector's boxes."""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.frames.camera import FloatArray, Intrinsics
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.masks.boxes import BoxMasks
from adhoc_teamwork.perception.masks.vocabulary import Vocabulary
from adhoc_teamwork.perception.messages import boxes_from_ros, instances_from_ros
from adhoc_teamwork.teamwork.enums import StrEnum


class MaskKind(StrEnum):
    """Name what a robot's perception listens to."""

    INSTANCES = "instances"
    BOXES = "boxes"


class MaskSource(Protocol):
    """Read masks out of messages."""

    def instances(self, message: Any, depth: FloatArray, camera: Intrinsics) -> NDArray[np.uint16]:
        """Return the (height, width) instance image of a picture with that depth and camera.

        Raises:
            BadFrameError: The message cannot be used.
        """

    def labels(self) -> Mapping[int, Label]:
        """Return what ids stand for, as far as the mask itself tells."""

    def counts(self) -> Mapping[str, int]:
        """Return what was left out, by kind."""

    def set_least_score(self, score: float) -> None:
        """Leave out from now on what a detector is less sure of, 0 to 1."""


class ImageSource:
    """Take the ids as a segmenter or the simulator gives them; labels come apart from them."""

    def instances(self, message: Any, depth: FloatArray, camera: Intrinsics) -> NDArray[np.uint16]:
        """Return the image's ids; see `MaskSource.instances`."""
        del depth, camera
        return instances_from_ros(message)

    def labels(self) -> Mapping[int, Label]:
        """Return nothing."""
        return {}

    def counts(self) -> Mapping[str, int]:
        """Return nothing."""
        return {}

    def set_least_score(self, score: float) -> None:
        """Do nothing: ids have no scores."""


class BoxSource:
    """Make masks of a vision_msgs/Detection2DArray by the depth within its boxes."""

    def __init__(self, vocabulary: Vocabulary, least_score: float) -> None:
        self._vocabulary = vocabulary
        self._masks = BoxMasks(vocabulary, least_score)

    def instances(self, message: Any, depth: FloatArray, camera: Intrinsics) -> NDArray[np.uint16]:
        """Return ids of what lies within the boxes; see `MaskSource.instances`."""
        return self._masks.instances(boxes_from_ros(message), depth, camera)

    def labels(self) -> Mapping[int, Label]:
        """Return what the ids given so far stand for."""
        return self._masks.ids.labels

    def counts(self) -> Mapping[str, int]:
        """Return how many boxes were none, and how many of classes without a category."""
        unknown = sum(self._vocabulary.unknown.values())
        return {"bad_boxes": self._masks.bad_boxes, "unknown_classes": unknown}

    def set_least_score(self, score: float) -> None:
        """Leave out from now on what a detector is less sure of; see `MaskSource`."""
        self._masks.least_score = score
