# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whole agents that settle by a conversation who does what, also when their leader dies."""

import asyncio

from agent_rig import Rig, Robot
from scripted_model import Clock, ScriptedModel, prompts
from small_world import ARM, two_rooms

from adhoc_teamwork.adhoc_planner.agent.agent import Agent
from adhoc_teamwork.adhoc_planner.agent.conferring import AT_A_LOSS
from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.conversation.conversation import Conversation
from adhoc_teamwork.adhoc_planner.conversation.form import (
    Draft,
    Ending,
    Form,
    Outcome,
    Role,
    Topology,
)
from adhoc_teamwork.adhoc_planner.decisions.decision import (
    Decision,
    Dialogue,
    NoReasonableSubTaskError,
)
from adhoc_teamwork.adhoc_planner.decisions.next_subskill import ModelSubSkillPlanner
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import AnswerRejectedError
from adhoc_teamwork.adhoc_planner.policies.announcing import announce
from adhoc_teamwork.adhoc_planner.policies.opinion import ModelOpinion
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

NAMES = ("alpha", "beta", "gamma")
TASKS = {"alpha": "room_0", "beta": "room_1", "gamma": "room_1"}


class Assigning:
    """Lead by giving each robot a room; agree to rooms, but for the first with a reason."""

    form = Form("rooms", Topology.STAR, rounds=3, wait=5.0)

    def __init__(self, robot: str) -> None:
        self.robot = robot
        self.roles: list[Role] = []
        self.is_broken = False

    async def speak(self, role: Role, conversation: Conversation, view: PlannerView) -> Draft:
        self.roles.append(role)
        await asyncio.sleep(0)
        if self.is_broken:
            raise AnswerRejectedError("rooms: nothing usable")
        if role is Role.LEAD:
            here = (self.robot, *(mate.name for mate in view.teammates))
            return Draft(
                f"round {conversation.round}", tuple((name, TASKS[name]) for name in sorted(here))
            )
        put_forward = conversation.put_forward
        assert put_forward is not None
        mine = dict(put_forward.assignments).get(self.robot)
        is_fine = mine is not None and (conversation.round > 1 or self.robot != "gamma")
        return Draft("" if is_fine else "ask me again", agrees=is_fine)


class Deciding:
    """Do what was settled; without that, nothing is reasonable."""

    def __init__(self, robot: str) -> None:
        self._robot = robot
        self.endings: list[Ending] = []

    async def decide(self, dialogue: Dialogue) -> Decision:
        ending = dialogue.settled()
        if ending is None or ending in self.endings[-1:]:
            ending = await dialogue.confer(NAMES)
        self.endings.append(ending)
        task = dict(ending.assignments).get(self._robot)
        if ending.outcome is not Outcome.AGREED or task is None:
            raise NoReasonableSubTaskError(())
        return announce(dialogue, SubTask(SubTaskKind.EXPLORE, room_id=task), ending.text)


class Conferrer(Robot):
    """A robot whose policy talks."""

    def __init__(self, name: str, clock: Clock) -> None:
        model = ScriptedModel(clock)
        super().__init__(name, two_rooms(), clock, model)
        self.method, self.deciding = Assigning(name), Deciding(name)

        def make(kit: PolicyKit) -> Policy:
            steps = ModelSubSkillPlanner(kit.llm, kit.prompts)
            opinion = ModelOpinion(kit.llm, kit.prompts)
            return Policy(self.deciding, steps, opinion, method=self.method)

        settings = AgentSettings(name, 1, ARM)
        self.agent = Agent(settings, model, prompts(), self, clock, make=make)

    def settled_by(self, *names: str) -> bool:
        """Tell whether it knows that these robots, and no others, have agreed."""
        return any(ending.agreed == names for ending in self.deciding.endings)

    def conclusions(self) -> list[str]:
        return [m.text for m in self.sent if m.kind is MessageKind.CONCLUDE]


def end(*robots: Robot) -> None:
    for robot in robots:
        robot.agent.end()


def test_a_team_does_what_its_leader_assigned_once_nobody_refuses() -> None:
    async def story() -> None:
        clock = Clock()
        robots = [Conferrer(name, clock) for name in NAMES]
        rig = Rig(clock, *robots)
        assert await rig.run(12.0, lambda: all(robot.settled_by(*NAMES) for robot in robots))
        assert len({robot.deciding.endings[-1] for robot in robots}) == 1
        alpha, _, gamma = robots
        assert Role.ANSWER not in alpha.method.roles
        assert gamma.method.roles[-2:] == [Role.ANSWER, Role.ANSWER]
        assert "rooms, round 2: concludes, agreed: round 2" in alpha.conclusions()[-1]
        answers = [m for m in gamma.sent if m.kind is MessageKind.ANSWER]
        assert [m.recipient for m in answers] == ["alpha", "alpha"]
        end(*robots)

    asyncio.run(story())


def test_a_leader_that_dies_in_the_middle_is_replaced_by_the_next() -> None:
    async def story() -> None:
        clock = Clock()
        robots = [Conferrer(name, clock) for name in NAMES]
        rig = Rig(clock, *robots)
        alpha, beta, gamma = robots

        def once_asked() -> bool:
            told = [m.utterance for m in alpha.sent if m.kind is MessageKind.ASSIGN]
            return any(said is not None and len(said.members) == 3 for said in told)

        assert await rig.run(12.0, once_asked)
        alpha.agent.end()
        rig.robots.remove(alpha)
        for robot in (beta, gamma):
            robot.agent.on_gone(frozenset({"alpha"}))
        left = (beta, gamma)
        assert await rig.run(12.0, lambda: all(robot.settled_by("beta", "gamma") for robot in left))
        assert "Explore <room_1>" in beta.intents()
        told = [m.utterance for m in beta.sent if m.kind is MessageKind.ASSIGN]
        opened = [said for said in told if said is not None and said.replaces is not None]
        assert opened[0].replaces is not None
        assert opened[0].replaces.opener == "alpha"
        assert opened[0].members == ("beta", "gamma")
        end(*left)

    asyncio.run(story())


def test_whose_model_is_at_a_loss_refuses_and_a_leader_at_a_loss_ends_it() -> None:
    async def story() -> None:
        clock = Clock()
        alpha, beta = Conferrer("alpha", clock), Conferrer("beta", clock)
        beta.method.is_broken = True
        rig = Rig(clock, alpha, beta)
        assert await rig.run(12.0, lambda: any("not agreed" in c for c in alpha.conclusions()))
        answers = [m.utterance for m in beta.sent if m.kind is MessageKind.ANSWER]
        assert [(a.agrees, a.text) for a in answers if a] == [(False, AT_A_LOSS)] * 3
        alpha.method.is_broken = True
        before = len(alpha.conclusions())
        assert await rig.run(20.0, lambda: len(alpha.conclusions()) > before)
        assert AT_A_LOSS in alpha.conclusions()[-1]
        end(alpha, beta)

    asyncio.run(story())
