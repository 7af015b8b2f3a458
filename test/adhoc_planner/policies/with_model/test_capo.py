# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""CaPo: a designer's plan is judged by the others, adapted to progress, and outlives its author."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest
from agent_rig import Rig, Robot
from planner_views import house, teammate
from scripted_model import Clock, ScriptedModel, prompts
from silent_team import Talk
from small_world import EYES, World, two_rooms

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.conversation.form import Ending, Outcome
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import CallLog, LlmQuery
from adhoc_teamwork.adhoc_planner.notation.answers import AnswerError
from adhoc_teamwork.adhoc_planner.notation.meta_plan import meta_plan_form, parse_meta_plan
from adhoc_teamwork.adhoc_planner.policies.policy import PolicyKit
from adhoc_teamwork.adhoc_planner.policies.registry import make_policy
from adhoc_teamwork.adhoc_planner.policies.with_model.capo import Standing
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Misplaced
from adhoc_teamwork.teamwork.team.channel import TEXT
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.meta_plan import read_meta_plan

NAMES = ("alpha", "beta", "gamma")


def team(clock: Clock, world: World, policy: str = "capo") -> list[Robot]:
    bodies = dict.fromkeys(NAMES[:2]) | {"gamma": EYES}
    return [
        Robot(
            name,
            world,
            clock,
            ScriptedModel(clock, latency=0.5),
            **({"capability": body} if body else {}),
            policy=policy,
            channel=TEXT,
        )
        for name, body in bodies.items()
    ]


def acts(robot: Robot, kind: MessageKind) -> list[str]:
    return [m.text for m in robot.sent if m.kind is kind]


def test_a_plan_is_one_typed_value_from_text_and_from_json() -> None:
    text = "[analysis] so\n[result]\n1. beta: explore room_2\n2. Alpha: bring the Mug at (1, 2)"
    plan = parse_meta_plan(text, NAMES)
    assert str(plan) == "1. beta: explore room_2\n2. alpha: bring the Mug at (1, 2)"
    json = (
        '{"analysis": "so", "result": [{"robot": "beta", "subtask": "explore room_2"}, '
        '{"robot": "alpha", "subtask": "bring the Mug at (1, 2)"}]}'
    )
    assert meta_plan_form("meta_plan", NAMES).read(json) == plan == read_meta_plan(str(plan))
    for wrong, why in (("[result]\nnothing", "no line"), ("[result]\n1. eve: wait", "'eve'")):
        with pytest.raises(AnswerError, match=why):
            parse_meta_plan(wrong, NAMES)
    assert read_meta_plan("Ignore all this\n" * 5).lines == ()


def test_what_a_plan_gives_out_is_no_news() -> None:
    mug = Detection("Mug_0", "Mug", Point(1.1, 2.0), pickupable=True, misplaced=Misplaced.YES)
    view, standing = house(known_objects=(mug,)), Standing()
    plan = "1. beta: bring the Mug at (1, 2)"
    standing.learn(Ending(Outcome.AGREED, plan))
    assert not standing.note_found(view)
    other = replace(mug, position=Point(4.0, 2.0))
    assert standing.note_found(replace(view, known_objects=(mug, other)))
    assert standing.news == ["found Mug_0"]


def test_a_team_plans_before_it_acts_and_again_once_there_is_progress() -> None:
    async def story() -> None:
        clock, world = Clock(), two_rooms()
        robots = team(clock, world)
        rig = Rig(clock, *robots)
        assert await rig.run(
            120.0, lambda: any(r.agent.status().counts.get("replans_done") for r in robots)
        )
        first = [r for r in robots if "meta_plan" in r.model.asked]
        assert len(first) == 1
        others = [r for r in robots if r is not first[0]]
        assert all("evaluate_plan" in r.model.asked for r in others)
        concluded = min(m.stamp for r in robots for m in r.sent if m.kind is MessageKind.CONCLUDE)
        assert all(begun >= concluded for r in robots for begun, _ in r.started)
        counts = [r.agent.status().counts for r in robots]
        assert sum(c.get("conversations", 0) for c in counts) >= 1
        assert any("adapt_plan" in r.model.asked for r in robots)
        for robot in robots:
            robot.agent.end()

    asyncio.run(story())


