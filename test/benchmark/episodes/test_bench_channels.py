# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What reaches a robot that joins late over each channel, and what its prompts say of it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

import pytest
from bench_episodes import DrawnSet

from adhoc_teamwork.benchmark.agents import llm_session
from adhoc_teamwork.benchmark.agents.controller import Controller, Send
from adhoc_teamwork.benchmark.agents.llm_session import LlmSession
from adhoc_teamwork.benchmark.agents.make_controller import make_controller
from adhoc_teamwork.benchmark.agents.random_walk import RandomWalk
from adhoc_teamwork.benchmark.episodes import play as playing
from adhoc_teamwork.benchmark.episodes.play import Episode
from adhoc_teamwork.benchmark.store.episode import EpisodeKey, EpisodeResult
from adhoc_teamwork.benchmark.store.results import decode, encode
from adhoc_teamwork.benchmark.suites.registry import find_suite
from adhoc_teamwork.benchmark.tasks.task import BenchRobot
from adhoc_teamwork.llm_port.passing_on import PassingOn
from adhoc_teamwork.llm_port.port import AnswerSchema, Completion, LanguageModel
from adhoc_teamwork.simulation.lattice.actions import Action, ActionResult
from adhoc_teamwork.simulation.lattice.robots import Observation
from adhoc_teamwork.simulation.lattice.terms import Timing
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.team.channel import CHANNELS, find_channel
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

K = MessageKind
STEPS = Timing()
"""Every action lasts a step."""
JOINS, ENDS = 40, 62
"""Steps: by then the team has explored and found something; then the newcomer has a few."""


@dataclass
class Reached:
    """Hold what reached the newcomer: messages, and its prompts on what to do."""

    heard: list[TeamMessage] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)

    def kinds(self) -> set[MessageKind]:
        return {message.kind for message in self.heard}

    def section(self, heading: str) -> str:
        """Return a section of the first prompt."""
        return self.prompts[0].split(f"## {heading}\n")[1].split("\n## ")[0].strip()


def end_after(steps: int, monkeypatch: pytest.MonkeyPatch, timing: Timing = STEPS) -> None:
    """Let episodes end after so many steps."""
    short = replace(find_suite(""), timing=replace(timing, horizon=steps))
    monkeypatch.setattr(playing, "find_suite", lambda _: short)


def join(
    drawn: DrawnSet, policy: str, channel: str, monkeypatch: pytest.MonkeyPatch, ends: int = ENDS
) -> Reached:
    """Let a robot join a heuristic team late; return what reached it in a few steps."""
    reached = Reached()
    end_after(ends, monkeypatch)
    make_model = llm_session.make_model

    class Overheard(PassingOn):
        async def complete(
            self, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None = None
        ) -> Completion:
            text = "\n".join(message.content for message in prompt)
            if "## Communication messages" in text:
                reached.prompts.append(text)
            return await super().complete(prompt, schema)

    def overheard(*about: str) -> LanguageModel:
        return Overheard(make_model(*about))

    monkeypatch.setattr(llm_session, "make_model", overheard)

    def make(name: str, robot: object, *others: object) -> Controller:
        controller = make_controller(name, robot, *others)  # type: ignore[arg-type]
        if name == policy:
            take_in = controller.hear

            def hear(message: TeamMessage) -> None:
                reached.heard.append(message)
                take_in(message)

            monkeypatch.setattr(controller, "hear", hear)
        return controller

    task = drawn.task(4, 3)
    model = "offline t0 h0 s0"
    minds = LlmSession(model, find_channel(channel))
    key = EpisodeKey(task.task_id, "heuristic", policy, JOINS, model, channel)
    try:
        Episode(key, task, drawn.plan(task), minds, make=make).run()
    finally:
        minds.close()
    return reached


