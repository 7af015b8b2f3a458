# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Put team messages into sentences for a prompt, in this robot's own names where they can be."""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import in_own_names, same_object
from adhoc_teamwork.adhoc_planner.prompt_context.team import (
    MOST_ROOMS,
    ability_facts,
    intention_text,
)
from adhoc_teamwork.teamwork.scene import Detection, Misplaced
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import IntentStatus
from adhoc_teamwork.teamwork.text.quoting import QUOTE_LENGTH, clean_name, number, quote

_LATEST_ONLY = frozenset({MessageKind.CAPABILITY, MessageKind.STATE})
_MOST_DETECTIONS = 8
_KEPT = 4096
"""Detections that are kept as they were told: a message stands in many prompts."""
_STATUS_WORDS = {
    IntentStatus.PROPOSED: "I intend to do",
    IntentStatus.ADOPTED: "I have taken up",
    IntentStatus.DONE: "I have finished",
    IntentStatus.FAILED: "I failed at",
    IntentStatus.ABANDONED: "I have given up",
}


_JUDGED = {
    Misplaced.YES: ", out of place",
    Misplaced.NO: ", in place",
    Misplaced.UNKNOWN: "",
}


class MessageFacts(NamedTuple):
    """Hold one line of the dialogue; `time` in seconds of the ROS clock."""

    time: str
    sender: str
    text: str


def dialogue(view: PlannerView) -> tuple[MessageFacts, ...]:
    """Return the dialogue, oldest first; of a sender's states only the latest."""
    return tuple(
        MessageFacts(
            number(message.stamp, 0), _name(view, message.sender), _sentence(view, message)
        )
        for message in told_messages(view)
    )


def told_messages(view: PlannerView) -> list[TeamMessage]:
    """Return the messages of which each is a line of the dialogue, in its order."""
    latest: dict[tuple[str, MessageKind], TeamMessage] = {}
    ordered = sorted(view.messages, key=lambda m: m.stamp)
    for message in ordered:
        latest[(message.sender, message.kind)] = message
    return [
        message
        for message in ordered
        if message.kind not in _LATEST_ONLY or latest[(message.sender, message.kind)] is message
    ]


def _name(view: PlannerView, robot: str) -> str:
    return "you" if robot == view.robot else clean_name(robot)


def _sentence(view: PlannerView, message: TeamMessage) -> str:
    write = _WRITERS[message.kind]
    text = write(view, message)
    if message.recipient:
        text = f"(to {_name(view, message.recipient)}) {text}"
    return text


def _chat(view: PlannerView, message: TeamMessage) -> str:
    return f"says {_words(view, message.text)}"


def _words(view: PlannerView, text: str) -> str:
    """Return what somebody says, fenced; whole where the channel says how long it may be."""
    return quote(text, max(QUOTE_LENGTH, view.channel.characters or 0))


def _join(view: PlannerView, message: TeamMessage) -> str:
    return " ".join(["I join the team.", _ability(view, message), _state(view, message)]).strip()


def _leave(view: PlannerView, message: TeamMessage) -> str:
    del view
    return f"I leave the team: {quote(message.text)}" if message.text else "I leave the team."


def _ability(view: PlannerView, message: TeamMessage) -> str:
    del view
    if message.capability is None:
        return ""
    facts = ability_facts(message.capability)
    arm = f"can lift {facts.payload} kg" if facts.arm else "have no arm"
    return f"I am a {facts.type or 'robot'} and {arm}."


def _state(view: PlannerView, message: TeamMessage) -> str:
    state = message.state
    if state is None:
        return ""
    place = f" in {clean_name(state.room)}" if state.room else ""
    things = " and ".join(f"a {clean_name(name)}" for name in state.held_categories)
    held = f"I hold {things}." if things else ""
    at = f"I am at ({number(state.pose.x)}, {number(state.pose.y)}){place}."
    return " ".join(part for part in (at, held, _detections(view, message)) if part)


def _intent(view: PlannerView, message: TeamMessage) -> str:
    intent = message.intent
    if intent is None:
        return ""
    if message.sender == view.robot:
        subtask = clean_subtask(str(intent.subtask))
    else:
        subtask = intention_text(in_own_names(view, message.sender, intent))
    why = f" because {quote(intent.reason, 160)}" if intent.reason else ""
    words = _STATUS_WORDS[intent.status]
    return f"#{intent.intent_id} {words} {subtask}{why}."


def clean_subtask(text: str) -> str:
    """Return a sub-task's notation on one line, cut to a sane length."""
    return " ".join(text.split())[:200]


def _reflection(view: PlannerView, message: TeamMessage) -> str:
    answer = message.reflection
    if answer is None:
        return ""
    verdict = "CONFLICT" if answer.conflict else "no conflict"
    explored = ", ".join(clean_name(room) for room in answer.explored_rooms[:MOST_ROOMS])
    parts = [
        f"To {_possessive(view, answer.to)} intent #{answer.intent_id}: {verdict}.",
        f"I have explored {explored}." if explored else "",
        f"I say {quote(answer.text)}" if answer.text else "",
        _detections(view, message),
    ]
    return " ".join(part for part in parts if part)


def _utterance(view: PlannerView, message: TeamMessage) -> str:
    said = message.utterance
    if said is None:
        return ""
    tasks = [
        f"{_name(view, robot)}: {_words(view, task)}"
        for robot, task in said.assignments[:MOST_ROOMS]
    ]
    words = [_words(view, said.text)] if said.text else []
    told = "; ".join([*words, *tasks])
    where = f"({clean_name(said.form)}, round {said.round})"
    return f"{where} {said.verb}" + (f": {told}" if told else "")


def _possessive(view: PlannerView, robot: str) -> str:
    return "your" if robot == view.robot else f"{clean_name(robot)}'s"


def _detections(view: PlannerView, message: TeamMessage) -> str:
    if not message.detections:
        return ""
    told = message.things[:_MOST_DETECTIONS]
    shown = [_detection(d, view.known_of(d.category)) for d in told]
    more = len(message.detections) - len(shown)
    return f"I detected {', '.join(shown)}" + (f" and {more} more." if more > 0 else ".")


@lru_cache(maxsize=_KEPT)
def _detection(item: Detection, known: tuple[Detection, ...]) -> str:
    """Return a detection in words, with this robot's own name for the thing where it has one.

    Args:
        item: What was detected.
        known: All things of its category that this robot knows of.
    """
    own = same_object(known, item.category, item.position)
    name = f" (your {clean_name(own.object_id)})" if own else ""
    judged = _JUDGED[item.misplaced] if item.pickupable else ""
    on = clean_name(item.receptacle_category or item.receptacle)
    z = item.position.z
    height = "" if math.isnan(z) else f", height {number(z, 2)} m"
    return (
        f"{clean_name(item.category)}{name} at ({number(item.position.x)}, "
        f"{number(item.position.y)}){height}{' on ' + on if on else ''}{judged}"
    )


_WRITERS: dict[MessageKind, Callable[[PlannerView, TeamMessage], str]] = {
    MessageKind.CAPABILITY: _ability,
    MessageKind.STATE: _state,
    MessageKind.INTENT: _intent,
    MessageKind.REFLECTION: _reflection,
    MessageKind.DETECTION: _detections,
    MessageKind.CHAT: _chat,
    MessageKind.JOIN: _join,
    MessageKind.LEAVE: _leave,
    MessageKind.SAY: _utterance,
    MessageKind.PROPOSE: _utterance,
    MessageKind.ASSIGN: _utterance,
    MessageKind.ANSWER: _utterance,
    MessageKind.CONCLUDE: _utterance,
}
