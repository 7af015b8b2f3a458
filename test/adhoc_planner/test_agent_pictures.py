# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Agents whose model sees: pictures of what is to be judged, and of where a thing lay."""

import asyncio
import base64
from dataclasses import replace
from typing import Any

import pytest
from agent_rig import Rig, Robot
from scripted_model import TASKS, Clock, ScriptedModel, prompts
from small_world import ARM, two_rooms

from adhoc_teamwork.adhoc_planner.agent.agent import Agent
from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.task_config import load_task
from adhoc_teamwork.llm_port.port import Completion, ModelUnavailableError, complete_by
from adhoc_teamwork.teamwork.crop import Crop, jpeg_address
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, count_pictures, without_pictures
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus

TAKING = "PickupObject <Mug_0>"


def picture(of: str) -> str:
    """Return something that begins like a JPEG and tells what it is of."""
    return jpeg_address(b"\xff\xd8\xff" + of.encode())


def told(address: str) -> str:
    """Return what a picture is of."""
    return base64.b64decode(address.partition(",")[2])[3:].decode()


class SeeingModel(ScriptedModel):
    """A scripted model that may be shown pictures, and says whether a grasp has succeeded."""

    takes_pictures = True

    def __init__(self, clock: Clock, grasped: list[str] | None = None) -> None:
        super().__init__(clock)
        self.grasped = grasped or []
        self.shown: list[tuple[str, tuple[str, ...]]] = []

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        pictures = tuple(told(p) for message in prompt for p in message.pictures)
        text = "\n".join(message.content for message in prompt)
        if "judge whether the grasp succeeded" in text:
            self.shown.append(("grasped", pictures))
            await self._clock.sleep(self.latency)
            said = self.grasped.pop(0) if self.grasped else "yes"
            return Completion(f"[analysis] I look.\n[judgement] {said}", self.name, by_sight=True)
        if pictures:
            self.shown.append(("judge", pictures))
        answer = await super().complete(without_pictures(prompt))
        return replace(answer, by_sight=bool(pictures))


class Seen(Robot):
    """A robot with a camera whose hand feels nothing."""

    def __init__(self, *arguments: Any, pictures: int, **more: Any) -> None:
        super().__init__(*arguments, **more)
        task = load_task(TASKS / "tidy_up")
        settings = AgentSettings(self.name, 1, ARM, task=task, pictures=pictures)
        self.agent = Agent(settings, self.model, prompts(), self, self.clock)
        self.agent.on_hand = lambda _: None  # type: ignore[method-assign]
        self.misses = 0

    def see_room(self, room: str) -> None:
        super().see_room(room)
        for name in sorted(self.known):
            self.agent.on_crop(Crop(name, self.clock(), picture(name)))

    def _do(self, subskill: SubSkill) -> SkillResult:
        if subskill.kind is SubSkillKind.PICKUP_OBJECT:
            after = Crop(subskill.object_id, self.clock() + 0.2, picture("the place"), True)
            self.agent.on_crop(after)
            if self.misses:
                # Its driver believes that it holds the thing, which lies where it lay.
                self.misses -= 1
                return SkillResult(True, duration=1.0)
        return super()._do(subskill)


def play(pictures: int, grasped: list[str] | None = None, misses: int = 0) -> Seen:
    clock = Clock()
    model = SeeingModel(clock, grasped)
    robot = Seen("alpha", two_rooms(), clock, model, pictures=pictures)
    robot.misses = misses
    asyncio.run(Rig(clock, robot).run(260.0, lambda: "resting" in robot.agent.status().doing))
    return robot


def test_a_model_is_shown_what_it_is_to_judge_and_no_more_than_allowed() -> None:
    robot = play(2)
    judged = [pictures for stage, pictures in robot.model.shown if stage == "judge"]  # type: ignore[attr-defined]
    assert judged
    assert all(0 < len(pictures) <= 2 for pictures in judged)
    (call, *_) = [c for c in robot.calls if count_pictures(c.prompt)]
    named = call.prompt[-1].content
    assert call.stage == "judge"
    assert [f"{at}. {told(p)}" in named for at, p in enumerate(call.prompt[-1].pictures, 1)] == [
        True
    ] * len(call.prompt[-1].pictures)


def test_without_pictures_nothing_is_shown_and_no_grasp_is_asked_about() -> None:
    robot = play(0)
    assert robot.model.shown == []  # type: ignore[attr-defined]
    assert "grasped" not in {call.stage for call in robot.calls}
    assert TAKING in robot.skills()


def test_a_grasp_that_a_picture_shows_to_have_failed_is_tried_again() -> None:
    robot = play(2, ["no", "yes"], misses=1)
    assert robot.skills().count(TAKING) == 2
    asked = [pictures for stage, pictures in robot.model.shown if stage == "grasped"]  # type: ignore[attr-defined]
    assert asked == [("Mug_0", "the place")] * 2
    assert robot.world.things["Mug_0"].receptacle != "Sofa_0"
    told_why = [c for c in robot.calls if f"{Cause.GRASP_FAILED}" in c.prompt[-1].content]
    assert told_why, "the next questions tell of the grasp that failed"


def test_a_grasp_that_fails_twice_is_given_up() -> None:
    robot = play(2, ["no"] * 20, misses=20)
    assert any("Mug_0" in said for said in robot.intents(IntentStatus.FAILED))
    assert robot.agent.status().model_alive


def test_a_hand_that_feels_what_it_holds_is_believed() -> None:
    clock = Clock()
    robot = Seen("alpha", two_rooms(), clock, SeeingModel(clock), pictures=2)
    del robot.agent.on_hand
    asyncio.run(Rig(clock, robot).run(200.0, lambda: "resting" in robot.agent.status().doing))
    assert TAKING in robot.skills()
    assert "grasped" not in {stage for stage, _ in robot.model.shown}  # type: ignore[attr-defined]


def test_a_model_that_sees_nothing_is_not_asked_whether_a_grasp_succeeded() -> None:
    clock = Clock()
    robot = Seen("alpha", two_rooms(), clock, ScriptedModel(clock), pictures=2)
    asyncio.run(Rig(clock, robot).run(260.0, lambda: "resting" in robot.agent.status().doing))
    assert TAKING in robot.skills()
    asked = [call for call in robot.calls if call.stage == "grasped"]
    assert asked
    assert all(call.error == "not asked: scripted takes no pictures" for call in asked)
    assert not any(count_pictures(prompt) for prompt in robot.model.prompts)
    assert robot.agent.status().model_alive


def test_a_question_about_pictures_alone_is_put_to_no_blind_model() -> None:
    alone = (ChatMessage("system", "Look."), ChatMessage("user", "Which?", (picture("it"),)))
    with pytest.raises(ModelUnavailableError, match="not asked: scripted takes no pictures"):
        asyncio.run(complete_by(ScriptedModel(Clock()), alone, None))
