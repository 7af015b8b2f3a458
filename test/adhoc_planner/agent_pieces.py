# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Values and parts that the tests of an agent's modules share."""

from dataclasses import replace

from scripted_model import Clock, ScriptedModel, prompts
from small_world import ARM, two_rooms

from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import CallLog, LlmQuery
from adhoc_teamwork.adhoc_planner.policies.opinion import ModelOpinion
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Predicate, Room
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

EXPLORE = SubTask(SubTaskKind.EXPLORE, room_id="room_1")
REPLACE = SubTask(
    SubTaskKind.REPLACE, room_type="Kitchen", object_id="Mug_0", receptacle_type="CounterTop"
)
GO = SubSkill(SubSkillKind.GO_TO_OBJECT, "Mug_0")
PICK = SubSkill(SubSkillKind.PICKUP_OBJECT, "Mug_0")
PUT = SubSkill(SubSkillKind.PUT_OBJECT, "Mug_0", "CounterTop_0", "room_1")
FINE = SkillResult(True)


def view(**changes: object) -> PlannerView:
    """Return what a robot knows of the whole small world."""
    world = two_rooms()
    rooms = tuple(Room(r, world.outline(r), t) for r, t in world.rooms.items())
    objects = tuple(
        replace(
            o,
            room_type=world.rooms[o.room],
            misplaced=Misplaced.YES if o.pickupable else Misplaced.UNKNOWN,
        )
        for o in world.things.values()
    )
    state = RobotState(Pose(2.0, 0.5), "room_0")
    known = PlannerView("alpha", 10.0, 0.0, ARM, state, (), objects, rooms, (), ())
    return replace(known, **changes)  # type: ignore[arg-type]


def judge(*answers: str | Exception) -> tuple[Judge, ScriptedModel]:
    """Return a judge, and the model that it asks, with answers given in turn."""
    clock = Clock()
    model = ScriptedModel(clock, {"judge": list(answers)}, latency=0.0)
    llm = LlmQuery(model, prompts().correction, CallLog("alpha", clock, lambda _: None))
    return Judge(ModelOpinion(llm, prompts())), model


def mug(name: str = "Mug_0", on: str = "Sofa", room: str = "LivingRoom") -> Detection:
    """Return a mug, by default out of place on the living room's sofa."""
    return Detection(
        name,
        "Mug",
        Point(1.0, 1.0, 0.5),
        room="room_0",
        room_type=room,
        receptacle=f"{on}_0" if on else "",
        receptacle_category=on,
        relation=Predicate.ON,
        pickupable=True,
    )
