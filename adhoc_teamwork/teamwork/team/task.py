# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The task file of a run: house, what was misplaced, who takes part from when (JSON)."""

import math
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import StringConstraints

from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.navigation import Navigation
from adhoc_teamwork.teamwork.settings.radio_setting import PERFECT_RADIO, RadioSetting
from adhoc_teamwork.teamwork.settings.sensor_noise import PERFECT, Length, SensorNoise
from adhoc_teamwork.teamwork.team.channel import OPEN
from adhoc_teamwork.teamwork.team.goal import CountedPredicate, Furnishing, Goal

RobotName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=64)]
"""A namespace of ROS, and part of the names of files."""


@dataclass(frozen=True)
class TidyPlace:
    """Say where one misplaced object counts as tidy: any listed receptacle in any listed room.

    `rooms` are room types; empty means any room. Only the evaluator reads goals.
    """

    receptacles: tuple[str, ...]
    rooms: tuple[str, ...] = ()


@dataclass(frozen=True)
class MisplacedObject:
    """Name one object of the house file that is out of place.

    `moved_to` is the receptacle id it was moved to, "Floor", or empty where the house file has it
    out of place already; `position` is where its bottom centre is put, in metres in `map`
    (x, y, z), or None to leave it. `text` says it for people.
    """

    object: str
    goal: TidyPlace
    moved_to: str = ""
    position: tuple[float, float, float] | None = None
    text: str = ""

    @property
    def category(self) -> str:
        """Return the category that the text names, or that the object's name begins with."""
        named, found, _ = self.text.partition(" (")
        return named if found else self.object.split("|")[0]


@dataclass(frozen=True)
class TaskRobot:
    """Name one robot of the run; `card` is a file of config/robots, `joins_at` in seconds.

    `clock_ahead` is by how many seconds its computer's clock, and all that it stamps, is ahead.
    """

    name: RobotName
    card: str
    pose: Pose
    joins_at: float = 0.0
    ad_hoc: bool = False
    clock_ahead: Length = 0.0


@dataclass(frozen=True)
class Episode:
    """Say of which suite's task a run is: the suite's name, and the task's.

    It ends after `horizon` steps; as the suite counts them a step is a `unit`, `step_seconds` long
    by the robots' clocks. `differs` says in sentences what robots do otherwise than the suite has
    it.
    """

    suite: str
    name: str
    horizon: int
    unit: str
    step_seconds: float
    differs: tuple[str, ...] = ()

    def steps(self, seconds: float) -> int:
        """Return how many steps have begun after so many seconds; no more than there are."""
        return min(self.horizon, math.ceil(round(seconds / self.step_seconds, 6)))


@dataclass(frozen=True)
class Task:
    """Hold everything that a run needs to know; paths are as the machine at hand has them.

    `noise` is that of all robots' sensors, drawn from `seed`; `radio` says how robots hear each
    other, `channel` what they may say, `navigation` who drives them. `furnishing` says what opens
    and what holds others; `inside` pairs things with what they are in at the start, by their names
    in the house file.

    `kind` names the task's folder in config/tasks, where it is not the usual one, and `told` the
    goal as its robots are told it. Then `wishes` are what has to hold in the end, and `misplaced`
    are things with which it can. What is let go of within `zone` metres of the goal's place, in its
    room, counts for good; 0: only what lies there. `episode` says of which suite's task it is.
    """

    scenario: str
    house: str
    seed: int
    misplaced: tuple[MisplacedObject, ...]
    robots: tuple[TaskRobot, ...]
    time_limit: float = 900.0
    noise: SensorNoise = PERFECT
    radio: RadioSetting = PERFECT_RADIO
    furnishing: Furnishing = field(default_factory=Furnishing)
    inside: tuple[tuple[str, str], ...] = ()
    kind: str = ""
    told: Goal = field(default_factory=Goal)
    wishes: tuple[CountedPredicate, ...] = ()
    channel: str = OPEN.name
    navigation: Navigation = Navigation.BUILT_IN
    zone: float = 0.0
    episode: Episode | None = None

    @property
    def has_goal(self) -> bool:
        """Tell whether a goal says where things are wanted; in a cell, without a house, it does."""
        return bool(self.wishes) or not self.house
