# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is known of this robot and its teammates: abilities, states and intentions."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import Intention, about, intentions_of
from adhoc_teamwork.adhoc_planner.prompt_context.visibility import sights
from adhoc_teamwork.adhoc_planner.prompt_context.wording import subtask_text
from adhoc_teamwork.teamwork.bodies.capability import Capability, MobilityKind
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind
from adhoc_teamwork.teamwork.text.quoting import (
    TEXT_LENGTH,
    clean_name,
    clean_words,
    name_or_quote,
    number,
    quote,
)

MOST_INTENTS = 12
"""Open intents of one teammate that a prompt tells."""
MOST_ROOMS = 100
"""Rooms that one teammate may say it has explored."""
_WHERE = {"floor": "the floor", "seats": "seats", "tables": "table tops"}
"""In what words a prompt tells where a camera finds things."""
_MOVES = {
    MobilityKind.WHEELED: "on wheels",
    MobilityKind.LEGGED: "on legs",
    MobilityKind.AERIAL: "by flying",
    MobilityKind.FIXED: "nowhere",
}


@dataclass(frozen=True)
class AbilityFacts:
    """Describe a robot's body: metres, kilograms, degrees, seconds; `can_see` is words.

    `mobility` is empty where it is not told, `step` and `slope` for what flies or stands.
    """

    type: str
    arm: bool
    two_hands: bool
    navigates: bool
    payload: str
    reach: str
    lowest: str
    highest: str
    camera_height: str
    pitch: str
    field_of_view: str
    camera_range: str
    can_see: str
    speed: str
    battery: str
    mobility: str
    step: str
    slope: str
    width: str
    height: str


class StateFacts(NamedTuple):
    """Describe where a robot is and what it holds and does, in this robot's own names."""

    position: str
    heading: str
    room: str
    held: str
    held_category: str
    other_held: str
    other_category: str
    battery: str
    subskill: str
    explored: tuple[str, ...]


class TeammateFacts(NamedTuple):
    """Describe a teammate; ability or state is None where it has not said."""

    name: str
    ability: AbilityFacts | None
    state: StateFacts | None
    intents: tuple[str, ...]
    heard: str
    left: bool


@lru_cache(maxsize=256)
def ability_facts(capability: Capability) -> AbilityFacts:
    """Return a capability in the words of a prompt."""
    seen = sights(capability)
    words = [word for where, word in _WHERE.items() if where in seen]
    degrees = [
        number(math.degrees(a), 0) for a in (capability.horizontal_fov, capability.vertical_fov)
    ]
    climbs = capability.mobility in (MobilityKind.WHEELED, MobilityKind.LEGGED)
    return AbilityFacts(
        type=name_or_quote(capability.robot_type),
        arm=capability.can_manipulate,
        two_hands=capability.hands > 1,
        navigates=capability.can_navigate,
        payload=number(capability.payload, 2),
        reach=number(capability.reach, 2),
        lowest=number(capability.reach_min_height, 2),
        highest=number(capability.reach_max_height, 2),
        camera_height=number(capability.camera_height, 2),
        pitch=number(math.degrees(capability.camera_pitch), 0),
        field_of_view="x".join(degrees),
        camera_range=number(capability.camera_range),
        can_see=" and ".join(words) or "only what is level with its camera",
        speed=number(capability.max_speed, 2),
        battery=number(capability.battery, 0),
        mobility=_MOVES[capability.mobility] if capability.mobility else "",
        step=number(capability.step, 2) if climbs else "",
        slope=number(math.degrees(capability.slope), 0) if climbs else "",
        width=number(capability.width, 2) if capability.width else "",
        height=number(capability.height, 2) if capability.height else "",
    )


def own_state(view: PlannerView) -> StateFacts:
    """Return this robot's state."""
    state = view.state
    return _state(view, state, (clean_name(state.held_object), clean_name(state.other_held)))


def teammate_facts(view: PlannerView) -> tuple[TeammateFacts, ...]:
    """Return the facts of every teammate, by name."""
    return tuple(_teammate(view, t) for t in sorted(view.teammates, key=lambda t: t.name))


def intention_text(intention: Intention) -> str:
    """Return a teammate's intent in this robot's own names."""
    subtask = intention.intent.subtask
    if subtask.kind is SubTaskKind.EXPLORE:
        return f"Explore <{clean_name(subtask.room_id)}>"
    if subtask.kind is SubTaskKind.DO:
        # A teammate's own words: fenced, though they stand where an argument stands.
        words = quote(clean_words(subtask.text, TEXT_LENGTH), TEXT_LENGTH)
        return str(subtask.having(text=words))
    if not subtask.is_about_object:
        return subtask_text(subtask)
    own = intention.own_object
    text = subtask_text(about(subtask, own.object_id if own else "?"))
    if own is not None:
        return text
    category = clean_name(intention.intent.object_category) or "object"
    position = intention.intent.object_position
    place = f" at ({number(position.x)}, {number(position.y)})" if position else ""
    return f"{text} of a {category}{place} that you do not know of"


def _teammate(view: PlannerView, teammate: Teammate) -> TeammateFacts:
    intents = [] if teammate.left else intentions_of(view, teammate)
    return TeammateFacts(
        name=clean_name(teammate.name),
        ability=ability_facts(teammate.capability) if teammate.capability else None,
        state=_state(view, teammate.state, ("", ""), teammate) if teammate.state else None,
        intents=tuple(
            f"{'has taken up' if intention.adopted else 'proposes'} {intention_text(intention)}"
            for intention in intents[:MOST_INTENTS]
        ),
        heard=number(max(0.0, view.now - teammate.last_heard), 0),
        left=teammate.left,
    )


def _state(
    view: PlannerView, state: RobotState, held: tuple[str, str], teammate: Teammate | None = None
) -> StateFacts:
    return StateFacts(
        position=f"({number(state.pose.x)}, {number(state.pose.y)})",
        heading=number(_degrees(state.pose), 0),
        room=clean_name(state.room),
        held=held[0],
        held_category=clean_name(state.held_category),
        other_held=held[1],
        other_category=clean_name(state.other_category),
        battery=number(state.battery, 0),
        subskill=_subskill(view, state, teammate),
        explored=tuple(clean_name(room) for room in state.explored_rooms[:MOST_ROOMS]),
    )


def _subskill(view: PlannerView, state: RobotState, teammate: Teammate | None) -> str:
    """Return the running sub-skill; a teammate's with its object's id turned into our own."""
    if teammate is None or not state.subskill:
        return clean_name(state.subskill)
    text = state.subskill
    for intention in intentions_of(view, teammate):
        their_id = intention.intent.subtask.object_id
        if their_id and intention.own_object is not None:
            text = text.replace(f"<{their_id}>", intention.own_object.object_id)
    return quote(text.replace("<", "").replace(">", ""), 100)


def _degrees(pose: Pose) -> float:
    return math.degrees(pose.yaw)
