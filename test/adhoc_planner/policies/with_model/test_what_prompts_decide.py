# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""CoELA and CaPo decide by what prompts tell: a fact less changes that, other names do not."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planner_views import house, said, teammate
from scripted_model import Clock, ScriptedModel, prompts
from silent_team import Talk

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.conversation.conversation import Conversation
from adhoc_teamwork.adhoc_planner.conversation.form import Draft, Ending, Outcome, Role
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import CallLog, LlmQuery
from adhoc_teamwork.adhoc_planner.policies.policy import PolicyKit
from adhoc_teamwork.adhoc_planner.policies.registry import make_policy
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.teamwork.team.channel import TEXT
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.utterance import Act, Topic, Utterance

MUG_TO_ME = "1. dog: bring the Mug at (6, 1) in room_1\n2. tower: explore room_2"
MUG_TO_TOWER = "1. tower: bring the Mug at (6, 1) in room_1\n2. dog: explore room_2"


def seen(words: str = "", **changes: Any) -> PlannerView:
    heard = (said("tower", MessageKind.CHAT, text=words),) if words else ()
    view = house(teammates=(teammate(),), messages=heard, channel=TEXT)
    return replace(view, **changes)


def without_mug(view: PlannerView) -> PlannerView:
    known = tuple(thing for thing in view.known_objects if thing.object_id != "Mug_0")
    return replace(view, known_objects=known)


class Member:
    """One robot of a policy with the stand-in, which knows no more than its prompts."""

    def __init__(self, name: str, robot: str = "dog") -> None:
        self.model = ScriptedModel(Clock(), latency=0.0)
        llm = LlmQuery(self.model, prompts().correction, CallLog(robot, Clock(), lambda _: None))
        self.policy = make_policy(name, PolicyKit(robot, "", llm, prompts(), check_subtask))
        self.said: list[str] = []

    def decide(self, view: PlannerView, plan: str = "") -> str:
        """Return what it does next, where `plan` is the meta-plan that the team has."""
        talk = Settled(view, plan)
        decided = asyncio.run(self.policy.subtasks.decide(talk))
        self.said += talk.said
        return str(decided.subtask)

    def design(self, view: PlannerView, *turns: tuple[str, Utterance]) -> Draft:
        return self._speak(Role.LEAD, view, view.robot, turns)

    def judge(self, view: PlannerView, plan: str, designer: str = "tower") -> Draft:
        return self._speak(Role.ANSWER, view, designer, [(designer, turn(Act.PROPOSE, plan))])

    def prompt(self) -> str:
        return self.model.prompts[-1][-1].content

    def _speak(
        self, role: Role, view: PlannerView, leader: str, turns: Sequence[tuple[str, Utterance]]
    ) -> Draft:
        method = self.policy.method
        assert method is not None
        others = sorted({view.robot, *(mate.name for mate in view.teammates)} - {leader})
        topic = Topic(1.0, leader, 1)
        told = Conversation(method.form, topic, view.robot, (leader, *others), 1.0)
        told.said += turns
        told.put_forward = turns[-1][1] if turns and turns[-1][1].act is Act.PROPOSE else None
        return asyncio.run(method.speak(role, told, view))


class Settled(Talk):
    """A team that has settled on a meta-plan, and talks no more."""

    def __init__(self, view: PlannerView, plan: str) -> None:
        super().__init__(view)
        self._plan = plan

    async def confer(self, openers: Sequence[str]) -> Ending:
        assert openers
        return Ending(Outcome.AGREED, self._plan)


def turn(act: Act, text: str, agrees: bool = False) -> Utterance:
    return Utterance(act, "capo", Topic(1.0, "tower", 1), 1, text, agrees=agrees)


# --- a fact less, another answer ----------------------------------------------------------------


def test_what_is_not_told_of_is_not_done() -> None:
    mug = "Re-place <Mug_0> <CounterTop> <Kitchen>"
    told = {name: Member(name).decide(seen(), MUG_TO_ME) for name in ("coela", "capo")}
    assert told == {"coela": mug, "capo": mug}
    hidden = without_mug(seen())
    untold = {name: Member(name).decide(hidden, MUG_TO_ME) for name in ("coela", "capo")}
    assert untold == {"coela": "Explore <room_2>", "capo": "Explore <room_2>"}


def test_a_message_taken_away_changes_what_is_done() -> None:
    taken = "I bring the Mug at (6, 1) in room_1."
    assert Member("coela").decide(seen(taken)) == "Explore <room_2>"
    assert Member("coela").decide(seen()) != "Explore <room_2>"


def test_a_line_of_the_meta_plan_changes_what_is_done() -> None:
    assert Member("capo").decide(seen(), MUG_TO_TOWER) == "Explore <room_2>"
    assert Member("capo").decide(seen(), MUG_TO_ME).startswith("Re-place <Mug_0>")


