# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A small house as one robot knows it, for tests of prompts, validity and the offline model."""

import dataclasses
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView, SkillOutcome
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Predicate, Presence, Room
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SkillResult, Stage, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTask,
    SubTaskKind,
)

TEMPLATES = Path(__file__).resolve().parents[2] / "config" / "tasks" / "tidy_up"

LIFTER = Capability(
    "quadruped with arm",
    can_manipulate=True,
    camera_height=0.6,
    camera_pitch=0.3,
    payload=3.0,
    reach=0.8,
    reach_max_height=1.2,
)
LOOKER = Capability("tall navigator", camera_height=1.6, camera_pitch=0.5)
TALL_ONLY = Capability("periscope", camera_height=1.6, camera_pitch=-0.2, vertical_fov=0.6)


def square(x: float, y: float, size: float = 4.0) -> tuple[tuple[float, float], ...]:
    """Return the outline of a square room with its lower left corner at (x, y), in metres."""
    return ((x, y), (x + size, y), (x + size, y + size), (x, y + size))


def explore(room: str) -> SubTask:
    """Return the sub-task of exploring a room."""
    return SubTask(SubTaskKind.EXPLORE, room_id=room)


def replace_(object_id: str, receptacle: str, room: str) -> SubTask:
    """Return the sub-task of re-placing an object."""
    return SubTask(
        SubTaskKind.REPLACE, room_type=room, object_id=object_id, receptacle_type=receptacle
    )


STOP = SubTask(SubTaskKind.STOP)


def mug(**changes: Any) -> Detection:
    """Return a mug that lies on a bed, out of place."""
    item = Detection(
        "Mug_0",
        "Mug",
        Point(6.0, 1.0, 0.6),
        room="room_1",
        room_type="Bedroom",
        receptacle="Bed_0",
        receptacle_category="Bed",
        relation=Predicate.ON,
        pickupable=True,
        misplaced=Misplaced.YES,
        reason="a mug does not belong on a bed",
        seen=8.0,
    )
    return dataclasses.replace(item, **changes)


def furniture(
    name: str, category: str, x: float, y: float, room: tuple[str, str], height: float = 0.8
) -> Detection:
    """Return a receptacle; `room` is id and type."""
    return Detection(
        name,
        category,
        Point(x, y, height / 2),
        room=room[0],
        room_type=room[1],
        is_receptacle=True,
        support_height=height,
    )


KITCHEN = ("room_0", "Kitchen")
BEDROOM = ("room_1", "Bedroom")
COUNTER = furniture("CounterTop_0", "CounterTop", 1.0, 3.5, KITCHEN, 0.9)
BED = furniture("Bed_0", "Bed", 6.0, 1.0, BEDROOM, 0.5)


def house(**changes: Any) -> PlannerView:
    """Return a view of three rooms: kitchen and bedroom explored, room_2 not; a mug on the bed."""
    view = PlannerView(
        robot="dog",
        now=20.0,
        joined_at=5.0,
        capability=LIFTER,
        state=RobotState(
            Pose(1.0, 1.0, 0.0), room="room_0", battery=900.0, explored_rooms=("room_0", "room_1")
        ),
        current_objects=(COUNTER,),
        known_objects=(COUNTER, BED, mug()),
        rooms=(
            Room("room_0", square(0, 0), "Kitchen", 0.9, 1.0),
            Room("room_1", square(4, 0), "Bedroom", 0.8, 0.97),
            Room("room_2", square(8, 0), "", 0.0, 0.1),
        ),
        teammates=(),
        messages=(),
    )
    return dataclasses.replace(view, **changes)


def with_state(view: PlannerView, **changes: Any) -> PlannerView:
    """Return `view` with parts of the robot's own state changed."""
    return dataclasses.replace(view, state=dataclasses.replace(view.state, **changes))


def teammate(name: str = "tower", **changes: Any) -> Teammate:
    """Return a teammate without an arm, in the bedroom, heard 2 s ago at t=20."""
    state = RobotState(Pose(5.0, 1.0), room="room_1", battery=500.0)
    mate = Teammate(name, capability=LOOKER, state=state, last_heard=18.0)
    return dataclasses.replace(mate, **changes)


def intending(
    mate: Teammate, subtask: SubTask, status: IntentStatus = IntentStatus.ADOPTED, **about: Any
) -> Teammate:
    """Return `mate` with an open intent."""
    return dataclasses.replace(mate, intents={1: Intent(1, status, subtask, **about)})


def said(sender: str, kind: MessageKind, stamp: float = 18.0, **parts: Any) -> TeamMessage:
    """Return a team message."""
    return TeamMessage(sender, 1, int(stamp * 10), stamp, kind, **parts)


def answered(intent_id: int, conflict: bool, sender: str = "tower", **parts: Any) -> TeamMessage:
    """Return a teammate's answer to the dog's intent."""
    reflection = Reflection("dog", intent_id, conflict, **parts)
    return said(sender, MessageKind.REFLECTION, 19.0, reflection=reflection)


def announced(intent_id: int, subtask: SubTask) -> TeamMessage:
    """Return the dog's own announcement."""
    intent = Intent(intent_id, IntentStatus.PROPOSED, subtask)
    return said("dog", MessageKind.INTENT, 18.5, intent=intent)


def done(kind: SubSkillKind, object_id: str = "", **parts: Any) -> SkillOutcome:
    """Return a sub-skill that succeeded."""
    return SkillOutcome(SubSkill(kind, object_id, **parts), SkillResult(True, duration=4.0))


def failed(
    kind: SubSkillKind, object_id: str = "", cause: Cause = Cause.BLOCKED, **parts: Any
) -> SkillOutcome:
    """Return a sub-skill that failed for `cause`."""
    result = SkillResult(False, Stage.EXECUTION, cause, f"It failed: {cause}.")
    return SkillOutcome(SubSkill(kind, object_id, **parts), result)


def chat(messages: Sequence[ChatMessage]) -> list[dict[str, object]]:
    """Return messages as the OpenAI protocol has them."""
    return [{"role": m.role, "content": m.content} for m in messages]


__all__ = [
    "BED", "BEDROOM", "COUNTER", "KITCHEN", "LIFTER", "LOOKER", "STOP", "TALL_ONLY", "TEMPLATES",
    "Misplaced", "Presence", "announced", "answered", "chat", "done", "explore", "failed",
    "furniture", "house", "intending", "math", "mug", "replace_", "said", "square", "teammate",
    "with_state",
]  # fmt: skip
