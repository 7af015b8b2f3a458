# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot decides by, as numbers: its own state feature, fused with the others' (F.2)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.assignment import unclaimed
from adhoc_teamwork.adhoc_planner.policies.learned.network import Floats
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import taken_up
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Presence, Room
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

SKILLS = (
    SubSkillKind.EXPLORE,
    SubSkillKind.PICKUP_OBJECT,
    SubSkillKind.PUT_OBJECT,
    SubSkillKind.STOP,
)
"""The types that are told apart (appendix F.2)."""
ROOM_TYPES = ("Kitchen", "LivingRoom", "Bedroom", "Bathroom")

_HEAVIEST = 20.0
"""Payload, kilograms, that counts as one."""
_FULL = 500.0
"""Battery, seconds of work, that counts as one."""
_TALLEST = 2.0
_MOST_ROOMS = 10.0
_CLOSE = 4.0
"""Distance, metres, at which closeness has fallen to 1/e."""

OWN = (
    "arm", "camera height", "payload", "battery", "holds", "explores", "re-places",
    *(f"in {kind}" for kind in ROOM_TYPES), "in no known room", "room seen",
    "explored by itself", "explored by all", "rooms", "alone",
    "loose things", "loose things here", "loose on the floor", "closest loose thing",
    "mean closeness", "taken things", "receptacles here",
)  # fmt: skip
"""Names of one robot's values, in their order."""
INPUTS = 2 * len(OWN) + 1
"""One robot's values, the mean of the others', and how many others there are."""


@dataclass(frozen=True)
class _Robot:
    """Hold what is known of one robot of the team."""

    name: str
    capability: Capability
    state: RobotState
    doing: SubTask | None


@dataclass(frozen=True)
class _Surroundings:
    """Hold what is the same for all robots of a view; `points` (n, 2) in metres, `map`."""

    loose: Sequence[Detection]
    points: Floats
    taken: int
    rooms: dict[str, Room]
    explored: frozenset[str]
    receptacles: dict[str, int]


class Encoder:
    """Turn one view into features, for the robot itself and for teammates as it sees them."""

    def __init__(self, view: PlannerView) -> None:
        """Work out what the features of all robots need."""
        robots = _robots(view)
        around = _surroundings(view, robots)
        self._numbers = {robot.name: number for number, robot in enumerate(robots)}
        self._rows = np.array([_own(robot, around, len(robots)) for robot in robots], np.float32)

    def features(self, name: str) -> Floats:
        """Return `INPUTS` values for a robot of the view, those of all others pooled by the mean.

        Raises:
            KeyError: The view tells nothing of such a robot.
        """
        number = self._numbers[name]
        others = np.delete(self._rows, number, axis=0)
        pooled = others.mean(axis=0) if len(others) else np.zeros(len(OWN), np.float32)
        count = np.float32(len(others) / 5.0)
        whole: Floats = np.concatenate((self._rows[number], pooled, [count])).astype(np.float32)
        return whole


def encode(view: PlannerView) -> Floats:
    """Return the features by which the robot of a view decides."""
    return Encoder(view).features(view.robot)


def allowed(view: PlannerView) -> tuple[SubSkillKind, ...]:
    """Return the types that the robot's body permits: no picking up with a full hand, or none."""
    if view.state.held_object:
        return (SubSkillKind.EXPLORE, SubSkillKind.PUT_OBJECT, SubSkillKind.STOP)
    if view.capability.can_manipulate:
        return (SubSkillKind.EXPLORE, SubSkillKind.PICKUP_OBJECT, SubSkillKind.STOP)
    return (SubSkillKind.EXPLORE, SubSkillKind.STOP)


def explores(subtask: SubTask | None) -> bool:
    """Tell whether a sub-task is to find something out."""
    return subtask is not None and not subtask.moves_object and subtask.kind is not SubTaskKind.STOP


def re_places(subtask: SubTask | None) -> bool:
    """Tell whether a sub-task brings an object to another place."""
    return subtask is not None and subtask.moves_object


def _robots(view: PlannerView) -> list[_Robot]:
    found = [_Robot(view.robot, view.capability, view.state, view.subtask)]
    for teammate in view.teammates:
        if not teammate.left and teammate.capability is not None and teammate.state is not None:
            found.append(_Robot(teammate.name, teammate.capability, teammate.state, teammate.doing))
    return found


def _surroundings(view: PlannerView, robots: Sequence[_Robot]) -> _Surroundings:
    refused = {subtask.object_id for subtask, _ in view.rejected}
    loose = [thing for thing in unclaimed(view) if thing.object_id not in refused]
    points = [(thing.position.x, thing.position.y) for thing in loose]
    receptacles: dict[str, int] = {}
    for thing in view.known_objects:
        if thing.is_receptacle and not thing.pickupable and thing.status is Presence.PRESENT:
            receptacles[thing.room] = receptacles.get(thing.room, 0) + 1
    return _Surroundings(
        loose,
        np.array(points, np.float32).reshape(-1, 2),
        sum(1 for intention in taken_up(view) if intention.own_object is not None),
        {room.room_id: room for room in view.rooms},
        frozenset(room for robot in robots for room in robot.state.explored_rooms),
        receptacles,
    )


def _own(robot: _Robot, around: _Surroundings, team: int) -> list[float]:
    """Return one robot's values, in the order of `OWN`."""
    body, state = robot.capability, robot.state
    room = around.rooms.get(state.room)
    kind = room.room_type if room else ""
    count = max(1, len(around.rooms))
    here = sum(thing.room == state.room for thing in around.loose)
    on_floor = sum(thing.receptacle == FLOOR for thing in around.loose)
    offset = around.points - np.array([state.pose.x, state.pose.y], np.float32)
    closeness = np.exp(-np.hypot(offset[:, 0], offset[:, 1]) / _CLOSE)
    return [
        float(body.can_manipulate),
        body.camera_height / _TALLEST,
        min(1.0, body.payload / _HEAVIEST),
        min(1.0, state.battery / _FULL),
        float(bool(state.held_object)),
        float(explores(robot.doing)),
        float(re_places(robot.doing)),
        *(float(kind == name) for name in ROOM_TYPES),
        float(kind not in ROOM_TYPES),
        room.explored if room else 0.0,
        len(around.rooms.keys() & set(state.explored_rooms)) / count,
        len(around.rooms.keys() & around.explored) / count,
        min(1.0, count / _MOST_ROOMS),
        float(team == 1),
        _squashed(len(around.loose)),
        _squashed(here),
        _squashed(on_floor),
        float(closeness.max(initial=0.0)),
        float(closeness.mean()) if len(closeness) else 0.0,
        _squashed(around.taken),
        _squashed(around.receptacles.get(state.room, 0)),
    ]


def _squashed(count: int) -> float:
    """Return a count so that a few more of many say little."""
    return float(np.log1p(count)) / 2.0
