# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Give a team a goal of its own in a house: what is to be where, within its hands' reach."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from adhoc_teamwork.simulation.houses.boxes import from_local
from adhoc_teamwork.simulation.houses.house import Box, House, HouseObject, Surface
from adhoc_teamwork.simulation.manipulation.reach import Reach
from adhoc_teamwork.simulation.rules.placing import Spot
from adhoc_teamwork.simulation.tasks.goal_drawing import DrawnGoal, TaskGoal, draw_goal
from adhoc_teamwork.simulation.tasks.misplacing import HandLimits
from adhoc_teamwork.teamwork.settings.config import ConfigError, parse_config, read_yaml
from adhoc_teamwork.teamwork.task_folders import task_folder
from adhoc_teamwork.teamwork.team.goal import Furnishing
from adhoc_teamwork.teamwork.team.task import MisplacedObject

THINGS = 3
"""How many things a goal asks for unless somebody says otherwise."""
_INWARDS = 0.8
"""At which share of the way to its edge a surface is touched."""
_SIDES = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
_LOW, _HIGH = 0.05, 0.15
"""Metres above a foot or a surface between which the hand works there."""
_DRAWN_AGAIN = 20


def load_task_goal(name: str, config: Path) -> TaskGoal:
    """Return goal and furnishing of a task.

    Raises:
        ConfigError: There is no such task, or its task.yaml is wrong there.
    """
    path = task_folder(name, config) / "task.yaml"
    data = read_yaml(path)
    if not isinstance(data, dict):
        raise ConfigError(f"{path}: top level: expected keys and values")
    told = {key: data[key] for key in ("goal", "furnishing") if key in data}
    task = parse_config(told, TaskGoal, str(path))
    if wrong := task.goal.wrong() or task.furnishing.wrong():
        raise ConfigError(f"{path}: {wrong}")
    return task


def draw_for(
    house: House, like: TaskGoal, count: int, hands: HandLimits, rng: np.random.Generator
) -> DrawnGoal:
    """Return a goal with `count` things that the team's hands can bring there.

    Raises:
        ConfigError: The house has none such.
    """

    def suits(thing: HouseObject) -> bool:
        return within_reach(thing, like.furnishing, hands)

    for _ in range(_DRAWN_AGAIN):
        drawn = draw_goal(house, like, count, rng, suits)
        if drawn is not None:
            return replace(drawn, witnesses=tuple(told_witness(w, house) for w in drawn.witnesses))
    raise ConfigError(
        f"{house.source}: no goal with {count} things within the team's reach can be drawn; "
        "expected a house with more furniture, or fewer things"
    )


def within_reach(thing: HouseObject, furnishing: Furnishing, hands: HandLimits) -> bool:
    """Tell whether a hand gets to a thing: takes it, opens its door, or puts something on it."""
    if thing.pickupable:
        return hands.hand_for(thing, Spot(thing.box.x, thing.box.y, thing.box.bottom)) is not None
    at_side = thing.category in furnishing.openable or bool(furnishing.states_of(thing.category))
    return any(_gets_to(reach, thing, at_side) for reach in hands.reaches)


def _gets_to(reach: Reach, thing: HouseObject, at_side: bool) -> bool:
    """Tell whether a hand gets to a thing's side, where doors and buttons are, or onto it."""
    if at_side:
        lowest = max(thing.box.bottom + _LOW, reach.capability.reach_min_height)
        highest = min(thing.box.top, reach.capability.reach_max_height)
        return lowest < highest and _at_a_side(reach, thing.box, 1.0, lowest, highest)
    return any(
        _at_a_side(reach, surface, _INWARDS, surface.z, surface.z + _HIGH)
        for surface in thing.surfaces
        if not surface.inside
    )


def _at_a_side(reach: Reach, area: Box | Surface, share: float, bottom: float, top: float) -> bool:
    return any(
        reach.touches(
            *from_local(share * x * area.size_x / 2.0, share * y * area.size_y / 2.0, area),
            bottom,
            top,
        )
        for x, y in _SIDES
    )


def told_witness(witness: MisplacedObject, house: House) -> MisplacedObject:
    """Return what can fulfil a part of the goal, with a text for people."""
    if witness.text:
        return witness
    thing = house.object(witness.object)
    category = thing.category if thing else witness.object
    place = " in ".join((*witness.goal.receptacles, *witness.goal.rooms))
    return replace(witness, text=f"{category} ({witness.object}): wanted at {place}")
