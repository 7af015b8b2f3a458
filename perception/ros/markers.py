"""Draw a scene graph for RViz: a box and a name for each object, a name for each room."""

import colorsys
import zlib
from typing import Any

from geometry_msgs.msg import Point, Vector3
from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker, MarkerArray

from teamwork.ros.conversions.geometry import point_to_ros
from teamwork.ros.conversions.stamp import time_to_ros
from teamwork.scene import Detection, Presence, Room, SceneGraph

_TEXT_HEIGHT = 0.12
_ROOM_TEXT_HEIGHT = 0.3
_SMALLEST = 0.02


def scene_graph_to_markers(graph: SceneGraph, frame_id: str) -> Any:
    """Return a visualization_msgs/MarkerArray that replaces all earlier ones."""
    markers = [Marker(action=Marker.DELETEALL)]
    for detection in graph.objects:
        if detection.status is Presence.PRESENT:
            markers += [_box(detection), _name(detection)]
    markers += [_room_name(room) for room in graph.rooms]
    for number, marker in enumerate(markers):
        marker.id = number
        marker.header.frame_id = frame_id
        marker.header.stamp = time_to_ros(graph.stamp)
    return MarkerArray(markers=markers)


def _box(detection: Detection) -> Any:
    size = detection.size
    marker = Marker(ns="objects", type=Marker.CUBE, action=Marker.ADD)
    marker.pose.position = point_to_ros(detection.position)
    marker.pose.orientation.w = 1.0
    marker.scale = Vector3(
        x=max(size.x, _SMALLEST), y=max(size.y, _SMALLEST), z=max(size.z, _SMALLEST)
    )
    marker.color = _color(detection.category, 0.35 if detection.is_receptacle else 0.8)
    return marker


def _name(detection: Detection) -> Any:
    position, top = detection.position, detection.position.z + detection.size.z / 2.0
    point = Point(x=position.x, y=position.y, z=top + _TEXT_HEIGHT)
    return _text("names", detection.object_id, point, _TEXT_HEIGHT)


def _room_name(room: Room) -> Any:
    corners = room.outline or ((0.0, 0.0),)
    x = sum(corner[0] for corner in corners) / len(corners)
    y = sum(corner[1] for corner in corners) / len(corners)
    kind = f" {room.room_type} {room.type_confidence:.0%}" if room.room_type else ""
    text = f"{room.room_id}{kind}, {room.explored:.0%} explored"
    return _text("rooms", text, Point(x=float(x), y=float(y), z=0.05), _ROOM_TEXT_HEIGHT)


def _text(namespace: str, text: str, position: Any, height: float) -> Any:
    marker = Marker(ns=namespace, type=Marker.TEXT_VIEW_FACING, action=Marker.ADD, text=text)
    marker.pose.position = position
    marker.pose.orientation.w = 1.0
    marker.scale.z = height
    marker.color = ColorRGBA(r=0.1, g=0.1, b=0.1, a=1.0)
    return marker


def _color(category: str, alpha: float) -> Any:
    """Return a category's colour, the same in every run."""
    hue = (zlib.crc32(category.encode()) & 0xFFFF) / 0xFFFF
    red, green, blue = colorsys.hsv_to_rgb(hue, 0.6, 0.9)
    return ColorRGBA(r=red, g=green, b=blue, a=alpha)
