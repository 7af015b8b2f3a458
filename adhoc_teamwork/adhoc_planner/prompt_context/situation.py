# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Gather what every prompt tells of the situation: state, objects, team, messages, history."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView, SkillOutcome
from adhoc_teamwork.adhoc_planner.prompt_context.dialogue import dialogue
from adhoc_teamwork.adhoc_planner.prompt_context.goal import goal_facts
from adhoc_teamwork.adhoc_planner.prompt_context.objects import objects_before, objects_in_view
from adhoc_teamwork.adhoc_planner.prompt_context.rooms import room_facts
from adhoc_teamwork.adhoc_planner.prompt_context.team import (
    ability_facts,
    own_state,
    teammate_facts,
)
from adhoc_teamwork.adhoc_planner.prompt_context.wording import subskill_text, subtask_text
from adhoc_teamwork.teamwork.scene import Presence
from adhoc_teamwork.teamwork.text.quoting import clean_name, number, quote


@dataclass(frozen=True)
class HistoryFacts:
    """Hold one finished sub-skill and how it ended, in words."""

    subskill: str
    outcome: str


@dataclass(frozen=True)
class RejectedFacts:
    """Hold one candidate that was rejected in this round, and why, in words."""

    subtask: str
    reason: str


@dataclass(frozen=True)
class ReceptacleType:
    """Hold a known type of receptacle and the types of rooms in which there is one."""

    type: str
    rooms: tuple[str, ...]


def situation(view: PlannerView) -> dict[str, Any]:
    """Return the values that the template of the situation uses."""
    return {
        "robot": clean_name(view.robot),
        "now": number(view.now, 0),
        "joined": number(view.joined_at, 0),
        "me": ability_facts(view.capability),
        "state": own_state(view),
        "goal": goal_facts(view),
        "current": subtask_text(view.subtask) if view.subtask else "",
        "rooms": room_facts(view),
        "objects_now": objects_in_view(view),
        "objects_before": objects_before(view),
        "objects_left": 0,
        "teammates": teammate_facts(view),
        "channel": view.channel.told,
        "dialogue": dialogue(view),
        "left_out": view.older_messages,
        "history": [_history(outcome) for outcome in view.history],
        "rejected": [RejectedFacts(subtask_text(s), quote(why)) for s, why in view.rejected],
    }


def receptacle_types(view: PlannerView) -> tuple[ReceptacleType, ...]:
    """Return the known types of receptacles, by name."""
    there = {
        (item.category, item.room_type)
        for item in view.known_objects
        if item.is_receptacle and not item.pickupable and item.status is Presence.PRESENT
    }
    rooms: dict[str, set[str]] = defaultdict(set)
    for category, room_type in there:
        rooms[clean_name(category)].update(filter(None, (clean_name(room_type),)))
    return tuple(ReceptacleType(name, tuple(sorted(rooms[name]))) for name in sorted(rooms))


def room_types(view: PlannerView) -> tuple[str, ...]:
    """Return the known types of rooms, by name."""
    return tuple(sorted({clean_name(r.room_type) for r in view.rooms if r.room_type}))


def _history(outcome: SkillOutcome) -> HistoryFacts:
    result = outcome.result
    if result.success:
        words = f"succeeded in {number(result.duration, 0)} s"
    else:
        stage = f" at {result.stage}" if result.stage else ""
        words = f"failed{stage} ({result.cause or 'no cause'}): {quote(result.message)}"
    return HistoryFacts(subskill_text(outcome.subskill), words)
