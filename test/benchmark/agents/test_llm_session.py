# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the agents of an episode share is let go of at its end, and nothing of theirs goes on."""

import gc
import logging

import pytest
from bench_episodes import DrawnSet

from adhoc_teamwork.benchmark.agents import llm_session
from adhoc_teamwork.benchmark.agents.llm_session import LlmSession
from adhoc_teamwork.benchmark.agents.make_controller import make_controller
from adhoc_teamwork.benchmark.episodes.play import make_world
from adhoc_teamwork.llm_port.port import LanguageModel
from adhoc_teamwork.teamwork.team.message import TeamMessage


def test_what_agents_ask_at_an_episodes_end_is_dropped(
    drawn: DrawnSet, caplog: pytest.LogCaptureFixture
) -> None:
    gc.collect()
    caplog.clear()  # what tests before this one left behind is not of this session
    task = drawn.task(4, 3)
    plan, session = drawn.plan(task), LlmSession("offline")
    world = make_world(task, plan.house)
    said: list[TeamMessage] = []
    team = [make_controller("irot", r, task, plan, said.append, session) for r in task.team]
    for robot, controller in zip(task.team, team, strict=True):
        world.join(robot.name, robot)
        controller.join(world.observe(robot.name))
    for message in tuple(said):
        for controller in team:
            if controller.name != message.sender:
                controller.hear(message)
    for controller in team:
        controller.act(world.observe(controller.name))
    calls = session.calls
    assert any(message.intent for message in said), "somebody waits for answers to its plan"
    with caplog.at_level(logging.ERROR, "asyncio"):
        session.close()
        del team, controller
        gc.collect()
    assert [r.getMessage() for r in caplog.records if r.name == "asyncio"] == []
    assert session.calls == calls


def test_errors_are_of_the_episode_and_of_each_robot(
    drawn: DrawnSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[str, ...]] = []
    make_model = llm_session.make_model

    def remember(*about: str) -> LanguageModel:
        made.append(about)
        return make_model(*about)

    monkeypatch.setattr(llm_session, "make_model", remember)
    task = drawn.task(4, 3)
    plan, names = drawn.plan(task), [robot.name for robot in task.team]
    for llm in ("offline misjudge=0.1", "offline"):
        session = LlmSession(llm, episode=task.task_id)
        for robot in (*task.team, *task.team):
            make_controller("cot", robot, task, plan, print, session)
        session.close()
    erring = [("offline misjudge=0.1", task.task_id, name) for name in names]
    assert made == [*erring, ("offline", task.task_id, names[0])], "the others share one model"