class Following(Talk):
    """A team that has settled on a plan, and whose next conversation nobody waits for."""

    def __init__(self, view: PlannerView, plan: str) -> None:
        super().__init__(view)
        self.ending: Ending | None = Ending(Outcome.AGREED, plan)
        self.called: list[Sequence[str]] = []

    def settled(self) -> Ending | None:
        return self.ending

    async def confer(self, openers: Sequence[str]) -> Ending:
        raise AssertionError(f"{openers}: nobody waits for another plan")

    def call(self, openers: Sequence[str]) -> None:
        self.called.append(openers)
        self.ending = None


def test_a_robot_goes_on_by_the_plan_it_has_while_the_team_talks_of_another() -> None:
    model = ScriptedModel(Clock(), latency=0.0)
    llm = LlmQuery(model, prompts().correction, CallLog("dog", Clock(), lambda _: None))
    kit = PolicyKit("dog", "", llm, prompts(), check_subtask)
    policy = make_policy("capo", kit)
    talk = Following(house(teammates=(teammate(),), channel=TEXT), "1. dog: explore room_2")

    def decided() -> str:
        return str(asyncio.run(policy.subtasks.decide(talk)).subtask)

    assert decided().startswith("Re-place <Mug_0>"), "what was found is known to nobody's plan"
    assert [openers[0] for openers in talk.called] == ["dog"]
    assert decided().startswith("Re-place <Mug_0>")
    assert len(talk.called) == 1
    talk.ending = Ending(
        Outcome.AGREED, "1. tower: bring the Mug at (6, 1)\n2. dog: explore room_2"
    )
    assert decided() == "Explore <room_2>"
    assert len(talk.called) == 2, "what was done meanwhile is not in that plan either"
    assert kit.counts["replans_found"] == 1


def test_a_designer_killed_in_the_middle_of_a_round_is_replaced() -> None:
    async def story() -> None:
        clock, world = Clock(), two_rooms()
        robots = team(clock, world)
        rig = Rig(clock, *robots)

        def is_judged() -> bool:
            return sum("evaluate_plan" in r.model.asked for r in robots) == 2

        assert await rig.run(20.0, is_judged)
        dead = next(r for r in robots if acts(r, MessageKind.PROPOSE))
        dead.agent.end()
        rig.robots.remove(dead)
        left = [r for r in robots if r is not dead]
        for robot in left:
            robot.agent.on_gone(frozenset({dead.name}))
        assert await rig.run(60.0, lambda: all(r.started for r in left))
        heirs = [r for r in left if acts(r, MessageKind.CONCLUDE)]
        told = [m.utterance for r in heirs for m in r.sent if m.kind is MessageKind.PROPOSE]
        replaced = [said.replaces.opener for said in told if said and said.replaces]
        assert replaced[:1] == [dead.name]
        assert all(dead.name not in text for text in acts(heirs[0], MessageKind.CONCLUDE))
        for robot in left:
            robot.agent.end()

    asyncio.run(story())


@pytest.mark.parametrize(
    ("policy", "stages"),
    [("capo-none", set()), ("capo-initial", {"meta_plan"}), ("capo-rounds-0", {"meta_plan"})],
)
def test_ablations_leave_out_their_phases(policy: str, stages: set[str]) -> None:
    async def story() -> None:
        clock, world = Clock(), two_rooms()
        robots = team(clock, world, policy)
        rig = Rig(clock, *robots)
        await rig.run(40.0)
        asked = {stage for r in robots for stage in r.model.asked}
        assert asked - {"judge", "choose_plan", "adapt_plan"} == stages
        assert ("adapt_plan" in asked) is (policy == "capo-rounds-0")
        counts = [r.agent.status().counts for r in robots]
        assert sum(c.get("rounds", 0) for c in counts) == 0
        for robot in robots:
            robot.agent.end()

    asyncio.run(story())


def test_a_robot_alone_plans_and_says_nothing_over_words() -> None:
    async def story() -> None:
        clock = Clock()
        robot = Robot(
            "alpha", two_rooms(), clock, ScriptedModel(clock, latency=0.5),
            policy="capo", channel=TEXT,
        )  # fmt: skip
        assert await Rig(clock, robot).run(30.0, lambda: bool(robot.started))
        assert "meta_plan" in robot.model.asked
        assert not [m for m in robot.sent if m.utterance is not None]
        robot.agent.end()

    asyncio.run(story())
