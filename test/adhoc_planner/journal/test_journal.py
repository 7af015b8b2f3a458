# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A journal's lines, and the loop on which an agent takes its turns."""

import asyncio
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.adhoc_planner.journal.coding import Turn, line_from_json, turn_to_json
from adhoc_teamwork.adhoc_planner.journal.deterministic_loop import (
    DeterministicLoop,
    RestlessLoopError,
)
from adhoc_teamwork.adhoc_planner.journal.inputs import (
    Answer,
    AskedModel,
    GoalResult,
    Input,
    InputKind,
)
from adhoc_teamwork.adhoc_planner.journal.notes import Asked, Note, NoteKind, Started, choice_text
from adhoc_teamwork.llm_port.port import Completion
from adhoc_teamwork.teamwork.crop import Crop, jpeg_address
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import (
    Detection,
    Misplaced,
    Predicate,
    Presence,
    Room,
    SceneGraph,
)
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.states import read_states
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.seat import SeatOrder
from adhoc_teamwork.teamwork.team.subskill import SkillResult, Stage, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind
from adhoc_teamwork.teamwork.text.plain_text import whole


def failed(cause: Cause | None) -> TeamMessage:
    """Return that a teammate has failed at exploring a room."""
    explore = SubTask(SubTaskKind.EXPLORE, "room_0")
    intent = Intent(1, IntentStatus.FAILED, explore, reason="no way", cause=cause)
    return TeamMessage("beta", 3, 4, 5.5, MessageKind.INTENT, intent=intent)


numbers = st.floats(allow_nan=True)
points = st.builds(Point, numbers, numbers, numbers)
things = st.builds(
    Detection,
    object_id=st.text(),
    category=st.text(),
    position=points,
    goes_on_above=st.booleans(),
    support_height=numbers,
    support_seen=st.booleans(),
    relation=st.sampled_from([None, *Predicate]),
    misplaced=st.sampled_from(Misplaced),
    status=st.sampled_from(Presence),
    closed=st.sampled_from([None, True, False]),
    states=st.lists(st.sampled_from(("power=on", "heat=3"))).map(read_states),
    covariance=st.lists(numbers, max_size=9).map(tuple),
)
inputs = st.one_of(
    st.builds(
        lambda stamp, objects: Input(
            InputKind.GRAPH,
            SceneGraph(stamp, (Room("room_0", ((0.0, 0.1), (1.0, 2.0))),), tuple(objects)),
        ),
        numbers,
        st.lists(things, max_size=2),
    ),
    st.builds(lambda x, y, yaw: Input(InputKind.POSE, Pose(x, y, yaw)), numbers, numbers, numbers),
    st.sampled_from([Input(InputKind.HEADING, None), Input(InputKind.HAND, True)]),
    st.builds(
        lambda text, thing: Input(
            InputKind.MESSAGE,
            TeamMessage("beta", 3, 4, 5.5, MessageKind.CHAT, text=text, detections=(thing,),
                        state=RobotState(Pose(1.0, 2.0))),
        ),
        st.text(),
        things,
    ),
    st.builds(
        lambda cause: Input(InputKind.MESSAGE, failed(cause)), st.sampled_from((None, *Cause))
    ),
    st.builds(
        lambda cause: Input(
            InputKind.RESULT, GoalResult(3, SkillResult(cause is None, Stage.PLANNING, cause))
        ),
        st.sampled_from((None, *Cause)),
    ),
    st.builds(
        lambda t: Input(InputKind.ANSWER, Answer(1, Completion(whole(t), "m", 1, 2))), st.text()
    ),
    st.builds(
        lambda t, n, data: Input(InputKind.CROP, Crop(t, n, jpeg_address(b"\xff\xd8\xff" + data))),
        st.text(),
        numbers,
        st.binary(),
    ),
    st.builds(lambda t: Input(InputKind.PERSON, SeatOrder(words=f"a{whole(t)}"[:500])), st.text()),
    st.builds(lambda t, n: Input(InputKind.MODEL, AskedModel(t, n)), st.text(), numbers),
)  # fmt: skip


def _answer(text: str, tokens: str) -> str:
    """Return a line in which a model answered so."""
    made = f'{{"text": {text}, "model": "m", "prompt_tokens": {tokens}}}'
    given = f'["answer", {{"call": 1, "completion": {made}}}]'
    return f'{{"s": 1, "n": 1, "t": 0.0, "in": [{given}]}}'


