# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who joined the team, left it or broke: the adaptive part of a prompt (paper appendix F.3)."""

from adhoc_teamwork.adhoc_planner.belief.team import NEWS_LASTS
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import in_own_names
from adhoc_teamwork.adhoc_planner.prompt_context.team import MOST_INTENTS, intention_text
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import IntentStatus
from adhoc_teamwork.teamwork.text.quoting import clean_name, name_or_quote, number


def team_changes(view: PlannerView) -> tuple[str, ...]:
    """Return a sentence for each teammate that lately joined, left or fell silent, by name."""
    gone = {mate.name: _gone(view, mate) for mate in view.departed}
    come = {m.sender: _come(view, m) for m in _joins(view) if m.sender not in gone}
    return tuple(text for _, text in sorted({**come, **gone}.items()))


def _joins(view: PlannerView) -> list[TeamMessage]:
    """Return who said hello after this robot did; who was there before is no news."""
    present = {mate.name for mate in view.teammates}
    return [
        m
        for m in view.messages
        if m.kind is MessageKind.JOIN
        and not m.remembered
        and m.sender in present
        and m.stamp > view.joined_at
        and view.now - m.stamp <= NEWS_LASTS
    ]


def _come(view: PlannerView, message: TeamMessage) -> str:
    ago = number(max(0.0, view.now - message.stamp), 0)
    mate = next(t for t in view.teammates if t.name == message.sender)
    return f"{clean_name(mate.name)} joined the team {ago} s ago: {_ability(mate.capability)}."


def _ability(capability: Capability | None) -> str:
    if capability is None:
        return "it has not said what it can do"
    kind = name_or_quote(capability.robot_type) or "robot"
    if capability.can_manipulate:
        return f"a {kind} that lifts up to {number(capability.payload, 2)} kg"
    return f"a {kind} that cannot pick anything up"


def _gone(view: PlannerView, mate: Teammate) -> str:
    ago = number(max(0.0, view.now - mate.last_heard), 0)
    name = clean_name(mate.name)
    had = [
        intention_text(in_own_names(view, mate.name, intent))
        for intent in mate.open_intents()
        if intent.status is IntentStatus.ADOPTED
    ]
    left = (
        f"It had taken up {' and '.join(had[:MOST_INTENTS])}."
        if had
        else "It had taken up nothing."
    )
    if mate.left:
        return f"{name} left the team {ago} s ago. {left}"
    return f"{name} has not been heard for {ago} s and may be broken. {left}"
