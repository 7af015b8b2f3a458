"""Convert the shared vocabulary to and from adhoc_interfaces messages: x_to_ros, x_from_ros."""

import math
from typing import Any

import builtin_interfaces.msg
import geometry_msgs.msg
from adhoc_interfaces import msg as ros

from teamwork.capability import Capability
from teamwork.geometry import Point, Pose, Size
from teamwork.llm_call import ChatMessage, LlmCall
from teamwork.message import MessageKind, TeamMessage
from teamwork.robot_state import RobotState
from teamwork.scene import Detection, Misplaced, Predicate, Presence, Relation, Room, SceneGraph
from teamwork.subtask import Intent, IntentStatus, Reflection, SubTask, SubTaskKind

_CAPABILITY_FIELDS = tuple(Capability.__dataclass_fields__)


def time_to_ros(seconds: float) -> Any:
    """Return a builtin_interfaces/Time of non-negative seconds."""
    nanoseconds = max(0, round(seconds * 1e9))
    return builtin_interfaces.msg.Time(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)


def time_from_ros(stamp: Any) -> float:
    """Return seconds."""
    return float(stamp.sec) + float(stamp.nanosec) * 1e-9


def point_to_ros(point: Point) -> Any:
    """Return a geometry_msgs/Point."""
    return geometry_msgs.msg.Point(x=float(point.x), y=float(point.y), z=float(point.z))


def point_from_ros(point: Any) -> Point:
    """Return a Point."""
    return Point(point.x, point.y, point.z)


def pose_to_ros(pose: Pose) -> Any:
    """Return a geometry_msgs/Pose on the floor."""
    return geometry_msgs.msg.Pose(
        position=geometry_msgs.msg.Point(x=float(pose.x), y=float(pose.y), z=0.0),
        orientation=geometry_msgs.msg.Quaternion(
            x=0.0, y=0.0, z=math.sin(pose.yaw / 2.0), w=math.cos(pose.yaw / 2.0)
        ),
    )


def pose_from_ros(pose: Any) -> Pose:
    """Return the planar part of a geometry_msgs/Pose."""
    q = pose.orientation
    yaw = math.atan2(2.0 * (q.w * q.z + q.x * q.y), 1.0 - 2.0 * (q.y * q.y + q.z * q.z))
    return Pose(pose.position.x, pose.position.y, yaw)


def capability_to_ros(capability: Capability) -> Any:
    """Return an adhoc_interfaces/Capability."""
    return ros.Capability(**{name: getattr(capability, name) for name in _CAPABILITY_FIELDS})


def capability_from_ros(message: Any) -> Capability:
    """Return a Capability."""
    return Capability(**{name: getattr(message, name) for name in _CAPABILITY_FIELDS})


def robot_state_to_ros(state: RobotState) -> Any:
    """Return an adhoc_interfaces/RobotState."""
    return ros.RobotState(
        pose=pose_to_ros(state.pose),
        room=state.room,
        held_object=state.held_object,
        held_category=state.held_category,
        battery=float(state.battery),
        subtask=state.subtask,
        subskill=state.subskill,
        explored_rooms=list(state.explored_rooms),
    )


def robot_state_from_ros(message: Any) -> RobotState:
    """Return a RobotState."""
    return RobotState(
        pose=pose_from_ros(message.pose),
        room=message.room,
        held_object=message.held_object,
        held_category=message.held_category,
        battery=message.battery,
        subtask=message.subtask,
        subskill=message.subskill,
        explored_rooms=tuple(message.explored_rooms),
    )


def intent_to_ros(intent: Intent) -> Any:
    """Return an adhoc_interfaces/Intent; an unknown object position becomes NaN."""
    position = intent.object_position or Point(math.nan, math.nan, math.nan)
    return ros.Intent(
        intent_id=intent.intent_id,
        status=int(intent.status),
        subtask=intent.subtask.kind.value,
        room=intent.subtask.room,
        object_id=intent.subtask.object_id,
        object_category=intent.object_category,
        object_position=point_to_ros(position),
        receptacle=intent.subtask.receptacle,
        reason=intent.reason,
    )


def intent_from_ros(message: Any) -> Intent:
    """Return an Intent.

    Raises:
        ValueError: An unknown sub-task or status.
    """
    position = point_from_ros(message.object_position)
    return Intent(
        intent_id=message.intent_id,
        status=IntentStatus(message.status),
        subtask=SubTask(
            SubTaskKind(message.subtask), message.room, message.object_id, message.receptacle
        ),
        object_category=message.object_category,
        object_position=None if math.isnan(position.x) else position,
        reason=message.reason,
    )


def reflection_to_ros(reflection: Reflection) -> Any:
    """Return an adhoc_interfaces/Reflection."""
    return ros.Reflection(
        to=reflection.to,
        intent_id=reflection.intent_id,
        conflict=reflection.conflict,
        explored_rooms=list(reflection.explored_rooms),
        text=reflection.text,
    )


def reflection_from_ros(message: Any) -> Reflection:
    """Return a Reflection."""
    return Reflection(
        to=message.to,
        intent_id=message.intent_id,
        conflict=message.conflict,
        explored_rooms=tuple(message.explored_rooms),
        text=message.text,
    )


