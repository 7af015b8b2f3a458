# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot's own body in words and in numbers, and what can be worked out of it and the scene.

EMOS, section 3.3 and A.1: mobility, perception and manipulation, each a summary and numbers. What
expressions may name and call is here; the answers are those of `teamwork.bodies.embodiment`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.known_weight import known_weight
from adhoc_teamwork.teamwork.bodies.capability import HEIGHT_TOLERANCE, Capability, MobilityKind
from adhoc_teamwork.teamwork.bodies.embodiment import (
    CLEARANCE,
    reach_at,
    sight_gap,
    told_resume,
)
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.room_graph import Climb, climb_between
from adhoc_teamwork.teamwork.scene import FLOOR, Detection
from adhoc_teamwork.teamwork.text.expressions import ARITHMETIC, Function, Value
from adhoc_teamwork.teamwork.text.quoting import clean_name, number

_ANY_STEP = 10.0
"""Told for a body that gets over any step, metres."""
_LOW = 0.8
"""A camera lower than this, metres, is called low."""
_HARDLY = math.radians(20.0)
"""A camera that sees no more than this above the horizontal hardly looks up."""
_MOVES: Mapping[MobilityKind | None, str] = {
    MobilityKind.WHEELED: "rolls on wheels over level floors, no stairs",
    MobilityKind.LEGGED: "walks on legs, also over stairs",
    MobilityKind.AERIAL: "flies, to any floor",
    MobilityKind.FIXED: "stands where it is",
    None: "drives over level floors",
}


@dataclass(frozen=True)
class ResumePart:
    """Hold one part of a resume: what it is about, its summary, and its numbers with units."""

    about: str
    summary: str
    numbers: tuple[tuple[str, str], ...]


def resume_of(capability: Capability) -> tuple[ResumePart, ...]:
    """Return a robot's resume: mobility, perception and manipulation."""
    can, body = capability, told_resume("you", capability).mobility
    step = min(body.highest_step, _ANY_STEP)
    up = can.vertical_fov / 2.0 - can.camera_pitch
    eyes = "a low camera" if can.camera_height < _LOW else "a camera at some height"
    eyes += " that hardly looks up" if up <= _HARDLY else " that looks up and down"
    arm = (
        (("reach_limit", can.reach, "m"), ("lowest", can.reach_min_height, "m"),
         ("highest", can.reach_max_height, "m"), ("payload", can.payload, "kg"))
        if can.can_manipulate else ()
    )  # fmt: skip
    parts = (
        (
            "mobility",
            _MOVES[can.mobility],
            (
                ("step_limit", step, "m"),
                ("ramp_limit", math.degrees(body.steepest), "degrees"),
            ),
        ),
        (
            "perception",
            eyes,
            (
                ("camera_height", can.camera_height, "m"),
                ("camera_range", can.camera_range, "m"),
                ("looks_up", math.degrees(up), "degrees"),
            ),
        ),
        ("manipulation", "an arm with a hand" if can.can_manipulate else "no arm", arm),
    )
    return tuple(
        ResumePart(
            about, words, tuple((name, f"{number(value, 2)} {unit}") for name, value, unit in told)
        )
        for about, words, told in parts
    )


def role_of(capability: Capability) -> str:
    """Return what a person would say that a robot is for, who knows no more than its looks."""
    if capability.can_manipulate:
        return "a helper at home that goes about, looks at things and carries them"
    return "a scout without an arm that goes about and looks at things"


@dataclass(frozen=True)
class BodyNumbers:
    """Hold what expressions of one robot may name and call, as it knows itself and the scene."""

    names: Mapping[str, Value]
    functions: Mapping[str, Function]

    @classmethod
    def of(cls, view: PlannerView) -> "BodyNumbers":
        """Return the numbers of a view: of its robot's body, and of the things that it knows."""
        return cls(_names(view), {**ARITHMETIC, **_scene_functions(view)})

    def told(self) -> tuple[str, ...]:
        """Return a line for each function that is about the scene or the body."""
        return tuple(
            f"{name}(thing): {function.words}"
            for name, function in self.functions.items()
            if name not in ARITHMETIC
        )