def test_nobody_is_asked_about_a_plan_that_gives_out_nothing_new() -> None:
    for plan, is_kept in ((MUG_TO_ME, True), (MUG_TO_ME.split("\n")[1], False)):
        designer = Member("capo")
        designer.decide(seen(), plan)
        draft = designer.design(seen())
        assert draft.settles is is_kept, draft.text


def test_an_evaluator_refuses_for_what_it_knows_and_the_designer_heeds_it() -> None:
    plan = "1. dog: explore room_2\n2. tower: explore room_2"
    refused = Member("capo").judge(seen(), plan)
    assert not refused.agrees
    assert "Mug" in refused.text
    assert Member("capo").judge(without_mug(seen()), MUG_TO_ME.split("\n")[1]).agrees
    # Who has not seen the mug plans for it once it is told, and its prompt is another without that.
    designer, deaf = Member("capo", "tower"), Member("capo", "tower")
    view = replace(without_mug(seen()), robot="tower", teammates=(teammate("dog"),))
    before = ("tower", turn(Act.PROPOSE, plan))
    heeded = designer.design(view, before, ("dog", turn(Act.ANSWER, refused.text)))
    assert "Mug" in heeded.text
    assert "Mug" not in deaf.design(view, before).text
    assert refused.text in designer.prompt()
    assert refused.text not in deaf.prompt()


# --- other names, the same ----------------------------------------------------------------------


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return a value with all names in its texts replaced, as whole words."""
    if isinstance(value, Enum) or not value:
        return value
    if isinstance(value, str):
        return re.sub(r"\w+", lambda word: names.get(word.group(), word.group()), value)
    if isinstance(value, (tuple, frozenset)):
        return type(value)(renamed(inner, names) for inner in value)
    if isinstance(value, dict):
        return {renamed(k, names): renamed(inner, names) for k, inner in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        made = [f for f in fields(value) if f.init and f.name not in ("task", "channel")]
        return replace(value, **{f.name: renamed(getattr(value, f.name), names) for f in made})
    return value


NUMBERS = st.permutations(range(20, 26)).map(lambda numbers: [str(number) for number in numbers])
ROBOTS = st.sampled_from(["alma", "robot_1", "zoe", "Kit", "unit_02", "tower"])


@st.composite
def namings(draw: st.DrawFn) -> dict[str, str]:
    a, b, c, d, e, f = draw(NUMBERS)
    dog, tower = draw(st.lists(ROBOTS, min_size=2, max_size=2, unique=True))
    return {
        "dog": dog, "tower": tower, "Mug_0": f"Mug_{a}", "Bed_0": f"Bed_{b}",
        "CounterTop_0": f"CounterTop_{c}", "room_0": f"room_{d}", "room_1": f"room_{e}",
        "room_2": f"room_{f}",
    }  # fmt: skip


HEARD = ("", "I bring the Mug at (6, 1) in room_1.", "dog, please explore room_2.")


@pytest.mark.parametrize("heard", HEARD)
@settings(max_examples=8, deadline=None)
@given(names=namings())
def test_coela_does_and_says_the_same_under_other_names(heard: str, names: dict[str, str]) -> None:
    known, other = Member("coela"), Member("coela", names["dog"])
    decided = known.decide(seen(heard))
    assert other.decide(renamed(seen(heard), names)) == renamed(decided, names)
    assert tuple(other.said) == renamed(tuple(known.said), names)
    assert [renamed(m[-1].content, names) for m in known.model.prompts] == [
        m[-1].content for m in other.model.prompts
    ]


@settings(max_examples=8, deadline=None)
@given(names=namings(), plan=st.sampled_from([MUG_TO_ME, MUG_TO_TOWER]))
def test_capo_does_judges_and_plans_the_same_under_other_names(
    names: dict[str, str], plan: str
) -> None:
    view, other = seen(), renamed(seen(), names)
    theirs = renamed(plan, names)
    decided = Member("capo").decide(view, plan)
    assert Member("capo", names["dog"]).decide(other, theirs) == renamed(decided, names)
    judged = Member("capo").judge(view, plan)
    again = Member("capo", names["dog"]).judge(other, theirs, names["tower"])
    assert (again.agrees, again.text) == (judged.agrees, renamed(judged.text, names))
    designed = Member("capo").design(view).text
    redone = Member("capo", names["dog"]).design(other).text
    assert sorted(words(redone)) == sorted(words(renamed(designed, names)))


def words(plan: str) -> list[str]:
    """Return the lines of a plan without their numbers: robots are listed by name."""
    return [line.split(". ", 1)[1] for line in plan.splitlines()]