def detection_to_ros(detection: Detection) -> Any:
    """Return an adhoc_interfaces/Detection."""
    size = detection.size
    return ros.Detection(
        object_id=detection.object_id,
        category=detection.category,
        position=point_to_ros(detection.position),
        size=geometry_msgs.msg.Vector3(x=float(size.x), y=float(size.y), z=float(size.z)),
        room=detection.room,
        room_type=detection.room_type,
        receptacle=detection.receptacle,
        receptacle_category=detection.receptacle_category,
        relation=detection.relation.value if detection.relation else "",
        support_height=float(detection.support_height),
        pickupable=detection.pickupable,
        is_receptacle=detection.is_receptacle,
        misplaced=int(detection.misplaced),
        reason=detection.reason,
        confidence=float(detection.confidence),
        status=int(detection.status),
        seen=time_to_ros(detection.seen),
        seen_by=detection.seen_by,
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
        room=message.room,
        room_type=message.room_type,
        receptacle=message.receptacle,
        receptacle_category=message.receptacle_category,
        relation=Predicate(message.relation) if message.relation else None,
        support_height=message.support_height,
        pickupable=message.pickupable,
        is_receptacle=message.is_receptacle,
        misplaced=Misplaced(message.misplaced),
        reason=message.reason,
        confidence=message.confidence,
        status=Presence(message.status),
        seen=time_from_ros(message.seen),
        seen_by=message.seen_by,
    )


def room_to_ros(room: Room) -> Any:
    """Return an adhoc_interfaces/Room."""
    return ros.Room(
        room_id=room.room_id,
        room_type=room.room_type,
        type_confidence=float(room.type_confidence),
        outline=geometry_msgs.msg.Polygon(
            points=[geometry_msgs.msg.Point32(x=float(x), y=float(y)) for x, y in room.outline]
        ),
        explored=float(room.explored),
    )


def room_from_ros(message: Any) -> Room:
    """Return a Room."""
    return Room(
        room_id=message.room_id,
        room_type=message.room_type,
        type_confidence=message.type_confidence,
        outline=tuple((p.x, p.y) for p in message.outline.points),
        explored=message.explored,
    )


def scene_graph_to_ros(graph: SceneGraph, frame_id: str = "map") -> Any:
    """Return an adhoc_interfaces/SceneGraph."""
    message = ros.SceneGraph(
        rooms=[room_to_ros(room) for room in graph.rooms],
        objects=[detection_to_ros(detection) for detection in graph.objects],
        relations=[
            ros.Relation(subject=r.subject, predicate=r.predicate.value, object=r.object)
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
    return SceneGraph(
        stamp=time_from_ros(message.header.stamp),
        rooms=tuple(room_from_ros(room) for room in message.rooms),
        objects=tuple(detection_from_ros(detection) for detection in message.objects),
        relations=tuple(
            Relation(r.subject, Predicate(r.predicate), r.object) for r in message.relations
        ),
    )


def team_message_to_ros(message: TeamMessage) -> Any:
    """Return an adhoc_interfaces/TeamMessage."""
    return ros.TeamMessage(
        sender=message.sender,
        session=message.session,
        sequence=message.sequence,
        stamp=time_to_ros(message.stamp),
        kind=int(message.kind),
        recipient=message.recipient,
        remembered=message.remembered,
        capability=[capability_to_ros(message.capability)] if message.capability else [],
        state=[robot_state_to_ros(message.state)] if message.state else [],
        intent=[intent_to_ros(message.intent)] if message.intent else [],
        reflection=[reflection_to_ros(message.reflection)] if message.reflection else [],
        detections=[detection_to_ros(detection) for detection in message.detections],
        text=message.text,
    )


def team_message_from_ros(message: Any) -> TeamMessage:
    """Return a TeamMessage.

    Raises:
        ValueError: An unknown kind, or a part with an unknown value.
    """
    return TeamMessage(
        sender=message.sender,
        session=message.session,
        sequence=message.sequence,
        stamp=time_from_ros(message.stamp),
        kind=MessageKind(message.kind),
        recipient=message.recipient,
        remembered=message.remembered,
        capability=capability_from_ros(message.capability[0]) if message.capability else None,
        state=robot_state_from_ros(message.state[0]) if message.state else None,
        intent=intent_from_ros(message.intent[0]) if message.intent else None,
        reflection=reflection_from_ros(message.reflection[0]) if message.reflection else None,
        detections=tuple(detection_from_ros(detection) for detection in message.detections),
        text=message.text,
    )


def llm_call_to_ros(call: LlmCall) -> Any:
    """Return an adhoc_interfaces/LlmCall."""
    return ros.LlmCall(
        stamp=time_to_ros(call.stamp),
        robot=call.robot,
        call_id=call.call_id,
        stage=call.stage,
        model=call.model,
        temperature=float(call.temperature),
        roles=[message.role for message in call.prompt],
        contents=[message.content for message in call.prompt],
        answer=call.answer,
        error=call.error,
        attempt=call.attempt,
        prompt_tokens=call.prompt_tokens,
        completion_tokens=call.completion_tokens,
        latency=float(call.latency),
    )


def llm_call_from_ros(message: Any) -> LlmCall:
    """Return an LlmCall."""
    return LlmCall(
        stamp=time_from_ros(message.stamp),
        robot=message.robot,
        call_id=message.call_id,
        stage=message.stage,
        model=message.model,
        temperature=message.temperature,
        prompt=tuple(
            ChatMessage(role, content)
            for role, content in zip(message.roles, message.contents, strict=True)
        ),
        answer=message.answer,
        error=message.error,
        attempt=message.attempt,
        prompt_tokens=message.prompt_tokens,
        completion_tokens=message.completion_tokens,
        latency=message.latency,
    )
