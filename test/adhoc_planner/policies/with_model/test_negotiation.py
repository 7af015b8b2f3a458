# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The negotiation of one robot with scripted answers: agree, object, plan again, come to an end."""

import asyncio
from dataclasses import replace

from planner_views import announced, answered, explore, house, intending, mug, replace_, teammate
from scripted_model import Clock, ScriptedModel, prompts

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
from adhoc_teamwork.adhoc_planner.policies.with_model.negotiation import Negotiation
from adhoc_teamwork.llm_port.port import ModelUnavailableError
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTask

ROOM_2 = explore("room_2")
MUG_HOME = replace_("Mug_0", "CounterTop", "Kitchen")
TOWER = intending(teammate(), ROOM_2, IntentStatus.PROPOSED)


class Talk:
    """Keep what is said; teammates object to this robot's intents as told."""

    in_haste = False

    def __init__(self, seen: PlannerView, against: dict[int, list[Objection]] | None = None):
        self.seen = seen
        self.against = against or {}
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
        return tuple(self.against.get(intent_id, ()))

    def object_to(self, name: str, intent_id: int, reason: str) -> None:
        self.log.append(f"object {name} {intent_id}: {reason}")


class AgentContext:
    """A negotiating robot called dog, and the model that it asks."""

    def __init__(self, *answers: str | Exception, guard: dict[SubTask, str] | None = None) -> None:
        self.model = ScriptedModel(Clock(), {"negotiate": list(answers)}, latency=0.0)
        llm = LlmQuery(
            self.model, prompts().correction, CallLog("dog", self.model._clock, lambda _: None)
        )
        refuse = guard or {}
        self.planner = Negotiation("dog", llm, prompts(), lambda _, s: refuse.get(s))

    def decide(self, talk: Talk) -> Decision | Exception:
        try:
            return asyncio.run(self.planner.decide(talk))
        except (NoReasonableSubTaskError, AnswerRejectedError, ModelUnavailableError) as error:
            return error

    def told(self, question: int) -> str:
        return self.model.prompts[question][-1].content


def says(*agreement: str, plan: SubTask = MUG_HOME) -> str:
    return "\n".join(
        ["[analysis] why", "[agreement]", *(agreement or ("yes",)), "[result]", f"{plan}"]
    )


def test_a_robot_that_agrees_proposes_its_own_plan_and_takes_it_where_nobody_objects() -> None:
    mind, talk = AgentContext(says()), Talk(house(teammates=(TOWER,)))
    assert mind.decide(talk) == Decision(MUG_HOME, 1, "why")
    assert talk.log == [f"propose {MUG_HOME}", "wait 1"]
    assert mind.model.asked == ["negotiate"]
    assert "- tower | proposes | Explore <room_2>" in mind.told(0)


def test_what_is_objected_to_is_told_before_the_own_plan() -> None:
    mind = AgentContext(says("no: tower: I stand in room_2", plan=ROOM_2))
    talk = Talk(house(teammates=(TOWER,)))
    mind.decide(talk)
    assert talk.log[:2] == ["object tower 1: I stand in room_2", f"propose {ROOM_2}"]


def test_the_same_plan_is_objected_to_once() -> None:
    mind = AgentContext(says("no: tower: I stand there"), says("no: tower: I still stand there"))
    talk = Talk(house(teammates=(TOWER,)))
    mind.decide(talk)
    again = replace(TOWER, intents={4: replace(TOWER.intents[1], intent_id=4)})
    talk.seen = house(teammates=(again,))
    mind.decide(talk)
    assert [line for line in talk.log if line.startswith("object")] == [
        "object tower 1: I stand there"
    ]
    assert "you have objected to it already" in mind.told(1)
    other = intending(teammate(), explore("room_1"), IntentStatus.PROPOSED)
    talk.seen = house(teammates=(other,))
    mind.model.script["negotiate"] = [says("no: tower: not that either")]
    mind.decide(talk)
    assert talk.log[-3] == "object tower 1: not that either"


def test_of_two_plans_the_one_that_the_reason_names_is_meant() -> None:
    mate = teammate()
    mate.intents.update(
        {
            1: intending(mate, explore("room_1")).intents[1],
            2: replace(TOWER.intents[1], intent_id=2),
        }
    )
    named, unnamed = Talk(house(teammates=(mate,))), Talk(house(teammates=(mate,)))
    AgentContext(says("no: tower: room_1 has been explored")).decide(named)
    AgentContext(says("no: tower: let me")).decide(unnamed)
    assert named.log[0].startswith("object tower 1:")
    assert unnamed.log[0].startswith("object tower 2:")


