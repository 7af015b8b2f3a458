# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What teammates have lately objected to of this robot's plans (paper appendix F.3)."""

from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subtask import SubTask
from adhoc_teamwork.teamwork.text.quoting import clean_name, number, quote

OBJECTION_LASTS = 30.0
"""How long, in seconds, an objection is held up to the robot that planned."""


@dataclass(frozen=True)
class ObjectionFacts:
    """Describe an objection for a prompt: clean texts, `age` in seconds."""

    subtask: str
    teammate: str
    reason: str
    age: str


def objections_to(view: PlannerView) -> tuple[tuple[SubTask, TeamMessage], ...]:
    """Return the sub-tasks of this robot that teammates object to, each with the latest message."""
    planned: dict[int, SubTask] = {}
    found: dict[tuple[SubTask, str], TeamMessage] = {}
    for message in view.messages:
        if message.sender == view.robot and message.intent is not None:
            planned[message.intent.intent_id] = message.intent.subtask
    for message in view.messages:
        answer = message.reflection
        if answer is None or answer.to != view.robot or not answer.conflict:
            continue
        subtask = planned.get(answer.intent_id)
        if subtask is not None and 0.0 <= view.now - message.stamp <= OBJECTION_LASTS:
            found[(subtask, message.sender)] = message
    return tuple((subtask, message) for (subtask, _), message in found.items())


def objection_facts(view: PlannerView) -> tuple[ObjectionFacts, ...]:
    """Return the facts of every objection that still counts."""
    return tuple(
        ObjectionFacts(
            " ".join(str(subtask).split()),
            clean_name(message.sender),
            quote(message.text),
            number(max(0.0, view.now - message.stamp), 0),
        )
        for subtask, message in objections_to(view)
    )
