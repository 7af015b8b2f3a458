# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots with their cards and starts, as launch arguments name them: NAME=CARD@X,Y,YAW."""

import math
import re
from dataclasses import dataclass

from adhoc_teamwork.teamwork.bodies.robot_list import ROBOT_NAME, named_cards
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError

FORM = "NAME=CARD@X,Y,YAW"
_CARD = re.compile(r"[^,=@]+")


@dataclass(frozen=True)
class PlacedRobot:
    """Hold a robot's name, the card that says what it can do, and where in `map` it starts."""

    name: str
    card: str
    start: Pose


def parse_placed_robots(text: str, what: str) -> tuple[PlacedRobot, ...]:
    """Return the robots in a text that has them apart by spaces; metres and radians.

    Args:
        text: Such as ``tall=tall@1,2,0 dog=quadruped@3,2,1.57``.
        what: What to name in the error.

    Raises:
        ConfigError: One has another form, two have one name, or there is none.
    """
    robots = tuple(_parse(entry, f"{what}: {entry}") for entry in text.split())
    names = [robot.name for robot in robots]
    if not robots:
        raise ConfigError(f"{what}: empty; expected {FORM} for each robot, with spaces between")
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"{what}: '{name}' is there twice; every robot needs its own name")
    return robots


def robots_and_starts(text: str, what: str) -> tuple[tuple[tuple[str, str], ...], tuple[Pose, ...]]:
    """Return names and cards of robots, and their starts if the text says where they are.

    Args:
        text: As for `parse_placed_robots`, or without places as for `named_cards`.
        what: What to name in the error.

    Raises:
        ConfigError: The text has neither form.
    """
    if "@" not in text:
        return named_cards(text, what), ()
    robots = parse_placed_robots(text, what)
    return tuple((robot.name, robot.card) for robot in robots), tuple(r.start for r in robots)


def _parse(entry: str, what: str) -> PlacedRobot:
    name, _, rest = entry.partition("=")
    card, _, place = rest.partition("@")
    try:
        x, y, yaw = (float(part) for part in place.split(","))
    except ValueError:
        raise ConfigError(f"{what}: expected {FORM}") from None
    named = ROBOT_NAME.fullmatch(name) and _CARD.fullmatch(card)
    if not named or not all(map(math.isfinite, (x, y, yaw))):
        raise ConfigError(f"{what}: expected {FORM}")
    return PlacedRobot(name, card, Pose(x, y, yaw))