def test_what_a_teammate_holds_is_never_objected_to() -> None:
    about = {"object_category": "Mug", "object_position": mug().position}
    state = RobotState(teammate().state.pose, "room_1", "Mug_0", "Mug", 500.0)
    mate = replace(intending(teammate(), MUG_HOME, **about), state=state)
    talk = Talk(house(teammates=(mate,)))
    mind = AgentContext(says("no: tower: I want it", plan=ROOM_2))
    mind.decide(talk)
    assert not any(line.startswith("object") for line in talk.log)
    assert "it holds the object" in mind.told(0)


def test_a_robot_whose_plan_is_objected_to_plans_again_with_the_reason() -> None:
    mind = AgentContext(says(), says(plan=ROOM_2))
    talk = Talk(house(), {1: [Objection("tower", "Mug_0 is mine")]})
    assert mind.decide(talk) == Decision(ROOM_2, 2, "why")
    assert talk.log == [
        f"propose {MUG_HOME}",
        "wait 1",
        "withdraw 1: tower objects: Mug_0 is mine",
        f"propose {ROOM_2}",
        "wait 2",
    ]
    assert "tower objects: Mug_0 is mine" in mind.told(1)


def test_the_plan_that_fell_is_not_accepted_again_in_the_same_decision() -> None:
    mind = AgentContext(says(), says(), says(plan=ROOM_2))
    talk = Talk(house(), {1: [Objection("tower", "Mug_0 is mine")]})
    assert mind.decide(talk) == Decision(ROOM_2, 2, "why")
    assert "cannot be done now" in mind.told(2)


def test_it_ends_where_teammates_object_to_everything() -> None:
    mind = AgentContext(says(), says(plan=ROOM_2), says())
    no = [Objection("tower", "no")]
    error = mind.decide(talk := Talk(house(), {1: no, 2: no, 3: no}))
    assert isinstance(error, NoReasonableSubTaskError)
    assert set(error.rejected) == {MUG_HOME, ROOM_2}
    assert talk.count == 2


def test_where_each_objects_to_the_other_the_first_by_name_goes_on() -> None:
    mate = intending(teammate("zebra"), ROOM_2, IntentStatus.PROPOSED)
    both = {1: [Objection("zebra", "I am nearer")]}
    mind, talk = AgentContext(says("no: zebra: I am nearer")), Talk(house(teammates=(mate,)), both)
    assert mind.decide(talk) == Decision(MUG_HOME, 1, "why")
    mate = intending(teammate("ape"), ROOM_2, IntentStatus.PROPOSED)
    both = {1: [Objection("ape", "I am nearer")]}
    mind = AgentContext(says("no: ape: I am nearer"), says(plan=explore("room_1")))
    talk = Talk(house(teammates=(mate,)), both)
    assert mind.decide(talk) == Decision(explore("room_1"), 2, "why")


def test_what_goes_on_is_not_proposed_again() -> None:
    talk = Talk(house(subtask=ROOM_2))
    decision = AgentContext(says(plan=ROOM_2)).decide(talk)
    assert isinstance(decision, Decision)
    assert (decision.subtask, decision.intent_id) == (ROOM_2, UNDER_WAY)
    assert talk.log == []


def test_a_plan_that_cannot_be_done_is_asked_about_again() -> None:
    mind = AgentContext(says(), says(plan=ROOM_2), guard={MUG_HOME: "it is too high"})
    assert mind.decide(Talk(house())) == Decision(ROOM_2, 1, "why")
    assert "it is too high" in mind.told(1)


def test_an_objection_to_what_was_taken_up_is_in_the_prompt() -> None:
    view = house(
        subtask=MUG_HOME,
        messages=(announced(7, MUG_HOME), answered(7, True)),
        teammates=(teammate(),),
    )
    view = replace(
        view, messages=(view.messages[0], replace(view.messages[1], text="I stand beside it"))
    )
    mind = AgentContext(says(plan=ROOM_2))
    mind.decide(Talk(view))
    section = mind.told(0).split("## Objections to your plans")[1]
    assert f"- {MUG_HOME} | tower objects 1 s ago: «I stand beside it»" in section


def test_a_dead_model_is_told_and_leaves_nothing_proposed() -> None:
    mind, talk = AgentContext(ModelUnavailableError("gone")), Talk(house())
    assert isinstance(mind.decide(talk), ModelUnavailableError)
    assert talk.log == []
