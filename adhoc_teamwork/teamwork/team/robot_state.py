# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a robot is and what it is doing: S of the paper's section III."""

from dataclasses import dataclass

from adhoc_teamwork.teamwork.geometry import Point, Pose


@dataclass(frozen=True)
class RobotState:
    """Describe one robot at one moment, as it tells it to its teammates.

    `pose` is of base_link in `map`; `battery` is in seconds of work left; `subtask` and `subskill`
    are in the prompt's notation, such as ``Explore <room_1>``; empty strings mean none or unknown.
    `heading_for` is where the base drives to, in `map`; None for nowhere, or unknown.
    """

    pose: Pose
    room: str = ""
    held_object: str = ""
    held_category: str = ""
    battery: float = 0.0
    subtask: str = ""
    subskill: str = ""
    explored_rooms: tuple[str, ...] = ()
    heading_for: Point | None = None
