# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make events of what robots say to each other and of their exchanges with a language model."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Room
from adhoc_teamwork.teamwork.team.llm_call import WITHDRAWN, LlmCall
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus
from adhoc_teamwork.teamwork.team.utterance import Utterance

VERBS = {
    IntentStatus.PROPOSED: "proposes",
    IntentStatus.ADOPTED: "takes up",
    IntentStatus.DONE: "has done",
    IntentStatus.FAILED: "failed at",
    IntentStatus.ABANDONED: "gives up",
}


def team_event(message: TeamMessage) -> Event:
    """Return the event that a team message is."""
    data: dict[str, Any] = {
        "session": message.session,
        "sequence": message.sequence,
        "recipient": message.recipient,
    }
    if message.capability is not None:
        data["capability"] = asdict(message.capability)
    if message.state is not None:
        state, goal = message.state, message.state.heading_for
        data["state"] = {
            "pose": [state.pose.x, state.pose.y, state.pose.yaw],
            "room": state.room,
            "holds": state.held_category or state.held_object,
            "battery": state.battery,
            "subtask": state.subtask,
            "subskill": state.subskill,
            "heading_for": None if goal is None else [goal.x, goal.y],
        }
    if message.intent is not None:
        data["intent"] = _intent_data(message.intent)
    if message.reflection is not None:
        data["reflection"] = vars(message.reflection)
    if message.utterance is not None:
        data["conversation"] = _utterance_data(message.utterance)
    if message.detections:
        data["detections"] = [_detection_data(detection) for detection in message.detections]
    return Event(
        time=message.stamp,
        source=Source.TEAM,
        kind=message.kind.name.lower(),
        robot=message.sender,
        text=_text(message),
        data=data,
    )


def model_event(call: LlmCall) -> Event:
    """Return the event that an exchange with a language model is, without its words."""
    failed = bool(call.error) and call.error != WITHDRAWN
    failure = f"cannot use the model's answer ({call.stage}): {call.error}" if failed else ""
    return Event(
        time=call.stamp,
        source=Source.MODEL,
        kind=call.stage,
        robot=call.robot,
        text=failure,
        data={
            "call": call.call_id,
            "attempt": call.attempt,
            "model": call.model,
            "latency": call.latency,
            "tokens": call.prompt_tokens + call.completion_tokens,
            **({} if call.usd is None else {"usd": call.usd}),
            "error": call.error if failed else "",
        },
    )


def describe_capability(capability: Capability) -> str:
    """Say in a few words what a robot is."""
    arm = "no arm"
    if capability.can_manipulate:
        low, high = capability.reach_min_height, capability.reach_max_height
        arm = f"arm from {low:.2f} to {high:.2f} m, lifts {capability.payload:g} kg"
    kind = capability.robot_type or "robot"
    height = capability.camera_height
    camera = f"camera {height:.2f} m" if capability.has_camera else "no camera"
    return f"{kind}, {arm}, {camera}"


def _text(message: TeamMessage) -> str:
    if message.kind is MessageKind.JOIN and message.capability is not None:
        return f"joins: {describe_capability(message.capability)}"
    if message.kind is MessageKind.LEAVE:
        return f"leaves: {message.text or 'no reason given'}"
    if message.intent is not None:
        intent = message.intent
        why = f" ({intent.reason})" if intent.reason else ""
        return f"{VERBS[intent.status]} {intent.subtask}{why}"
    if message.reflection is not None:
        verb = "objects to" if message.reflection.conflict else "agrees with"
        return f"{verb} the plan of {message.reflection.to}: {message.reflection.text}"
    if message.kind is MessageKind.CHAT:
        return f"says: {message.text}"
    return message.text


def _intent_data(intent: Intent) -> dict[str, Any]:
    place = intent.object_position
    return {
        "id": intent.intent_id,
        "status": intent.status.name.lower(),
        "subtask": str(intent.subtask),
        "subtask_kind": str(intent.subtask.kind),
        "category": intent.object_category,
        "position": None if place is None else [place.x, place.y, place.z],
        "reason": intent.reason,
        "cause": intent.cause,
    }


def _utterance_data(said: Utterance) -> dict[str, Any]:
    return {
        "topic": [said.topic.begun, said.topic.opener, said.topic.number],
        "form": said.form,
        "round": said.round,
        "verb": said.verb,
        "text": said.text,
        "assignments": dict(said.assignments),
        "agrees": said.agrees,
        "members": list(said.members),
    }


def _detection_data(detection: Detection) -> dict[str, Any]:
    position, size = detection.position, detection.size
    return {
        "id": detection.object_id,
        "category": detection.category,
        "position": [position.x, position.y, position.z],
        "size": [size.x, size.y, size.z],
        "is_receptacle": detection.is_receptacle,
        "room": detection.room,
        "room_type": detection.room_type,
        "on": detection.receptacle_category,
        "status": detection.status.name.lower(),
        "misplaced": detection.misplaced is Misplaced.YES,
        "reason": detection.reason,
    }


def floor_plan_event(stamp: float, rooms: Iterable[Room]) -> Event:
    """Return the event that a floor plan is: the outlines of rooms, metres in `map`."""
    outlines = [{"id": room.room_id, "outline": room.outline} for room in rooms]
    return Event(stamp, Source.RUN, "floor_plan", data={"rooms": outlines})
