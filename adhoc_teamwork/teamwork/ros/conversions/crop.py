# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert small pictures of things to and from adhoc_interfaces."""

from typing import Any

from adhoc_interfaces import msg as ros

from adhoc_teamwork.teamwork.crop import Crop, jpeg_address, jpeg_of
from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros, time_to_ros


def crop_to_ros(crop: Crop, frame: str = "") -> Any:
    """Return an adhoc_interfaces/Crop; `frame` is the camera's."""
    message = ros.Crop(
        object_id=text_to_ros(crop.object_id),
        after_grasp=crop.after_grasp,
        jpeg=jpeg_of(crop.picture),
    )
    message.header.frame_id, message.header.stamp = frame, time_to_ros(crop.stamp)
    return message


def crop_from_ros(message: Any) -> Crop:
    """Return a Crop.

    Raises:
        ValueError: It is no small JPEG.
    """
    return Crop(
        object_id=message.object_id,
        stamp=time_from_ros(message.header.stamp),
        picture=jpeg_address(bytes(message.jpeg)),
        after_grasp=message.after_grasp,
    )
