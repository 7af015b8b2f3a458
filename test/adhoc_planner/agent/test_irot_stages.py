# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Interactive Reflection of Thoughts: its three stages, and the way back to the first."""

import asyncio
from dataclasses import replace

import pytest
from scripted_model import Clock, ScriptedModel, prompts, stage_of
from small_world import ARM, two_rooms

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import (
    UNDER_WAY,
    Decision,
    NoReasonableSubTaskError,
    Objection,
)
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import (
    AnswerRejectedError,
    CallLog,
    LlmQuery,
)
from adhoc_teamwork.adhoc_planner.policies.with_model.irot import (
    NO_ADDITIONS,
    Additions,
    InteractiveReflection,
)
from adhoc_teamwork.llm_port.port import Completion, ModelUnavailableError
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

FIRST, SECOND, THIRD = (SubTask(SubTaskKind.EXPLORE, room_id=f"room_{i}") for i in range(3))
STOP = SubTask(SubTaskKind.STOP)
THREE = "[result]\n1. Explore <room_0>\n2. Explore <room_1>\n3. Explore <room_2>"
ORDER = "[result]\n1. Explore <room_1>\n2. Explore <room_0>\n3. Explore <room_2>"
YES, NO = "[judgement] yes: nobody objects", "[judgement] no: a teammate does it"


def view() -> PlannerView:
    """Return a robot that knows three rooms and nothing else."""
    world = two_rooms()
    rooms = tuple(Room(r, world.outline(r)) for r in world.rooms)
    return PlannerView(
        "alpha", 10.0, 0.0, ARM, RobotState(Pose(1.0, 1.0), "room_0"), (), (), rooms, (), ()
    )


class Talk:
    """Keep what is said; the view may change with each look.

    Teammates object to the first `opposed` intents.
    """

    def __init__(
        self, seen: PlannerView | None = None, in_haste: bool = False, opposed: int = 0
    ) -> None:
        self.seen, self.in_haste, self.opposed = seen or view(), in_haste, opposed
        self.log: list[str] = []
        self.count = 0

    def view(self) -> PlannerView:
        return self.seen

    def propose(self, subtask: SubTask, reason: str) -> int:
        assert reason
        self.count += 1
        self.log.append(f"propose {subtask}")
        return self.count

    async def replies(self, intent_id: int) -> None:
        self.log.append(f"wait {intent_id}")

    def withdraw(self, intent_id: int, reason: str) -> None:
        self.log.append(f"withdraw {intent_id}: {reason}")

    def objections(self, intent_id: int) -> tuple[Objection, ...]:
        return (Objection("beta", "I do it"),) if intent_id <= self.opposed else ()


class SlowToRank(ScriptedModel):
    """Rank only once a proposal is reflected on, if one is meanwhile."""

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        looks = 0
        while stage_of(prompt) == "rank" and "reflect" not in self.asked and looks < 100:
            looks += 1
            await asyncio.sleep(0)
        return await super().complete(prompt)


ALL_ADDITIONS = Additions()


def decide(
    script: dict[str, list[str | Exception]],
    talk: Talk,
    guard: dict[SubTask, str] | None = None,
    kind: type[ScriptedModel] = ScriptedModel,
    additions: Additions = ALL_ADDITIONS,
) -> tuple[Decision | Exception, ScriptedModel, list[LlmCall]]:
    """Run one decision."""
    clock = Clock()
    calls: list[LlmCall] = []
    model = kind(clock, script, latency=0.0)
    llm = LlmQuery(model, prompts().correction, CallLog("alpha", clock, calls.append))
    refuse = {} if guard is None else guard
    irot = InteractiveReflection(
        llm, prompts(), lambda _view, subtask: refuse.get(subtask), additions=additions
    )
    try:
        return asyncio.run(irot.decide(talk)), model, calls
    except (NoReasonableSubTaskError, AnswerRejectedError, ModelUnavailableError) as error:
        return error, model, calls


def test_the_first_in_rank_is_taken_when_it_stands_reflection() -> None:
    talk = Talk()
    decision, model, _ = decide({"generate": [THREE], "rank": [ORDER], "reflect": [YES]}, talk)
    assert decision == Decision(SECOND, 1, "nobody objects")
    assert model.asked == ["generate", "rank", "reflect"]
    assert talk.log == ["propose Explore <room_1>", "wait 1"]


