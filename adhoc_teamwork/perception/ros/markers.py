# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw a scene graph for RViz: rooms, objects, relations, and how sure positions are.

Each kind is a namespace of its own, to be shown or hidden: rooms, outlines, objects, names,
relations, near, connections, covariance.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from geometry_msgs.msg import Point, Quaternion, Vector3
from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker, MarkerArray

from adhoc_teamwork.perception.map.semantic_cloud import category_color
from adhoc_teamwork.perception.rooms.room_shape import inner_point
from adhoc_teamwork.teamwork.ros.conversions.geometry import point_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.scene import (
    Detection,
    Misplaced,
    Predicate,
    Presence,
    Relation,
    Room,
    SceneGraph,
)

_TEXT_HEIGHT = 0.12
_ROOM_TEXT_HEIGHT = 0.3
_SMALLEST = 0.02
_LINE = 0.015
_OUTLINE = 0.04
_ABOVE_FLOOR = 0.03
_SIGMAS = 2.0
"""Ellipsoids reach so many standard deviations."""
_INK, _RED = (0.1, 0.1, 0.1), (0.84, 0.13, 0.37)
_BLUE, _GREEN, _GREY = (0.16, 0.44, 0.69), (0.24, 0.56, 0.37), (0.4, 0.45, 0.5)


def scene_graph_to_markers(graph: SceneGraph, frame_id: str) -> Any:
    """Return a visualization_msgs/MarkerArray that replaces all earlier ones."""
    markers = [Marker(action=Marker.DELETEALL)]
    present = {o.object_id: o for o in graph.objects if o.status is Presence.PRESENT}
    for detection in present.values():
        markers += [_box(detection), _name(detection)]
        if detection.covariance:
            markers.append(_ellipsoid(detection))
    for room in graph.rooms:
        markers.append(_room_name(room))
        if len(room.outline) >= 3:
            markers.append(_room_outline(room))
    rooms = {room.room_id: room for room in graph.rooms}
    markers += _relations(graph.relations, present, rooms)
    for number, marker in enumerate(markers):
        marker.id = number
        marker.header.frame_id = frame_id
        marker.header.stamp = time_to_ros(graph.stamp)
    return MarkerArray(markers=markers)


def _box(detection: Detection) -> Any:
    size = detection.size
    marker = _marker("objects", Marker.CUBE)
    marker.pose.position = point_to_ros(detection.position)
    marker.scale = Vector3(
        x=max(size.x, _SMALLEST), y=max(size.y, _SMALLEST), z=max(size.z, _SMALLEST)
    )
    color = category_color(detection.category)
    marker.color = _color(color, 0.35 if detection.is_receptacle else 0.8)
    return marker


def _name(detection: Detection) -> Any:
    position, top = detection.position, detection.position.z + detection.size.z / 2.0
    point = Point(x=position.x, y=position.y, z=top + _TEXT_HEIGHT)
    is_wrong = detection.misplaced is Misplaced.YES
    text = f"{detection.object_id} (out of place)" if is_wrong else detection.object_id
    return _text("names", text, point, _TEXT_HEIGHT, _RED if is_wrong else _INK)


def _ellipsoid(detection: Detection) -> Any:
    """Return the ellipsoid within which the middle of an object lies, most likely."""
    covariance = np.array(detection.covariance, np.float64).reshape(3, 3)
    values, axes = np.linalg.eigh(covariance)
    if np.linalg.det(axes) < 0.0:
        axes[:, 0] *= -1.0
    marker = _marker("covariance", Marker.SPHERE)
    marker.pose.position = point_to_ros(detection.position)
    marker.pose.orientation = _quaternion(axes)
    x, y, z = (2.0 * _SIGMAS * np.sqrt(np.maximum(values, 0.0))).tolist()
    marker.scale = Vector3(x=max(x, _SMALLEST), y=max(y, _SMALLEST), z=max(z, _SMALLEST))
    marker.color = _color(_RED if max(x, y, z) > 1.0 else _BLUE, 0.25)
    return marker


def _room_name(room: Room) -> Any:
    x, y = inner_point(room.outline)
    kind = f" {room.room_type} {room.type_confidence:.0%}" if room.room_type else ""
    text = f"{room.room_id}{kind}, {room.explored:.0%} explored"
    return _text("rooms", text, Point(x=x, y=y, z=0.05), _ROOM_TEXT_HEIGHT, _INK)


def _room_outline(room: Room) -> Any:
    marker = _marker("outlines", Marker.LINE_STRIP)
    corners = (*room.outline, room.outline[0])
    marker.points = [Point(x=float(x), y=float(y), z=_ABOVE_FLOOR) for x, y in corners]
    marker.scale.x = _OUTLINE
    marker.color = _color(category_color(room.room_type or room.room_id), 0.9)
    return marker


def _relations(
    relations: tuple[Relation, ...],
    objects: Mapping[str, Detection],
    rooms: Mapping[str, Room],
) -> list[Any]:
    """Return one marker of lines for what carries what, what is near, which rooms meet."""
    kinds = {
        "relations": ((Predicate.ON, Predicate.IN), _BLUE),
        "near": ((Predicate.NEAR,), _GREEN),
        "connections": ((Predicate.CONNECTED,), _GREY),
    }
    markers = []
    for namespace, (predicates, color) in kinds.items():
        points = []
        for relation in relations:
            ends = [_end(name, objects, rooms) for name in (relation.subject, relation.object)]
            if relation.predicate in predicates and None not in ends:
                points += ends
        if points:
            marker = _marker(namespace, Marker.LINE_LIST)
            marker.points = points
            marker.scale.x = _LINE
            marker.color = _color(color, 0.9)
            markers.append(marker)
    return markers


def _end(name: str, objects: Mapping[str, Detection], rooms: Mapping[str, Room]) -> Any:
    """Return where a relation's line begins or ends; None where the thing is not drawn."""
    if name in objects:
        return point_to_ros(objects[name].position)
    if name in rooms:
        x, y = inner_point(rooms[name].outline)
        return Point(x=x, y=y, z=_ABOVE_FLOOR)
    return None


def _marker(namespace: str, kind: int) -> Any:
    marker = Marker(ns=namespace, type=kind, action=Marker.ADD)
    marker.pose.orientation.w = 1.0
    return marker


def _text(
    namespace: str, text: str, position: Any, height: float, color: tuple[float, float, float]
) -> Any:
    marker = _marker(namespace, Marker.TEXT_VIEW_FACING)
    marker.text = text
    marker.pose.position = position
    marker.scale.z = height
    marker.color = _color(color, 1.0)
    return marker


def _color(color: tuple[float, float, float], alpha: float) -> Any:
    red, green, blue = color
    return ColorRGBA(r=float(red), g=float(green), b=float(blue), a=alpha)


def _quaternion(axes: Any) -> Any:
    """Return the turn whose columns are the axes of a right-handed frame."""
    from scipy.spatial.transform import Rotation

    x, y, z, w = Rotation.from_matrix(axes).as_quat().tolist()
    return Quaternion(x=x, y=y, z=z, w=w)
