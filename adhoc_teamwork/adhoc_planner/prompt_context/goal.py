# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the goal asks for and how far it is, as one robot knows it, in lines for a prompt."""

from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.belief.progress import Tally, tally
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.teamwork.text.quoting import clean_name


@dataclass(frozen=True)
class GoalFacts:
    """Hold the goal's lines: words, wishes with their state, and which things hold others."""

    text: str
    wishes: tuple[str, ...]
    containers: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.text or self.wishes or self.containers)


def goal_facts(view: PlannerView) -> GoalFacts:
    """Return what a prompt tells of the goal; it is false where the goal is left to judgement."""
    goal, containers = view.task.goal, view.task.furnishing.containers
    used_up = " | used up where it is delivered" if goal.zone else ""
    return GoalFacts(
        " ".join(goal.text.split()),
        tuple(_wish(found) for found in tally(view.task, view.known_objects)),
        tuple(f"{clean_name(c)} | holds up to {n} things{used_up}" for c, n in containers.items()),
    )


def _wish(found: Tally) -> str:
    wish = found.wish
    counts = f"{wish.count} wanted | {min(found.there, wish.count)} known to be"
    if wish.state:
        room = clean_name(wish.room) if wish.room else "any room"
        return f"{clean_name(wish.category)} | {wish.state} | {room} | {counts} so"
    room = f" | {clean_name(wish.room)}" if wish.room else " | any room"
    where = f"{(wish.relation or 'ON').lower()} | {clean_name(wish.receptacle)}{room}"
    return f"{clean_name(wish.category)} | {where} | {counts} there"
