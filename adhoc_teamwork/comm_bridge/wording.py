# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Say in a sentence what a team message says, for people and for strangers who read words."""

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus
from adhoc_teamwork.teamwork.text.plain_text import one_line

_VERBS = {
    IntentStatus.PROPOSED: "proposes",
    IntentStatus.ADOPTED: "takes up",
    IntentStatus.DONE: "has done",
    IntentStatus.FAILED: "failed at",
    IntentStatus.ABANDONED: "gives up",
}
_MOST_SHOWN = 4


def sentence_of(message: TeamMessage) -> str:
    """Return who says what, on one line."""
    to = f" (to {message.recipient})" if message.recipient else ""
    return one_line(f"{message.sender}{to}: {_content(message)}")


def ability(capability: Capability) -> str:
    """Say in a few words what a robot is."""
    kind = capability.robot_type or "robot"
    if not capability.can_manipulate:
        return f"{kind}, no arm"
    low, high = capability.reach_min_height, capability.reach_max_height
    return f"{kind}, arm from {low:.2f} to {high:.2f} m, lifts {capability.payload:g} kg"


def _content(message: TeamMessage) -> str:
    if message.kind is MessageKind.JOIN and message.capability is not None:
        return f"joins: {ability(message.capability)}"
    if message.kind is MessageKind.LEAVE:
        return f"leaves: {message.text or 'no reason given'}"
    if message.kind is MessageKind.CHAT:
        return message.text
    if message.intent is not None:
        return _intent(message.intent)
    if message.utterance is not None:
        return str(message.utterance)
    parts = []
    if message.reflection is not None:
        answer = message.reflection
        verb = "objects to" if message.reflection.conflict else "agrees with"
        parts.append(f"{verb} intent {answer.intent_id} of {answer.to}: {answer.text}")
    if message.state is not None:
        parts.append(_state(message.state))
    if message.capability is not None:
        parts.append(f"is: {ability(message.capability)}")
    if message.detections:
        parts.append(_detections(message.detections))
    return "; ".join(parts) or message.text or "says nothing"


def _intent(intent: Intent) -> str:
    why = f" ({intent.reason})" if intent.reason else ""
    return f"intent {intent.intent_id}: {_VERBS[intent.status]} {intent.subtask}{why}"


def _state(state: RobotState) -> str:
    place = f" in {state.room}" if state.room else ""
    doing = f", does {state.subtask}" if state.subtask else ""
    held = state.held_category or state.held_object
    return f"is at ({state.pose.x:.1f}, {state.pose.y:.1f}){place}{doing}" + (
        f", holds {held}" if held else ""
    )


def _detections(detections: tuple[Detection, ...]) -> str:
    shown = [_detection(detection) for detection in detections[:_MOST_SHOWN]]
    more = len(detections) - len(shown)
    return f"knows of {', '.join(shown)}" + (f" and {more} more" if more else "")


def _detection(detection: Detection) -> str:
    on = detection.receptacle_category or detection.receptacle
    where = f" on {on}" if on else ""
    room = f" in {detection.room}" if detection.room else ""
    judged = ", out of place" if detection.misplaced is Misplaced.YES else ""
    gone = ", gone" if detection.status is Presence.GONE else ""
    x, y = detection.position.x, detection.position.y
    return f"{detection.category}{where}{room} at ({x:.1f}, {y:.1f}){judged}{gone}"
