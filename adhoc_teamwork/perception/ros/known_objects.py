# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell what is known in the form that others read: boxes in `map`, with class and confidence."""

from typing import Any

from vision_msgs.msg import Detection3D, Detection3DArray, ObjectHypothesisWithPose

from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros
from adhoc_teamwork.teamwork.ros.conversions.geometry import point_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.scene import Detection, Presence, SceneGraph

_AXES = 3
_ROW = 6
"""Numbers in a row of a pose's covariance."""


def known_objects_to_ros(graph: SceneGraph, frame: str) -> Any:
    """Return a vision_msgs/Detection3DArray of what is there; a stamp says when it was last seen.

    Args:
        graph: With positions in metres in `frame`.
        frame: Of the boxes, which lie along its axes.
    """
    message = Detection3DArray()
    message.header.frame_id, message.header.stamp = frame, time_to_ros(graph.stamp)
    message.detections = [
        _thing_to_ros(thing, frame) for thing in graph.objects if thing.status is not Presence.GONE
    ]
    return message


def _thing_to_ros(thing: Detection, frame: str) -> Any:
    told = Detection3D(id=text_to_ros(thing.object_id))
    told.header.frame_id, told.header.stamp = frame, time_to_ros(thing.seen)
    told.bbox.center.position = point_to_ros(thing.position)
    told.bbox.center.orientation.w = 1.0
    size = told.bbox.size
    size.x, size.y, size.z = (float(v) for v in (thing.size.x, thing.size.y, thing.size.z))
    guess = ObjectHypothesisWithPose()
    guess.hypothesis.class_id = text_to_ros(thing.category)
    guess.hypothesis.score = float(thing.confidence)
    guess.pose.pose = told.bbox.center
    for number, value in enumerate(thing.covariance[: _AXES * _AXES]):
        guess.pose.covariance[number // _AXES * _ROW + number % _AXES] = float(value)
    told.results = [guess]
    return told