def test_in_haste_the_first_is_reflected_on_while_all_are_ranked() -> None:
    """What is ranked as it was generated takes two answers' time, not three."""

    talk = Talk(in_haste=True)
    script: dict[str, list[str | Exception]] = {
        "generate": [THREE],
        "rank": [THREE],
        "reflect": [YES],
    }
    decision, model, _ = decide(script, talk, kind=SlowToRank)
    assert decision == Decision(FIRST, 1, "nobody objects")
    assert talk.log == ["propose Explore <room_0>", "wait 1"]
    assert model.asked == ["generate", "reflect", "rank"]


@pytest.mark.parametrize("said", [YES, NO])
def test_in_haste_what_is_not_ranked_first_is_withdrawn(said: str) -> None:
    talk = Talk(in_haste=True, opposed=said == NO)
    script: dict[str, list[str | Exception]] = {
        "generate": [THREE],
        "rank": [ORDER],
        "reflect": [said, YES],
    }
    decision, _, _ = decide(script, talk, kind=SlowToRank)
    assert decision == Decision(SECOND, 2, "nobody objects")
    assert [line for line in talk.log if line.startswith("propose")] == [
        "propose Explore <room_0>",
        "propose Explore <room_1>",
    ]
    assert [line.split(":")[0] for line in talk.log].count("withdraw 1") == 1


def test_in_haste_what_was_found_unreasonable_is_not_asked_again() -> None:
    talk = Talk(in_haste=True, opposed=2)
    script: dict[str, list[str | Exception]] = {
        "generate": [THREE],
        "rank": [THREE],
        "reflect": [NO, NO, YES],
    }
    decision, model, _ = decide(script, talk, kind=SlowToRank)
    assert decision == Decision(THIRD, 3, "nobody objects")
    assert model.asked.count("reflect") == 3


def test_a_model_that_dies_while_ranking_in_haste_leaves_no_proposal_open() -> None:
    talk = Talk(in_haste=True)
    script: dict[str, list[str | Exception]] = {
        "generate": [THREE],
        "rank": [ModelUnavailableError("gone")],
        "reflect": [YES],
    }
    error, _, _ = decide(script, talk, kind=SlowToRank)
    assert isinstance(error, ModelUnavailableError)
    assert talk.log[-1].startswith("withdraw 1")


def test_the_second_is_taken_when_the_first_is_judged_unreasonable() -> None:
    talk = Talk(opposed=1)
    decision, model, _ = decide({"generate": [THREE], "rank": [ORDER], "reflect": [NO, YES]}, talk)
    assert decision == Decision(FIRST, 2, "nobody objects")
    assert model.asked == ["generate", "rank", "reflect", "reflect"]
    assert talk.log[2] == "withdraw 1: a teammate does it"
    assert "a teammate does it" in model.prompts[3][-1].content


@pytest.mark.parametrize(
    ("opposed", "said", "taken"),
    [
        (0, [YES], True),
        (1, [NO], False),
        (0, [NO, NO], False),
        (0, [NO, YES, YES], True),
        (0, [NO, YES, NO], False),
        (1, [YES, NO, NO], False),
        (1, [YES, YES], True),
    ],
)
def test_a_verdict_that_the_team_does_not_bear_out_is_confirmed(
    opposed: int, said: list[str], taken: bool
) -> None:
    """Two equal verdicts of three decide; one that agrees with the team's answers does alone."""
    talk = Talk(opposed=opposed)
    script: dict[str, list[str | Exception]] = {
        "generate": ["[result]\n1. Explore <room_0>", "[result]\n1. Explore <room_1>"],
        "reflect": [*said, NO, NO],
    }
    decision, model, _ = decide(script, talk)
    assert isinstance(decision, Decision) is taken
    asked = model.asked.index("generate", 1) if not taken else len(model.asked)
    assert model.asked[1:asked] == ["reflect"] * len(said)
    for prompt, before in zip(model.prompts[2:asked], said, strict=False):
        assert prompt[-2].content.splitlines()[-1] == before.split(":")[0]
        heard = "beta answered CONFLICT" if opposed else "no teammate answered CONFLICT"
        assert heard in prompt[-1].content


@pytest.mark.parametrize("additions", [ALL_ADDITIONS, NO_ADDITIONS])
def test_where_stop_is_refused_with_all_else_it_stops(additions: Additions) -> None:
    """A slip about Stop costs a decision, unless Stop is what is left."""
    script: dict[str, list[str | Exception]] = {
        "generate": ["[result]\n1. Stop"] * 4,
        "reflect": [NO, NO],
    }
    decision, _, _ = decide(script, Talk(), additions=additions)
    if additions.stops:
        assert isinstance(decision, Decision)
        assert decision.subtask == SubTask(SubTaskKind.STOP)
    else:
        assert isinstance(decision, NoReasonableSubTaskError)


