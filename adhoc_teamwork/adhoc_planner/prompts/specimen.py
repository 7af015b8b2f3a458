# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Views for the trial rendering of templates: each branch of a template meets one of them."""

from adhoc_teamwork.adhoc_planner.belief.pictures import Pictures
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView, SkillOutcome
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.crop import Crop
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Room
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SkillResult, Stage, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind


def specimen_views() -> tuple[PlannerView, ...]:
    """Return a view in which nothing is known and one in which something of everything is."""
    return (_empty(), _full())


def _empty() -> PlannerView:
    return PlannerView(
        robot="first",
        now=0.0,
        joined_at=0.0,
        capability=Capability("", can_navigate=False),
        state=RobotState(Pose(0.0, 0.0)),
        current_objects=(),
        known_objects=(),
        rooms=(),
        teammates=(),
        messages=(),
    )


def _full() -> PlannerView:
    explore = SubTask(SubTaskKind.EXPLORE, room_id="room_0")
    intent = Intent(1, IntentStatus.ADOPTED, explore)
    body = Capability("robot", can_manipulate=True, payload=1.0)
    state = RobotState(
        Pose(1.0, 1.0), "room_0", "Mug_0", "Mug", 60.0, str(explore), "Explore", ("room_0",)
    )
    mug = Detection(
        "Mug_0",
        "Mug",
        Point(1.0, 2.0),
        room="room_0",
        pickupable=True,
        misplaced=Misplaced.YES,
        reason="reason",
        seen_by="second",
    )
    shelf = Detection("Shelf_0", "Shelf", Point(1.0, 2.0), is_receptacle=True, support_height=1.0)
    outline = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    failure = SkillResult(False, Stage.PLANNING, Cause.UNREACHABLE, "No way.")
    pictures = Pictures(2)
    for is_later in (False, True):
        pictures.take(Crop("Mug_0", 1.0, "data:image/jpeg;base64,AAAA", is_later))
    return PlannerView(
        robot="first",
        now=9.0,
        pictures=pictures,
        joined_at=1.0,
        capability=body,
        state=state,
        current_objects=(mug,),
        known_objects=(mug, shelf),
        rooms=(Room("room_0", outline, "Kitchen", 0.5, 0.5), Room("room_1", outline)),
        teammates=(
            Teammate("second", body, state, {1: intent}, session=1, last_heard=5.0),
            Teammate("third", left=True),
        ),
        messages=(TeamMessage("second", 1, 1, 5.0, MessageKind.INTENT, intent=intent),),
        subtask=explore,
        history=(SkillOutcome(SubSkill(SubSkillKind.EXPLORE), failure),),
        rejected=((explore, "reason"),),
    )
