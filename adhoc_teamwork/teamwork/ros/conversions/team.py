# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert what crosses robots to and from adhoc_interfaces."""

import math
from itertools import pairwise
from typing import Any

from adhoc_interfaces import msg as ros
from rclpy.serialization import deserialize_message

from adhoc_teamwork.teamwork.bodies.bands import Band
from adhoc_teamwork.teamwork.bodies.capability import Capability, MobilityKind
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.ros.conversions.action import arguments_from_ros, arguments_to_ros
from adhoc_teamwork.teamwork.ros.conversions.fields import number_to_ros, text_to_ros, texts_to_ros
from adhoc_teamwork.teamwork.ros.conversions.geometry import (
    point_from_ros,
    point_to_ros,
    pose_from_ros,
    pose_to_ros,
)
from adhoc_teamwork.teamwork.ros.conversions.scene import detection_from_ros, detection_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros, time_to_ros
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTask,
)
from adhoc_teamwork.teamwork.team.utterance import utterance_from_json, utterance_to_json

_CAPABILITY_FIELDS = tuple(
    name for name in Capability.__dataclass_fields__ if name not in ("hands", "reach_bands")
)
"""What the message says in fields of these names: on ROS each robot moves one hand."""
_MOST_BANDS = 64
"""Heights for which a robot may tell how far its arm gets."""


def capability_to_ros(capability: Capability) -> Any:
    """Return an adhoc_interfaces/Capability."""
    values = {name: getattr(capability, name) for name in _CAPABILITY_FIELDS}
    values["robot_type"] = text_to_ros(capability.robot_type)
    values["mobility"] = capability.mobility.value if capability.mobility else ""
    bands = capability.reach_bands
    values["band_heights"] = [float(band.height) for band in bands]
    values["band_nearest"] = [float(band.nearest) for band in bands]
    values["band_farthest"] = [float(band.farthest) for band in bands]
    return ros.Capability(**values)


def capability_from_ros(message: Any) -> Capability:
    """Return a Capability.

    Raises:
        ValueError: An unknown way to move, or heights of an arm that do not rise.
    """
    values = {name: getattr(message, name) for name in _CAPABILITY_FIELDS}
    values["mobility"] = MobilityKind(message.mobility) if message.mobility else None
    columns = (message.band_heights, message.band_nearest, message.band_farthest)
    return Capability(**values, reach_bands=_bands(*map(tuple, columns)))


def _bands(
    heights: tuple[float, ...], nearest: tuple[float, ...], farthest: tuple[float, ...]
) -> tuple[Band, ...]:
    if len(heights) > _MOST_BANDS or not len(heights) == len(nearest) == len(farthest):
        raise ValueError(f"bands: expected up to {_MOST_BANDS} heights, with two distances each")
    if not all(low < high for low, high in pairwise(heights)):
        raise ValueError("band_heights: expected rising heights")
    return tuple(map(Band, heights, nearest, farthest))


def robot_state_to_ros(state: RobotState) -> Any:
    """Return an adhoc_interfaces/RobotState."""
    return ros.RobotState(
        pose=pose_to_ros(state.pose),
        room=text_to_ros(state.room),
        held_object=text_to_ros(state.held_object),
        held_category=text_to_ros(state.held_category),
        battery=float(state.battery),
        subtask=text_to_ros(state.subtask),
        subskill=text_to_ros(state.subskill),
        explored_rooms=texts_to_ros(state.explored_rooms),
        heading_for=[] if state.heading_for is None else [point_to_ros(state.heading_for)],
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
        heading_for=next(map(point_from_ros, message.heading_for), None),
    )


def intent_to_ros(intent: Intent) -> Any:
    """Return an adhoc_interfaces/Intent; an unknown object position becomes NaN."""
    position = intent.object_position or Point(math.nan, math.nan, math.nan)
    return ros.Intent(
        intent_id=number_to_ros(intent.intent_id),
        status=int(intent.status),
        subtask=text_to_ros(intent.subtask.kind),
        arguments=arguments_to_ros(intent.subtask),
        object_category=text_to_ros(intent.object_category),
        object_position=point_to_ros(position),
        reason=text_to_ros(intent.reason),
        cause=text_to_ros(intent.cause or ""),
    )


def intent_from_ros(message: Any) -> Intent:
    """Return an Intent.

    Raises:
        ValueError: An unknown sub-task or status, arguments that are not its own, or a cause that
            is no word.
    """
    position = point_from_ros(message.object_position)
    return Intent(
        intent_id=message.intent_id,
        status=IntentStatus(message.status),
        subtask=SubTask(message.subtask, **arguments_from_ros(message.arguments)),
        object_category=message.object_category,
        object_position=None if math.isnan(position.x) else position,
        reason=message.reason,
        cause=Cause.of_teammate(message.cause),
    )


def reflection_to_ros(reflection: Reflection) -> Any:
    """Return an adhoc_interfaces/Reflection."""
    return ros.Reflection(
        to=text_to_ros(reflection.to),
        intent_id=number_to_ros(reflection.intent_id),
        conflict=reflection.conflict,
        explored_rooms=texts_to_ros(reflection.explored_rooms),
        text=text_to_ros(reflection.text),
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


def team_message_to_ros(message: TeamMessage) -> Any:
    """Return an adhoc_interfaces/TeamMessage; what is said in a conversation is JSON in `text`."""
    said = message.utterance
    return ros.TeamMessage(
        sender=text_to_ros(message.sender),
        session=number_to_ros(message.session),
        sequence=number_to_ros(message.sequence),
        stamp=time_to_ros(message.stamp),
        kind=int(message.kind),
        recipient=text_to_ros(message.recipient),
        remembered=message.remembered,
        capability=[capability_to_ros(message.capability)] if message.capability else [],
        state=[robot_state_to_ros(message.state)] if message.state else [],
        intent=[intent_to_ros(message.intent)] if message.intent else [],
        reflection=[reflection_to_ros(message.reflection)] if message.reflection else [],
        detections=[detection_to_ros(detection) for detection in message.detections],
        text=text_to_ros(message.text if said is None else utterance_to_json(said)),
    )


def team_message_from_ros(message: Any) -> TeamMessage:
    """Return a TeamMessage.

    Raises:
        ValueError: An unknown kind, a part with an unknown value, or no utterance where the kind
            is one of a conversation.
    """
    kind = MessageKind(message.kind)
    said = None if kind.act is None else utterance_from_json(kind.act, message.text)
    return TeamMessage(
        sender=message.sender,
        session=message.session,
        sequence=message.sequence,
        stamp=time_from_ros(message.stamp),
        kind=kind,
        recipient=message.recipient,
        remembered=message.remembered,
        capability=capability_from_ros(message.capability[0]) if message.capability else None,
        state=robot_state_from_ros(message.state[0]) if message.state else None,
        intent=intent_from_ros(message.intent[0]) if message.intent else None,
        reflection=reflection_from_ros(message.reflection[0]) if message.reflection else None,
        detections=tuple(detection_from_ros(detection) for detection in message.detections),
        utterance=said,
        text=message.text if said is None else str(said),
    )


def team_message_from_bytes(data: bytes) -> TeamMessage:
    """Return what a serialized adhoc_interfaces/TeamMessage says.

    Raises:
        ValueError: It cannot be understood.
    """
    try:
        return team_message_from_ros(deserialize_message(data, ros.TeamMessage))
    except RuntimeError as error:
        # What the middleware says of bytes that are no such message.
        raise ValueError(f"not a TeamMessage: {error}") from None