@settings(max_examples=25)
@given(stamp=numbers, taken=st.lists(inputs, max_size=3))
def test_a_turn_comes_back_as_it_was_to_the_last_digit(stamp: float, taken: list[Input]) -> None:
    started = Note(NoteKind.STARTED, Started(1, SubSkill(SubSkillKind.STOP)))
    turn = Turn(7, 1, stamp, tuple(taken), (started, Note(NoteKind.CANCELLED, 2)))
    line = turn_to_json(turn)
    back = line_from_json(line, "the test")
    assert isinstance(back, Turn)
    assert "\n" not in line
    assert turn_to_json(back) == line
    if "NaN" not in line:
        assert back == turn


def test_a_question_with_pictures_comes_back_and_one_of_another_address_is_no_question() -> None:
    prompt = (ChatMessage("user", "Which?", (jpeg_address(b"\xff\xd8\xff"),)),)
    asked = Note(NoteKind.ASKED, Asked(1, 2, "judge", prompt))
    line = turn_to_json(Turn(7, 1, 2.0, (), (asked,)))
    assert line_from_json(line, "the test") == Turn(7, 1, 2.0, (), (asked,))
    with pytest.raises(ConfigError, match="expected a JPEG or PNG as a data address"):
        line_from_json(line.replace("data:image/jpeg;base64,", "http://127.0.0.1/"), "the test")


def test_a_line_from_before_intents_had_causes_is_read() -> None:
    turn = Turn(7, 1, 2.0, (Input(InputKind.MESSAGE, failed(None)),))
    earlier = turn_to_json(turn).replace(', "cause": null', "")
    assert "cause" not in earlier
    assert line_from_json(earlier, "the test") == turn


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("no json", "no line of a planner's journal"),
        ("[]", "no line of a planner's journal"),
        ('{"s": 1}', "no line of a planner's journal"),
        ('{"s": 1, "n": 1, "t": 0.0, "in": [["dream", 1]]}', "dream"),
        ('{"s": 1, "n": 1, "t": 0.0, "in": [["pose", {"x": "far"}]]}', "x"),
        (_answer("[1]", "1"), "text"),
        (_answer('"\\ud800"', "1"), "surrogate"),
        (_answer('"yes"', "1099511627776"), "prompt_tokens"),
        (_answer('"yes"', "-1"), "count"),
        ('{"setup": {"version": 99}}', "a journal of version 99; expected version 2"),
    ],
)
def test_what_is_no_line_is_refused_with_its_place(line: str, told: str) -> None:
    with pytest.raises(ConfigError, match="bag, line 3: ") as caught:
        line_from_json(line, "bag, line 3")
    assert told in str(caught.value)


@given(st.text(max_size=30))
def test_no_text_is_taken_for_a_line_by_accident(text: str) -> None:
    with pytest.raises(ConfigError):
        line_from_json(text, "the test")


def test_loop_runs_until_all_tasks_wait_and_in_the_order_of_what_was_scheduled() -> None:
    loop, seen = DeterministicLoop(), []

    async def work(name: str) -> None:
        for step in range(3):
            seen.append(f"{name}{step}")
            await asyncio.sleep(0)

    tasks = [loop.create_task(work(name)) for name in "ab"]
    loop.run_until_still()
    assert seen == ["a0", "b0", "a1", "b1", "a2", "b2"]
    assert all(task.done() for task in tasks)
    loop.close()


def test_timers_go_by_the_time_that_the_loop_is_told() -> None:
    loop, seen = DeterministicLoop(), []
    loop.call_later(5.0, seen.append, "late")
    loop.run_until_still()
    assert seen == []
    loop.now = 5.0
    loop.run_until_still()
    assert seen == ["late"]
    loop.close()


def test_what_callbacks_schedule_runs_in_order_and_what_is_cancelled_does_not() -> None:
    loop, seen = DeterministicLoop(), []

    def begin() -> None:
        assert asyncio.get_running_loop() is loop
        loop.call_later(0.0, seen.append, "due")
        loop.call_later(1.0, seen.append, "late")
        loop.call_soon(seen.append, "dropped").cancel()
        loop.call_soon(seen.append, "next")

    loop.call_soon(seen.append, "before")
    loop.run_until_still(begin)
    assert seen == ["before", "next", "due"]
    loop.close()


def test_what_never_rests_is_told() -> None:
    loop = DeterministicLoop()

    async def fidget() -> None:
        while True:
            await asyncio.sleep(0)

    task = loop.create_task(fidget())
    with pytest.raises(RestlessLoopError):
        loop.run_until_still()
    task.cancel()
    loop.run_until_still()
    loop.close()


def test_choices_read_the_same_however_they_are_explained() -> None:
    explore = SubTask(SubTaskKind.EXPLORE, room_id="room_0")
    assert choice_text((True, "because")) == choice_text((True, "since")) == "yes"
    assert choice_text((explore, explore)) == "Explore <room_0> > Explore <room_0>"
    assert math.isnan(float(choice_text(math.nan)))
