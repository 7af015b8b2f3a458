# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Teams that talk, in the step world: words reach prompts, cost steps, and are counted."""

from dataclasses import replace

import pytest
from bench_episodes import DrawnSet

from adhoc_teamwork.benchmark.agents import llm_session
from adhoc_teamwork.benchmark.agents.relay import Relay
from adhoc_teamwork.benchmark.episodes.play import play
from adhoc_teamwork.benchmark.store.episode import EpisodeResult
from adhoc_teamwork.benchmark.store.results import decode, encode
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage


@pytest.fixture
def prompts(monkeypatch: pytest.MonkeyPatch) -> list[LlmCall]:
    """Keep what is asked in a short episode."""
    calls: list[LlmCall] = []
    count = llm_session.LlmSession._count

    def keep(self: llm_session.LlmSession, call: LlmCall) -> None:
        calls.append(call)
        count(self, call)

    monkeypatch.setattr(llm_session.LlmSession, "_count", keep)
    return calls


def episode(drawn: DrawnSet, team: str, channel: str) -> EpisodeResult:
    task = drawn.task(4, 2)
    robots = tuple(
        replace(robot, can_manipulate=True, payload=20.0, battery=40) for robot in task.team[:2]
    )
    return play(replace(task, team=robots), drawn.folder, team, "none", 0, "offline", channel)


def test_a_message_costs_its_steps_and_reaches_the_teammates_prompt(
    drawn: DrawnSet, prompts: list[LlmCall], monkeypatch: pytest.MonkeyPatch
) -> None:
    priced = episode(drawn, "coela", "text:3")
    counts, talk = dict(priced.counts), priced.talk
    assert talk is not None
    assert talk.steps == 3 * talk.sent > 0
    assert talk.sent == counts["drafts_sent"] <= counts["drafts"]
    assert decode(encode(priced), "line") == priced
    heard = [c for c in prompts if f"{other(c.robot, prompts)}: says «" in c.prompt[-1].content]
    assert heard
    say = Relay.send

    def lose(self: Relay, message: TeamMessage) -> None:
        if message.kind is not MessageKind.CHAT:
            say(self, message)

    monkeypatch.setattr(Relay, "send", lose)
    prompts.clear()
    episode(drawn, "coela", "text:3")
    assert all(": says «" not in c.prompt[-1].content.replace("you: says", "") for c in prompts)


def other(robot: str, calls: list[LlmCall]) -> str:
    return next(c.robot for c in calls if c.robot != robot)


def test_a_team_that_plans_counts_its_rounds(drawn: DrawnSet, prompts: list[LlmCall]) -> None:
    result = episode(drawn, "capo", "text")
    counts = dict(result.counts)
    assert counts["rounds"] >= counts["conversations"] >= counts["agreed"] > 0
    assert encode(result) == encode(episode(drawn, "capo", "text"))
    asked = {call.stage for call in prompts}
    assert {"meta_plan", "evaluate_plan", "choose_plan"} <= asked
