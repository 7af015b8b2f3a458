# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert objects, rooms and the scene graph to and from adhoc_interfaces."""

from dataclasses import replace
from typing import Any

import geometry_msgs.msg
from adhoc_interfaces import msg as ros

from adhoc_teamwork.teamwork.geometry import Size
from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros
from adhoc_teamwork.teamwork.ros.conversions.geometry import point_from_ros, point_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros, time_to_ros
from adhoc_teamwork.teamwork.scene import (
    Detection,
    Misplaced,
    Passage,
    Predicate,
    Presence,
    Relation,
    Room,
    SceneGraph,
)
from adhoc_teamwork.teamwork.states import read_states


def door_to_ros(closed: bool | None) -> int:
    """Return the door's state as Detection and InstanceLabels carry it."""
    if closed is None:
        return int(ros.Detection.NO_DOOR)
    return int(ros.Detection.CLOSED if closed else ros.Detection.OPEN)


def door_from_ros(door: int) -> bool | None:
    """Return whether a door is closed; None without a door."""
    return None if door == ros.Detection.NO_DOOR else door == ros.Detection.CLOSED


def detection_to_ros(detection: Detection) -> Any:
    """Return an adhoc_interfaces/Detection."""
    size = detection.size
    return ros.Detection(
        object_id=text_to_ros(detection.object_id),
        category=text_to_ros(detection.category),
        position=point_to_ros(detection.position),
        covariance=[float(value) for value in detection.covariance] or [0.0] * 9,
        size=geometry_msgs.msg.Vector3(x=float(size.x), y=float(size.y), z=float(size.z)),
        goes_on_above=detection.goes_on_above,
        room=text_to_ros(detection.room),
        room_type=text_to_ros(detection.room_type),
        receptacle=text_to_ros(detection.receptacle),
        receptacle_category=text_to_ros(detection.receptacle_category),
        relation=detection.relation.value if detection.relation else "",
        support_height=float(detection.support_height),
        support_seen=detection.support_seen,
        pickupable=detection.pickupable,
        is_receptacle=detection.is_receptacle,
        door=door_to_ros(detection.closed),
        states=[str(state) for state in detection.states],
        misplaced=int(detection.misplaced),
        reason=text_to_ros(detection.reason),
        confidence=float(detection.confidence),
        status=int(detection.status),
        seen=time_to_ros(detection.seen),
        seen_by=text_to_ros(detection.seen_by),
    )


def detection_from_ros(message: Any) -> Detection:
    """Return a Detection.

    Raises:
        ValueError: An unknown relation, judgement or status.
    """
    return Detection(
        object_id=message.object_id,
        category=message.category,
        position=point_from_ros(message.position),
        size=Size(message.size.x, message.size.y, message.size.z),
        goes_on_above=message.goes_on_above,
        room=message.room,
        room_type=message.room_type,
        receptacle=message.receptacle,
        receptacle_category=message.receptacle_category,
        relation=Predicate(message.relation) if message.relation else None,
        support_height=message.support_height,
        support_seen=message.support_seen,
        pickupable=message.pickupable,
        is_receptacle=message.is_receptacle,
        closed=door_from_ros(message.door),
        states=read_states(message.states),
        misplaced=Misplaced(message.misplaced),
        reason=message.reason,
        confidence=message.confidence,
        status=Presence(message.status),
        seen=time_from_ros(message.seen),
        seen_by=message.seen_by,
        covariance=tuple(map(float, message.covariance)) if any(message.covariance) else (),
    )


def room_to_ros(room: Room) -> Any:
    """Return an adhoc_interfaces/Room."""
    return ros.Room(
        room_id=text_to_ros(room.room_id),
        room_type=text_to_ros(room.room_type),
        type_confidence=float(room.type_confidence),
        outline=geometry_msgs.msg.Polygon(
            points=[geometry_msgs.msg.Point32(x=float(x), y=float(y)) for x, y in room.outline]
        ),
        explored=float(room.explored),
        floor_height=float(room.floor),
        neighbours=[text_to_ros(passage.room_id) for passage in room.passages],
        neighbour_steps=[float(passage.step) for passage in room.passages],
        neighbour_slopes=[float(passage.slope) for passage in room.passages],
    )


def room_from_ros(message: Any) -> Room:
    """Return a Room."""
    # What was recorded before there were slopes says nothing of them.
    slopes = list(message.neighbour_slopes) or [0.0] * len(message.neighbours)
    return Room(
        room_id=message.room_id,
        room_type=message.room_type,
        type_confidence=message.type_confidence,
        outline=tuple((p.x, p.y) for p in message.outline.points),
        explored=message.explored,
        floor=message.floor_height,
        passages=tuple(map(Passage, message.neighbours, message.neighbour_steps, slopes)),
    )


def scene_graph_to_ros(graph: SceneGraph, frame_id: str = "map") -> Any:
    """Return an adhoc_interfaces/SceneGraph."""
    message = ros.SceneGraph(
        rooms=[room_to_ros(room) for room in graph.rooms],
        objects=[detection_to_ros(detection) for detection in graph.objects],
        relations=[
            ros.Relation(
                subject=text_to_ros(r.subject),
                predicate=r.predicate.value,
                object=text_to_ros(r.object),
            )
            for r in graph.relations
        ],
    )
    message.header.frame_id = frame_id
    message.header.stamp = time_to_ros(graph.stamp)
    return message


def scene_graph_from_ros(message: Any) -> SceneGraph:
    """Return a SceneGraph.

    Raises:
        ValueError: An unknown relation, judgement or status.
    """
    relations = (Relation(r.subject, Predicate(r.predicate), r.object) for r in message.relations)
    return replace(things_from_ros(message), relations=tuple(relations))


def things_from_ros(message: Any) -> SceneGraph:
    """Return a SceneGraph's rooms and objects, without the many relations between them.

    Raises:
        ValueError: An unknown relation of an object to what it lies on, judgement or status.
    """
    return SceneGraph(
        stamp=time_from_ros(message.header.stamp),
        rooms=tuple(room_from_ros(room) for room in message.rooms),
        objects=tuple(detection_from_ros(detection) for detection in message.objects),
    )
