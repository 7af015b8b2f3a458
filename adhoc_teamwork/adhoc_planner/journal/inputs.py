# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an agent takes in, as values: whatever is not among them cannot change a decision."""

from dataclasses import dataclass
from typing import Any

from adhoc_teamwork.adhoc_planner.agent.agent import Agent
from adhoc_teamwork.llm_port.port import Completion
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.crop import Crop
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, SceneGraph
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.seat import SeatOrder
from adhoc_teamwork.teamwork.team.subskill import SkillResult


class InputKind(StrEnum):
    """Name what an agent takes in."""

    GRAPH = "graph"
    DETECTIONS = "detections"
    CROP = "crop"
    POSE = "pose"
    HEADING = "heading"
    HAND = "hand"
    BATTERY = "battery"
    BODY = "body"
    MESSAGE = "message"
    GONE = "gone"
    PERSON = "person"
    RESULT = "result"
    TICK = "tick"
    LEAVE = "leave"
    ANSWER = "answer"
    MODEL = "model"


@dataclass(frozen=True)
class GoalResult:
    """Pair the number of a sub-skill's goal with how it ended."""

    goal: int
    result: SkillResult


@dataclass(frozen=True)
class Answer:
    """Hold what came of one question to the model: a completion, or why there is none."""

    call: int
    completion: Completion | None = None
    error: str = ""


@dataclass(frozen=True)
class AskedModel:
    """Say which model is asked from now on, at which temperature, and if by schemas."""

    name: str
    temperature: float
    takes_schema: bool = False


VALUES: dict[InputKind, Any] = {
    InputKind.GRAPH: SceneGraph,
    InputKind.DETECTIONS: tuple[Detection, ...],
    InputKind.CROP: Crop,
    InputKind.POSE: Pose,
    InputKind.HEADING: Point | None,
    InputKind.HAND: bool,
    InputKind.BATTERY: float,
    InputKind.BODY: Capability,
    InputKind.MESSAGE: TeamMessage,
    InputKind.GONE: tuple[str, ...],
    InputKind.PERSON: SeatOrder,
    InputKind.RESULT: GoalResult,
    InputKind.TICK: None,
    InputKind.LEAVE: str,
    InputKind.ANSWER: Answer,
    InputKind.MODEL: AskedModel,
}
"""The type of each kind's value."""

NEWEST_ONLY = frozenset(
    (InputKind.GRAPH, InputKind.DETECTIONS, InputKind.HAND, InputKind.BATTERY, InputKind.BODY)
)
"""Kinds of which a newer value makes an older one that still waits worthless."""


@dataclass(frozen=True)
class Input:
    """Hold one thing that an agent takes in; `value` is of the type that `VALUES` names."""

    kind: InputKind
    value: Any = None


def tell(agent: Agent, given: Input) -> None:
    """Have an agent take in anything but what its model's gate does."""
    kind, value = given.kind, given.value
    if kind is InputKind.GRAPH:
        agent.on_graph(value)
    elif kind is InputKind.DETECTIONS:
        agent.on_detections(value)
    elif kind is InputKind.CROP:
        agent.on_crop(value)
    elif kind is InputKind.POSE:
        agent.on_pose(value)
    elif kind is InputKind.HEADING:
        agent.on_heading_for(value)
    elif kind is InputKind.HAND:
        agent.on_hand(value)
    elif kind is InputKind.BATTERY:
        agent.on_battery(value)
    elif kind is InputKind.BODY:
        agent.on_body(value)
    elif kind is InputKind.MESSAGE:
        agent.on_message(value)
    elif kind is InputKind.GONE:
        agent.on_gone(frozenset(value))
    elif kind is InputKind.PERSON:
        agent.on_person(value)
    elif kind is InputKind.RESULT:
        agent.on_result(value.goal, value.result)
    elif kind is InputKind.LEAVE:
        agent.leave(value)
    else:
        agent.tick()