def test_it_goes_back_to_generation_with_what_was_learnt_when_all_are_rejected() -> None:
    talk = Talk(opposed=3)
    script: dict[str, list[str | Exception]] = {
        "generate": [THREE, "[result]\n1. Explore <room_0>\n2. Stop"],
        "rank": [ORDER],
        "reflect": [NO, NO, NO, YES],
    }
    decision, model, _ = decide(script, talk)
    assert isinstance(decision, Decision)
    assert decision.subtask == STOP
    again = model.prompts[model.asked.index("generate", 1)][-1].content
    assert again.count("a teammate does it") >= 3


def test_it_ends_after_two_rounds() -> None:
    talk = Talk(opposed=4)
    script: dict[str, list[str | Exception]] = {
        "generate": [THREE, "[result]\n1. Stop"],
        "rank": [ORDER],
        "reflect": [NO, NO, NO, NO],
    }
    error, model, _ = decide(script, talk, additions=NO_ADDITIONS)
    assert isinstance(error, NoReasonableSubTaskError)
    assert model.asked.count("generate") == 2
    assert sum(line.startswith("withdraw") for line in talk.log) == 4


def test_a_model_that_names_only_what_was_rejected_is_not_taken_for_broken() -> None:
    only = "[result]\n1. Explore <room_0>"
    error, model, calls = decide({"generate": [only] * 4, "reflect": [NO]}, Talk(opposed=1))
    assert isinstance(error, NoReasonableSubTaskError)
    assert error.rejected == {FIRST: "a teammate does it"}
    assert model.asked == ["generate", "reflect", "generate", "generate", "generate"]
    assert "a teammate does it" in calls[-1].error


def test_what_cannot_be_done_never_becomes_a_candidate() -> None:
    talk = Talk()
    decision, model, _ = decide(
        {"generate": [THREE], "reflect": [YES]},
        talk,
        guard={FIRST: "explored already", SECOND: "explored already"},
    )
    assert isinstance(decision, Decision)
    assert decision.subtask == THIRD
    assert model.asked == ["generate", "reflect"]


def test_no_usable_candidate_is_asked_again_with_the_reasons_three_times_at_most() -> None:
    talk = Talk()
    guard = dict.fromkeys((FIRST, SECOND, THIRD), "explored already")
    error, model, calls = decide({"generate": [THREE] * 3}, talk, guard)
    assert isinstance(error, AnswerRejectedError)
    assert model.asked == ["generate"] * 3
    assert all("explored already" in call.error for call in calls)
    assert talk.log == []


def test_duplicates_are_dropped() -> None:
    twice = "[result]\n1. Explore <room_0>\n2. Explore <room_0>\n3. Explore <room_0>"
    decision, model, _ = decide({"generate": [twice], "reflect": [YES]}, Talk())
    assert isinstance(decision, Decision)
    assert decision.subtask == FIRST
    assert model.asked == ["generate", "reflect"]


def test_a_world_that_moved_on_while_the_model_thought_overrules_it() -> None:
    refuse: dict[SubTask, str] = {}

    class Moving(Talk):
        async def replies(self, intent_id: int) -> None:
            refuse[SECOND] = "beta has taken it up already"
            await super().replies(intent_id)

    talk = Moving()
    script: dict[str, list[str | Exception]] = {
        "generate": [THREE],
        "rank": [ORDER],
        "reflect": [YES, YES],
    }
    decision, _, _ = decide(script, talk, refuse)
    assert isinstance(decision, Decision)
    assert decision.subtask == FIRST
    assert "withdraw 1: beta has taken it up already" in talk.log


def test_the_present_sub_task_goes_on_without_a_proposal() -> None:
    talk = Talk(replace(view(), subtask=SECOND))
    decision, model, _ = decide({"generate": [THREE], "rank": [ORDER]}, talk)
    assert isinstance(decision, Decision)
    assert (decision.subtask, decision.intent_id) == (SECOND, UNDER_WAY)
    assert talk.log == []
    assert model.asked == ["generate", "rank"]


def test_a_model_that_dies_in_the_middle_leaves_no_proposal_open() -> None:
    talk = Talk()
    script: dict[str, list[str | Exception]] = {
        "generate": [THREE],
        "rank": [ORDER],
        "reflect": [ModelUnavailableError("gone")],
    }
    error, _, _ = decide(script, talk)
    assert isinstance(error, ModelUnavailableError)
    assert talk.log[-1].startswith("withdraw 1")


def test_an_answer_error_of_a_stage_names_it() -> None:
    error, _, _ = decide({"generate": ["?"] * 3}, Talk())
    assert isinstance(error, AnswerRejectedError)
    assert str(error).startswith("generate:")
