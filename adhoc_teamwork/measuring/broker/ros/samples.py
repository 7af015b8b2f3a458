# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Messages such as robots really send, to measure with."""

from dataclasses import replace

from rclpy.serialization import serialize_message

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_to_ros
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTask,
    SubTaskKind,
)

_STATE = RobotState(
    pose=Pose(3.2, 4.1, 0.7),
    room="room_2",
    battery=2400.0,
    subtask="Explore <room_2>",
    subskill="GoToRoom <room_2>",
    explored_rooms=("room_0", "room_1"),
)
_INTENT = Intent(
    intent_id=1,
    status=IntentStatus.ADOPTED,
    subtask=SubTask(
        SubTaskKind.REPLACE, room_type="LivingRoom", object_id="Mug_0", receptacle_type="GarbageCan"
    ),
    object_category="Mug",
    object_position=Point(2.0, 3.0, 0.8),
    reason="it is near, and nobody else has a hand free",
)
_REFLECTION = Reflection(
    to="teammate", intent_id=1, conflict=True, explored_rooms=("room_0",), text="I am on my way"
)
_MUG = Detection("Mug_0", "Mug", Point(2.0, 3.0, 0.8), room="room_2", pickupable=True, seen=1.0)


def sample_message(sender: str, session: int, kind: MessageKind, size: int = 0) -> TeamMessage:
    """Return a message of a kind, its words filled up until its frame has `size` bytes."""
    message = TeamMessage(
        sender=sender,
        session=session,
        sequence=0,
        stamp=0.0,
        kind=kind,
        capability=Capability(sender) if kind is MessageKind.JOIN else None,
        state=_STATE if kind in (MessageKind.STATE, MessageKind.JOIN) else None,
        intent=_INTENT if kind is MessageKind.INTENT else None,
        reflection=_REFLECTION if kind is MessageKind.REFLECTION else None,
        detections=(_MUG,) if kind is MessageKind.DETECTION else (),
        text="." if kind is MessageKind.CHAT else "",
    )
    short = size - len(serialize_message(team_message_to_ros(message)))
    return replace(message, text=message.text + "." * max(0, short))
