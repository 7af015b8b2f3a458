# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a recorded robot did and held of things, as lines of JSON: planners' journals in short.

The planner's room writes them from a run's bag; reports read them.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from adhoc_teamwork.teamwork.scene import Misplaced
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.parsing import parse_json

Place = tuple[float, float, float]
"""Metres: x and y in `map`, z above the floor below."""


@dataclass(frozen=True)
class Deed:
    """Hold one sub-skill of a robot and how it ended; times in seconds of the ROS clock.

    `subskill` is its text, such as "GoToObject <Mug_0>". `category` and `place` are those of the
    object that it names, as the robot knew it then. `success` and `ended` are None where it had not
    ended when the recording did. `path_length` in metres.
    """

    robot: str
    began: float
    kind: str
    subskill: str
    object_id: str = ""
    category: str = ""
    place: Place | None = None
    ended: float | None = None
    success: bool | None = None
    cause: str = ""
    message: str = ""
    path_length: float = 0.0

    @property
    def failed(self) -> bool:
        """Tell whether it ended, and not well."""
        return self.success is False


@dataclass(frozen=True)
class Belief:
    """Hold what a robot held, from `time` on, of a thing that can be carried.

    `own` tells whether its own eyes saw it last there; `on` and `room_type` are types, empty while
    unknown.
    """

    robot: str
    time: float
    object_id: str
    category: str
    place: Place
    on: str = ""
    room_type: str = ""
    own: bool = True
    misplaced: Misplaced = Misplaced.UNKNOWN


_KINDS: dict[str, TypeAdapter[Any]] = {"deed": TypeAdapter(Deed), "belief": TypeAdapter(Belief)}


def entry_to_json(entry: Deed | Belief) -> str:
    """Return one line without its end."""
    return json.dumps({type(entry).__name__.lower(): asdict(entry)}, ensure_ascii=False)


def entry_from_json(line: str | bytes, source: str) -> Deed | Belief:
    """Return what one line says.

    Raises:
        ConfigError: It is no line of an account.
    """
    try:
        values = parse_json(line)
        ((kind, content),) = values.items()
        entry: Deed | Belief = _KINDS[kind].validate_python(content)
    except (ValidationError, ValueError, KeyError, AttributeError, TypeError) as error:
        reason = " ".join(str(error).split())
        raise ConfigError(f"{source}: not a line of an account ({reason:.200})") from None
    return entry
