# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sub-skills without sub-tasks: what the team is told, and when the label changes."""

import asyncio

import pytest
from planner_views import BED, COUNTER, done, explore, house, mug, replace_, with_state
from scripted_model import Clock, ScriptedModel, prompts

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import SubTaskLeftError
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import (
    AnswerRejectedError,
    CallLog,
    LlmQuery,
)
from adhoc_teamwork.adhoc_planner.policies.with_model.direct import ANY, DirectSubSkills, purpose_of
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Presence
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

FETCH = replace_("Mug_0", ANY, ANY)
GO = SubSkill(SubSkillKind.GO_TO_OBJECT, "Mug_0")
PICK = SubSkill(SubSkillKind.PICKUP_OBJECT, "Mug_0")


def holding() -> PlannerView:
    held = mug(status=Presence.HELD, receptacle="", receptacle_category="")
    view = house(known_objects=(COUNTER, BED, held))
    return with_state(view, held_object="Mug_0", held_category="Mug")


def policy(answers: list[str | Exception]) -> tuple[DirectSubSkills, list[LlmCall]]:
    calls: list[LlmCall] = []
    model = ScriptedModel(Clock(), {"direct": answers}, latency=0.0)
    llm = LlmQuery(model, prompts().correction, CallLog("dog", Clock(), calls.append))
    return DirectSubSkills(llm, prompts()), calls


def following(view: PlannerView, subtask: SubTask, answer: str) -> SubSkill:
    return asyncio.run(policy([answer])[0].next(view, subtask))


@pytest.mark.parametrize(
    ("view", "subskill", "purpose"),
    [
        (house(), GO, FETCH),
        (house(), PICK, FETCH),
        (house(), SubSkill(SubSkillKind.GO_TO_ROOM, room_id="room_2"), explore("room_2")),
        (house(), SubSkill(SubSkillKind.EXPLORE, room_id="room_2"), explore("room_2")),
        (house(), SubSkill(SubSkillKind.GO_TO_OBJECT, "Bed_0"), explore("room_1")),
        (house(), SubSkill(SubSkillKind.STOP), SubTask(SubTaskKind.STOP)),
        (holding(), SubSkill(SubSkillKind.EXPLORE), FETCH),
        (
            holding(),
            SubSkill(SubSkillKind.GO_TO_OBJECT, "CounterTop_0"),
            replace_("Mug_0", "CounterTop", "Kitchen"),
        ),
    ],
)
def test_the_team_hears_what_a_sub_skill_seems_to_be_for(
    view: PlannerView, subskill: SubSkill, purpose: SubTask
) -> None:
    assert purpose_of(view, subskill) == purpose


def test_the_sub_skill_that_was_chosen_is_begun_without_asking_again() -> None:
    direct, calls = policy(["[subskill] GoToObject <Mug_0>"])
    view = house()

    class Talk:
        def view(self) -> PlannerView:
            return view

        def propose(self, subtask: SubTask, reason: str) -> int:
            assert subtask == FETCH
            assert "GoToObject <Mug_0>" in reason
            return 1

    decision = asyncio.run(direct.decide(Talk()))  # type: ignore[arg-type]
    assert decision.subtask == FETCH
    assert asyncio.run(direct.next(view, FETCH)) == GO
    assert [call.stage for call in calls] == ["direct"]


def test_the_model_is_told_of_no_sub_task() -> None:
    direct, calls = policy(["[subskill] GoToObject <Mug_0>"])
    asyncio.run(direct.next(house(subtask=FETCH), FETCH))
    told = calls[0].prompt[-1].content
    assert "Your sub-task" not in told
    assert "Current sub-task" not in told


def test_what_serves_something_else_ends_the_sub_task() -> None:
    with pytest.raises(SubTaskLeftError, match="GoToRoom <room_2>"):
        following(house(), FETCH, "[subskill] GoToRoom <room_2>")
    assert following(house(), FETCH, "[subskill] GoToObject <Mug_0>") == GO


def test_the_way_to_a_better_target_is_told_anew() -> None:
    there = "[subskill] GoToObject <CounterTop_0>"
    assert following(holding(), replace_("Mug_0", "CounterTop", "Kitchen"), there)
    with pytest.raises(SubTaskLeftError):
        following(holding(), FETCH, there)


def test_going_where_nothing_is_to_be_found_is_refused_with_the_reason() -> None:
    direct, calls = policy(["[subskill] GoToRoom <room_1>", "[subskill] GoToRoom <room_2>"])
    chosen = asyncio.run(direct.next(house(), explore("room_2")))
    assert chosen == SubSkill(SubSkillKind.GO_TO_ROOM, room_id="room_2")
    assert "explored room_1 already" in calls[0].error


def test_what_the_body_cannot_do_is_refused_three_times_at_most() -> None:
    with pytest.raises(AnswerRejectedError, match="too far away"):
        asyncio.run(policy(["[subskill] PickupObject <Mug_0>"] * 3)[0].next(house(), FETCH))


def test_the_stand_in_goes_through_the_usual_chain() -> None:
    assert asyncio.run(policy([])[0].next(house(), FETCH)) == GO
    near = with_state(house(history=(done(SubSkillKind.GO_TO_OBJECT, "Mug_0"),)), room="room_1")
    near = with_state(near, pose=Pose(5.4, 1.0))
    assert asyncio.run(policy([])[0].next(near, FETCH)) == PICK