def _names(view: PlannerView) -> dict[str, Value]:
    can = view.capability
    body = told_resume("you", can).mobility
    things = {clean_name(o.object_id): o.object_id for o in view.known_objects}
    rooms = {clean_name(room.room_id): room.room_id for room in view.rooms}
    return {
        **rooms,
        **things,
        "step_limit": min(body.highest_step, _ANY_STEP),
        "ramp_limit": math.degrees(body.steepest),
        "camera_height": can.camera_height,
        "camera_range": can.camera_range,
        "looks_up": math.degrees(can.vertical_fov / 2.0 - can.camera_pitch),
        "reach_limit": can.reach,
        "lowest": can.reach_min_height,
        "highest": can.reach_max_height,
        "payload": can.payload,
    }


def _scene_functions(view: PlannerView) -> dict[str, Function]:
    known = {o.object_id: o for o in view.known_objects}
    resume = told_resume("you", view.capability)

    def find(name: str) -> Detection:
        if name not in known:
            raise ValueError(f"nothing called {name:.40} is known")
        return known[name]

    def distance(name: str) -> float:
        return view.state.pose.point.planar_distance_to(find(name).position)

    def height(name: str) -> float:
        return _height(find(name))

    def stand_off(name: str) -> float:
        return nearest_stand(view, find(name))

    def reach(name: str) -> float:
        return reach_at(resume, round(_height(find(name)), 2), HEIGHT_TOLERANCE)

    def sight(name: str) -> float:
        return sight_gap(resume, _height(find(name)))

    rooms = {room.room_id for room in view.rooms}

    def climb(name: str) -> Climb:
        goal = name if name in rooms else find(name).room
        found = climb_between(view.rooms, view.state.room, goal)
        if found is None and any(room.passages for room in view.rooms):
            raise ValueError(f"no way to {name:.40} is known")
        return found or Climb()

    return {
        "distance": Function(distance, (str,), "metres from you to it on the floor plane"),
        "height": Function(height, (str,), "metres of its middle, or surface, above its floor"),
        "stand_off": Function(
            stand_off, (str,), "metres from it to the nearest place where your body can stand"
        ),
        "reach": Function(
            reach, (str,), "metres your arm gets ahead of you at its height; 0 where it does not"
        ),
        "sight": Function(
            sight, (str,), "degrees by which your camera misses it at best; 0 where it sees it"
        ),
        "weight": Function(
            lambda name: known_weight(view, find(name)),
            (str,),
            "kilograms that it weighs at least, as far as a robot found out; 0 where none did",
        ),
        "way": Function(
            lambda name: climb(name).step,
            (str,),
            "metres of the highest step on your way to it, or to a room",
        ),
        "ramp": Function(
            lambda name: math.degrees(climb(name).slope),
            (str,),
            "degrees of the steepest ramp on that way",
        ),
    }


def _height(thing: Detection) -> float:
    """Return the height at which a hand works on a thing, metres above its floor."""
    if thing.pickupable or math.isnan(thing.support_height):
        return thing.position.z
    return thing.support_height


def nearest_stand(view: PlannerView, thing: Detection) -> float:
    """Return how near to a thing this robot can stand, metres on the floor plane.

    It stands clear of the furniture that carries the thing, inside of the room, and not where other
    furniture is; at furniture itself, at its side.
    """
    radius = view.capability.width / 2.0 + CLEARANCE
    known = {o.object_id: o for o in view.known_objects}
    carrier = known.get(thing.receptacle) if thing.receptacle not in ("", FLOOR) else None
    if carrier is None:
        return radius + (0.0 if thing.is_receptacle else thing.size.x / 2.0)
    room = view.room(carrier.room)
    at, point = carrier.position, thing.position
    half_x, half_y = carrier.size.x / 2.0 + radius, carrier.size.y / 2.0 + radius
    sides = (
        Point(at.x - half_x, point.y),
        Point(at.x + half_x, point.y),
        Point(point.x, at.y - half_y),
        Point(point.x, at.y + half_y),
    )
    others = [o for o in view.known_objects if o.is_receptacle and o is not carrier]
    free = [
        side
        for side in sides
        if (room is None or len(room.outline) < 3 or room.contains(side))
        and not any(_covers(other, side, radius - CLEARANCE) for other in others)
    ]
    return min(side.planar_distance_to(point) for side in free or sides)


def _covers(thing: Detection, point: Point, margin: float) -> bool:
    """Tell whether a body at a floor point would be in a piece of furniture."""
    return (
        abs(point.x - thing.position.x) < thing.size.x / 2.0 + margin
        and abs(point.y - thing.position.y) < thing.size.y / 2.0 + margin
    )