def test_who_joins_an_open_team_is_told_its_history(
    drawn: DrawnSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = join(drawn, "irot", "open", monkeypatch)
    before = [m for m in reached.heard if m.stamp <= JOINS]
    assert {K.JOIN, K.DETECTION, K.INTENT, K.STATE} <= {m.kind for m in before}
    assert all(message.remembered for message in before)
    assert " by robot_" in reached.section("Objects detected before")
    assert "| explored by robot_" in reached.section("Rooms")
    assert not any(c.told in p for c in CHANNELS.values() if c.told for p in reached.prompts)


def test_who_joins_the_papers_team_hears_the_present_and_asks_for_the_past(
    drawn: DrawnSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = join(drawn, "irot", "paper", monkeypatch)
    assert reached.kinds() >= {K.CAPABILITY, K.STATE, K.INTENT, K.REFLECTION}
    assert K.CHAT not in reached.kinds()
    assert all(m.stamp > JOINS and not m.remembered for m in reached.heard)
    # What everybody is and does now is known before the first decision; what was found is not.
    assert "You know of no teammate" not in reached.section("Robot abilities")
    assert "has taken up" in reached.section("Robot states")
    assert " by robot_" not in reached.section("Objects detected before")
    assert "| explored by robot_" not in reached.section("Rooms")
    assert "has explored" not in reached.section("Robot states")
    assert reached.section("Communication messages").startswith(find_channel("paper").told)
    # The past comes in answers alone.
    olds = [m for m in reached.heard if any(d.seen <= JOINS for d in m.detections)]
    answered = [m for m in reached.heard if m.reflection and m.reflection.explored_rooms]
    assert answered
    assert {m.kind for m in olds} <= {K.REFLECTION, K.DETECTION}
    states = [m.state for m in reached.heard if m.state is not None]
    first = {m.sender: m for m in reversed(reached.heard) if m.state is not None}
    assert states
    assert all(m.state and not m.state.explored_rooms for m in first.values())


def test_who_does_not_reflect_is_not_answered(
    drawn: DrawnSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = join(drawn, "naive", "paper", monkeypatch)
    assert K.STATE in reached.kinds()
    assert K.REFLECTION not in reached.kinds()
    assert all(m.stamp > JOINS and not m.remembered for m in reached.heard)


def test_who_joins_a_team_that_only_answers_hears_intents_and_answers(
    drawn: DrawnSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = join(drawn, "irot", "asked", monkeypatch)
    assert K.REFLECTION in reached.kinds()
    assert reached.kinds() <= {K.INTENT, K.REFLECTION}
    assert all(m.stamp > JOINS and not m.remembered for m in reached.heard)
    assert reached.section("Communication messages") == f"{find_channel('asked').told}\nNone."
    assert "You know of no teammate" in reached.section("Robot states")


def test_who_joins_a_silent_team_hears_nothing(
    drawn: DrawnSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = join(drawn, "irot", "silent", monkeypatch)
    assert reached.heard == []
    told = find_channel("silent").told
    for prompt in reached.prompts:
        messages = prompt.split("## Communication messages\n")[1].split("\n## ")[0]
        assert told in messages
        assert not [line for line in messages.splitlines() if "robot_" in line]
    assert "You know of no teammate" in reached.prompts[-1]


@pytest.mark.parametrize("channel", ["text", "template:1"])
def test_who_joins_a_team_of_words_hears_nothing_but_words(
    drawn: DrawnSet, monkeypatch: pytest.MonkeyPatch, channel: str
) -> None:
    reached = join(drawn, "irot", channel, monkeypatch, 80)
    assert K.CHAT in reached.kinds() <= find_channel(channel).kinds
    assert all(m.stamp > JOINS and not m.remembered for m in reached.heard)
    said = [m for m in reached.heard if m.kind is K.CHAT]
    begins = ("Now I want to do", "I successfully did", "I found")
    assert [m.text for m in said if not m.text.startswith(begins)] == []
    # Who is there, with what body, is all that is known before anybody has spoken.
    assert {m.sender for m in reached.heard if m.capability} == {m.sender for m in said}
    assert not any(m.state or m.reflection for m in reached.heard)
    understands = channel.startswith("template")
    assert all(bool(m.intent or m.detections) is understands for m in said)
    last = reached.prompts[-1].split("## Communication messages\n")[1].split("\n## ")[0]
    assert last.startswith(find_channel(channel).told)
    assert "says «I successfully did Explore <" in last
    team = reached.prompts[-1].split("## Robot states\n")[1].split("\n## ")[0]
    assert ("has taken up" in team) is understands


class Talker(RandomWalk):
    """Go at random, and say `words` as soon as its clock shows `when` (s)."""

    def __init__(self, robot: BenchRobot, send: Send, words: tuple[str, ...], when: int) -> None:
        super().__init__(robot, "seed", send)
        self._send, self._words, self._when = send, words, when
        self.steps: list[int] = []

    def act(self, observation: Observation) -> Action | None:
        self.steps.append(observation.step)
        if observation.step >= self._when:
            words, self._words = self._words, ()
            for number, text in enumerate(words):
                self._send(TeamMessage(self.name, 1, number + 1, 5.0, K.CHAT, text=text))
        return super().act(observation)


Talked = tuple[EpisodeResult, list[Talker]]


def talk(drawn: DrawnSet, channel: str, *words: str, when: int = 4) -> Talked:
    """Have the first of two robots say something."""
    talkers: list[Talker] = []

    def make(_: str, robot: BenchRobot, *others: object) -> Controller:
        send: Send = others[2]  # type: ignore[assignment]
        talkers.append(Talker(robot, send, words if robot.name == "robot_1" else (), when))
        return talkers[-1]

    task = drawn.task(2, 1)
    key = EpisodeKey(task.task_id, "random", "none", 0, "", channel)
    minds = LlmSession("", find_channel(channel))
    return Episode(key, task, drawn.plan(task), minds, make=make).run(), talkers


@pytest.mark.parametrize(
    ("channel", "paid"),
    [
        ("text", []),
        ("text:3", [5, 6, 7, 8, 9, 10]),
        ("text:5bytes", [5, 6]),
        ("silent", []),
    ],
)
def test_a_message_costs_its_steps(
    drawn: DrawnSet, monkeypatch: pytest.MonkeyPatch, channel: str, paid: list[int]
) -> None:
    end_after(15, monkeypatch)
    result, (first, second, *_) = talk(drawn, channel, "one", "two", "x" * 501)
    assert [step for step in range(15) if step not in first.steps] == paid
    assert second.steps == list(range(15))
    if channel == "silent":
        assert result.talk is None
        return
    assert result.talk is not None
    assert (result.talk.sent, result.talk.refused, result.talk.bytes) == (2, 1, 6)
    assert result.talk.steps == len(paid)
    assert decode(encode(result), "line") == result


@pytest.mark.parametrize("price", [1, 3])
@pytest.mark.parametrize("when", [4, 5, 6, 7])
@pytest.mark.parametrize("suite", ["c-wah", "tdw-mat"])
def test_a_message_costs_its_steps_where_actions_last_less_or_more_than_one(
    drawn: DrawnSet, monkeypatch: pytest.MonkeyPatch, suite: str, when: int, price: int
) -> None:
    timing = find_suite(suite).timing
    given_up: list[int] = []
    step = StepWorld.step

    def watched(
        self: StepWorld, actions: Mapping[str, Action], speaking: Collection[str] = ()
    ) -> dict[str, ActionResult]:
        before = self.time
        results = step(self, actions, speaking)
        given_up.extend(self.robot(name).busy_until - before for name in speaking)
        return results

    monkeypatch.setattr(StepWorld, "step", watched)
    end_after(80, monkeypatch, timing)
    result, _ = talk(drawn, f"text:{price}", "one", when=when)
    assert result.talk is not None
    assert result.talk.steps == price
    assert given_up == [timing.ticks] * price


def test_radios_out_of_reach_hear_nothing_and_results_count_it(
    drawn: DrawnSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    end_after(12, monkeypatch)
    task = drawn.task(4, 1)
    counts = {}
    for radio in ("", " range=0.1", " loss=0.5"):
        result = playing.play(task, drawn.folder, "heuristic", "none", 0, "", f"open{radio}")
        counts[radio] = result.talk
        assert result.key.channel == f"open{radio}"
    assert counts[""] is None
    alone, lossy = counts[" range=0.1"], counts[" loss=0.5"]
    assert alone
    assert lossy
    assert alone.unheard > lossy.unheard > 0
    again = playing.play(task, drawn.folder, "heuristic", "none", 0, "", "open loss=0.5")
    assert again.talk == lossy
