# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sound messages, events and calls, of which hostile ones are made."""

from dataclasses import replace
from typing import Any

from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.run_record.team_events import floor_plan_event, model_event, team_event
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, Room
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTask,
    SubTaskKind,
)
from adhoc_teamwork.teamwork.team.task import MisplacedObject, Task, TaskRobot, TidyPlace
from adhoc_teamwork.teamwork.team.utterance import Act, Topic, Utterance

ROBOT = "mallory"
CAPABILITY = Capability("stranger", can_manipulate=True, payload=1.0, reach=0.8)
_MUG = Detection("Mug_0", "Mug", Point(2.0, 3.0, 0.8), room="room_2", pickupable=True, seen=1.0)
_INTENT = Intent(
    1, IntentStatus.ADOPTED, SubTask(SubTaskKind.REPLACE, room_type="LivingRoom", object_id="Mug_0", receptacle_type="GarbageCan"),
    "Mug", Point(2.0, 3.0, 0.8), "it is near",
)  # fmt: skip
_FAILED = replace(
    _INTENT, status=IntentStatus.FAILED, reason="it weighs 9 kg", cause=Cause.TOO_HEAVY
)


def _message(kind: MessageKind, sequence: int, **parts: Any) -> TeamMessage:
    return TeamMessage(ROBOT, 1, sequence, 0.5 * sequence, kind, **parts)


_TOPIC = Topic(1.0, ROBOT, 1)
_TALK = (
    Utterance(Act.SAY, "rooms", _TOPIC, 1, "I see a mug"),
    Utterance(Act.PROPOSE, "rooms", _TOPIC, 1, "each a room", members=(ROBOT, "tall")),
    Utterance(Act.ANSWER, "rooms", _TOPIC, 1, "too heavy"),
    Utterance(Act.ASSIGN, "rooms", _TOPIC, 2, "", (("tall", "Stop"),), members=(ROBOT, "tall")),
    Utterance(Act.CONCLUDE, "rooms", _TOPIC, 2, "", (("tall", "Stop"),), True, (ROBOT, "tall")),
)


MESSAGES = (
    _message(MessageKind.JOIN, 1, capability=CAPABILITY, state=RobotState(Pose(3.2, 4.1, 0.7))),
    _message(
        MessageKind.STATE, 2,
        state=RobotState(Pose(3.2, 4.1, 0.7), room="room_2", battery=2400.0,
                         subtask="Explore <room_2>", subskill="GoToRoom <room_2>",
                         explored_rooms=("room_0", "room_1")),
    ),
    _message(MessageKind.INTENT, 3, intent=_INTENT),
    _message(MessageKind.REFLECTION, 4,
             reflection=Reflection("tall", 1, True, ("room_0",), text="I am on my way")),
    _message(MessageKind.DETECTION, 5, detections=(_MUG,)),
    _message(MessageKind.CHAT, 6, text="the kitchen is done", recipient="tall"),
    _message(MessageKind.CAPABILITY, 7, capability=CAPABILITY),
    _message(MessageKind.INTENT, 8, intent=_FAILED),
    _message(MessageKind.LEAVE, 9, text="my battery is low"),
    *(_message(MessageKind.of(said.act), 10 + number, utterance=said, text=str(said))
      for number, said in enumerate(_TALK)),
)  # fmt: skip
"""One message of every kind."""

CALL = LlmCall(
    2.0, ROBOT, 1, "generate", "offline", 0.0, (ChatMessage("user", "What next?"),),
    "[analysis] near\n[result]\n1. Explore <room_1>", "", 1, 300, 20, 1.25,
)  # fmt: skip

_WORLD = {"object": "Mug|1", "category": "Mug", "tidied": 1, "total": 1, "path_length": 2.5}
EVENTS = (
    Event(0.0, Source.RUN, "start", data={"started": 1.7e9}),
    floor_plan_event(0.1, (Room("room_0", ((0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0))),)),
    *(team_event(message) for message in MESSAGES),
    Event(3.0, Source.WORLD, "grasp", ROBOT, "mallory takes the mug", _WORLD),
    Event(4.0, Source.WORLD, "release", ROBOT, "mallory puts the mug down", _WORLD),
    model_event(CALL),
    Event(5.0, Source.PROCESS, "restart", "", "tall.skills again", {"process": "tall.skills"}),
    Event(6.0, Source.DIAGNOSTICS, "level", ROBOT, "slow", {"level": 1}),
    Event(9.0, Source.RUN, "end", text="all tidy", data={"success": True}),
)
"""One event of every source, as a run leaves them."""

TASK = Task(
    "late_helper", "sample_1_room.json", 0,
    (MisplacedObject("Mug|1", TidyPlace(("CounterTop",), ("Kitchen",)), "Floor", (1.0, 1.0, 0.0), "mug"),),
    (TaskRobot("tall", "tall", Pose(1.0, 1.0, 0.0)), TaskRobot(ROBOT, "small", Pose(2.0, 1.0), 5.0, True)),
)  # fmt: skip
