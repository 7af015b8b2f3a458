# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""CoELA: the drafted message is one plan of the list, and an ablation leaves nothing in prompts."""

import asyncio
from dataclasses import replace

from planner_views import COUNTER, explore, house, mug, said, teammate
from scripted_model import Clock, ScriptedModel, prompts
from silent_team import Talk

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import Decision
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import CallLog, LlmQuery
from adhoc_teamwork.adhoc_planner.policies.policy import PolicyKit
from adhoc_teamwork.adhoc_planner.policies.registry import make_policy
from adhoc_teamwork.adhoc_planner.policies.with_model.coela import forgetful
from adhoc_teamwork.adhoc_planner.task_config import TaskConfig
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.teamwork.scene import Misplaced
from adhoc_teamwork.teamwork.team.channel import TEMPLATE, TEXT, TeamChannel
from adhoc_teamwork.teamwork.team.goal import CountedPredicate, Goal
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.message import MessageKind


def seen(channel: TeamChannel = TEXT, words: str = "I explore room_2.") -> PlannerView:
    heard = (said("tower", MessageKind.CHAT, text=words),) if words else ()
    return house(teammates=(teammate(),), messages=heard, channel=channel)


class Told:
    """One robot of a policy, what it asked and what it said."""

    def __init__(self, name: str, **script: list[str]) -> None:
        self.model = ScriptedModel(Clock(), {k: list(v) for k, v in script.items()}, latency=0.0)
        calls: list[LlmCall] = []
        llm = LlmQuery(self.model, prompts().correction, CallLog("dog", Clock(), calls.append))
        self.kit = PolicyKit("dog", "seed", llm, prompts(), check_subtask)
        self.policy = make_policy(name, self.kit)
        self.said: list[str] = []

    def decide(self, view: PlannerView) -> Decision:
        talk = Talk(view)
        decision = asyncio.run(self.policy.subtasks.decide(talk))
        self.said += talk.said
        return decision

    def prompt(self, index: int = -1) -> str:
        return self.model.prompts[index][-1].content


def test_a_draft_is_option_a_and_said_only_where_it_is_chosen() -> None:
    silent = Told("coela", draft=["[message] Hello"], choose_plan=["[result]\nB"])
    silent.decide(seen())
    assert "A. Send this message to the team: «Hello»\nB. " in silent.prompt()
    assert silent.said == []
    talking = Told("coela", draft=["[message] Hello"], choose_plan=["[result]\nA", "[result]\nB"])
    talking.decide(seen())
    assert talking.said == ["Hello"]
    assert talking.model.asked == ["draft", "choose_plan", "choose_plan"]
    assert "Send this message" not in talking.prompt()
    assert "- sent a message" in talking.prompt()
    assert talking.kit.counts == {"drafts": 1, "drafts_sent": 1}


def test_a_prompt_says_which_plan_was_left() -> None:
    told = Told("coela-no-message", choose_plan=["[result]\nExplore <room_2>", "[result]\nA"])
    told.decide(seen(words=""))
    told.decide(replace(seen(words=""), subtask=explore("room_2")))
    told.decide(seen(words=""))
    past = told.prompt().split("## Previous plans of yours\n")[1].split("\n\n")[0].splitlines()
    assert past[0] == "- Explore <room_2> | left before it was done"
    assert [line for line in past[1:] if "left" in line] == []
    again = Told("coela-no-message", choose_plan=["[result]\nExplore <room_2>"] * 3)
    again.decide(seen(words=""))
    again.decide(replace(seen(words=""), subtask=explore("room_2")))
    again.decide(seen(words=""))
    assert "left before" not in again.prompt(), "what goes on was not left"


def test_a_message_of_501_characters_is_no_option() -> None:
    told = Told("coela", draft=["[message] " + "x" * 501] * 3, choose_plan=["[result]\nA"])
    decided = told.decide(seen())
    assert told.model.asked == ["draft"] * 3 + ["choose_plan"]
    assert "501 characters; expected at most 500" in told.model.prompts[1][-1].content
    assert (told.said, decided.subtask is not None) == ([], True)


def test_what_is_heard_is_in_the_dialogue_and_nowhere_else() -> None:
    one, other = Told("coela-no-message"), Told("coela-no-message")
    one.decide(seen(words="There is a Vase at (3, 3) in room_2."))
    other.decide(seen(words=""))
    told = "t=18s tower: says «There is a Vase at (3, 3) in room_2.»"
    assert one.prompt().replace(told, "Nothing has been said yet.") == other.prompt()


def test_no_message_is_drafted_where_none_can_be_sent() -> None:
    for told, view in ((Told("coela"), seen(TEMPLATE, "")), (Told("coela-no-message"), seen())):
        told.decide(view)
        assert told.model.asked == ["choose_plan"]
    assert Told("coela").policy.own_words


def test_an_ablation_leaves_nothing_of_its_module_in_the_prompts() -> None:
    whole, forgets, alone = (
        Told(name) for name in ("coela", "coela-no-memory", "coela-no-teammate-state")
    )
    for told in (whole, forgets, alone):
        told.decide(seen(words=""))
    assert "Bed_0" in whole.prompt()
    assert "explored by you" in whole.prompt()
    assert all(word not in forgets.prompt() for word in ("Bed_0", "explored by you", "Bedroom"))
    assert "- tower | " in whole.prompt()
    assert "tower" not in alone.prompt()
    assert "tower" not in forgets.prompt(), "others' states are of the belief as well"
    assert not forgets.policy.remembers


def test_who_has_no_memory_does_not_know_how_far_the_goal_is() -> None:
    there = mug(object_id="Mug_1", receptacle="CounterTop_0", receptacle_category="CounterTop")
    goal = Goal(predicates=(CountedPredicate("Mug", "CounterTop"),))
    enough = mug(misplaced=Misplaced.NO, reason="the goal does not ask for it")
    view = house(
        task=TaskConfig(goal=goal),
        current_objects=(enough,),
        known_objects=(COUNTER, enough, there),
    )
    (seen_now,) = forgetful(view).known_objects
    assert (seen_now.object_id, seen_now.misplaced) == ("Mug_0", Misplaced.YES)
    both = forgetful(replace(view, current_objects=(enough, there)))
    assert [o.misplaced for o in both.known_objects] == [Misplaced.NO] * 2


def test_the_list_holds_what_the_robot_can_do_and_nothing_else() -> None:
    told = Told("coela-no-message", choose_plan=["[result]\nExplore <room_2>"])
    assert told.decide(seen(words="")).subtask == explore("room_2")
    plans = told.prompt().split("## Available plans\n")[1].split("\n\n")[0].splitlines()
    assert [line[3:].split(" <")[0] for line in plans].count("Explore") == 1
    assert all(line[3:].startswith(("Re-place <Mug_0>", "Explore <room_2>")) for line in plans)
