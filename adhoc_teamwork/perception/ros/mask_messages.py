# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Masks and what their ids stand for, as messages."""

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from adhoc_interfaces.msg import InstanceLabels
from numpy.typing import NDArray
from sensor_msgs.msg import Image

from adhoc_teamwork.perception.frames.views import Label


def mask_to_ros(ids: NDArray[np.uint16], header: Any) -> Any:
    """Return a mono16 sensor_msgs/Image of (height, width) ids, with its picture's header."""
    return Image(
        header=header,
        height=ids.shape[0],
        width=ids.shape[1],
        encoding="mono16",
        is_bigendian=int(sys.byteorder == "big"),
        step=2 * ids.shape[1],
        data=ids.tobytes(),
    )


def mask_labels_to_ros(labels: Mapping[int, Label], header: Any) -> Any:
    """Return adhoc_interfaces/InstanceLabels; ids are `tracked` where those of all labels are."""
    message = InstanceLabels(
        ids=list(labels),
        categories=[label.category for label in labels.values()],
        pickupable=[label.pickupable for label in labels.values()],
        is_receptacle=[label.is_receptacle for label in labels.values()],
        tracked=all(label.tracked for label in labels.values()),
    )
    message.header = header
    return message
