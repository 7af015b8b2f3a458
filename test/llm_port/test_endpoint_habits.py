# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Endpoints of today's models, each with one habit, over HTTP: asked as they want to be asked."""

import asyncio
import sys
import time
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest
from fake_endpoint import Asked, FakeEndpoint, Habit, answer, refuse
from model_server import serving
from starlette.responses import Response

from adhoc_teamwork.adhoc_planner.model_queries.llm_query import CallLog, LlmQuery
from adhoc_teamwork.bringup.checks import model as model_check
from adhoc_teamwork.bringup.checks.finding import OK, WARN, Subject
from adhoc_teamwork.llm_port import probe
from adhoc_teamwork.llm_port.answer_limits import THINKING_TIME_LIMIT, TIME_LIMIT
from adhoc_teamwork.llm_port.endpoint import ModelSettings
from adhoc_teamwork.llm_port.habits import Habits, TokenLimit, habit_file, keep_habits, read_habits
from adhoc_teamwork.llm_port.openai_model import OpenAIModel, retry_after
from adhoc_teamwork.llm_port.port import Completion, ModelUnavailableError
from adhoc_teamwork.llm_port.thinking import without_thinking
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall

HELLO = (ChatMessage("user", "hello"),)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep what is learnt in a folder of the test's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def ask_often(url: str, times: int = 1, **settings: Any) -> tuple[OpenAIModel, list[Completion]]:
    """Ask one model so often, one question after the other."""
    model = OpenAIModel(ModelSettings(url, "m", **settings), {})

    async def asking() -> list[Completion]:
        try:
            return [await model.complete(HELLO) for _ in range(times)]
        finally:
            await model.close()

    return model, asyncio.run(asking())


def no_temperature(asked: Asked) -> Response | None:
    if "temperature" not in asked:
        return None
    return refuse(
        "Unsupported value: 'temperature' does not support 0.3 with this model. Only the default "
        "(1) value is supported."
    )


def only(name: str) -> Habit:
    """Return the habit of an endpoint that knows one name for a limit of tokens, or none."""

    def habit(asked: Asked) -> Response | None:
        for other in ("max_tokens", "max_completion_tokens"):
            if other in asked and other != name:
                return refuse(f"Unsupported parameter: '{other}' is not supported with this model")
        return None

    return habit


def test_a_temperature_that_is_refused_is_left_out_from_then_on() -> None:
    fake = FakeEndpoint(no_temperature)
    with serving(fake.app) as url:
        model, answers = ask_often(url, 2)
        # Another process has it from the file, and is refused nothing.
        ask_often(url)
    assert [one.text for one in answers] == ["ready", "ready"]
    assert fake.sent("temperature") == [0.3, None, None, None]
    assert model.habits.text == "takes no temperature"


@pytest.mark.parametrize(
    ("name", "names"),
    [("max_completion_tokens", ["max_completion_tokens"]),
     ("max_tokens", ["max_completion_tokens", "max_tokens"]),
     ("neither", ["max_completion_tokens", "max_tokens", None])],
)  # fmt: skip
def test_the_name_for_a_limit_of_tokens_is_found(name: str, names: list[str | None]) -> None:
    fake = FakeEndpoint(only(name))
    with serving(fake.app) as url:
        ask_often(url, 2, most_tokens=50)
    sent = [next((n for n in asked if n.startswith("max_")), None) for asked in fake.requests]
    assert sent == [*names, names[-1]]


@pytest.mark.parametrize(
    "said",
    [
        "invalid temperature: only 1 is allowed for this model",
        "invalid temperature: only 0.6 is allowed for this model",
        "`temperature` may only be set to 1 when thinking is enabled.",
        "temperature is not supported when thinking is enabled",
    ],
)
def test_a_temperature_is_refused_in_many_words(said: str) -> None:
    learnt = Habits().after_refusal({"temperature": 0.3}, {"error": {"message": said}})
    assert learnt == Habits(takes_temperature=False)


def test_a_temperature_that_is_out_of_range_is_no_habit() -> None:
    said = "temperature: expected a value less than or equal to 1"
    assert Habits().after_refusal({"temperature": 1.5}, {"error": {"message": said}}) is None


def test_all_habits_are_learnt_in_one_question() -> None:
    def habit(asked: Asked) -> Response | None:
        return no_temperature(asked) or only("max_tokens")(asked)

    fake = FakeEndpoint(habit)
    with serving(fake.app) as url:
        _, (given,) = ask_often(url, most_tokens=50)
    assert given.text == "ready"
    assert len(fake.requests) == 3


def test_a_value_that_is_refused_is_not_left_out_in_silence() -> None:
    fake = FakeEndpoint(lambda _: refuse("max_completion_tokens is too large: 900000"))
    with serving(fake.app) as url, pytest.raises(ModelUnavailableError, match="is too large"):
        ask_often(url, most_tokens=900_000)
    assert len(fake.requests) == 1


def test_a_pause_that_is_asked_for_is_kept() -> None:
    begun = time.monotonic()
    busy = [refuse("slow down", 429, retry_after="0.3")]
    fake = FakeEndpoint(lambda _: busy.pop() if busy else None)
    with serving(fake.app) as url:
        _, (given,) = ask_often(url)
    assert given.text == "ready"
    assert time.monotonic() - begun >= 0.3


def test_a_pause_longer_than_an_answer_may_take_is_said_at_once() -> None:
    fake = FakeEndpoint(lambda _: refuse("slow down", 429, retry_after="30"))

    async def twice(url: str) -> list[str]:
        model = OpenAIModel(ModelSettings(url, "m", time_limit=5.0), {})
        said = []
        for _ in range(2):
            with pytest.raises(ModelUnavailableError) as caught:
                await model.complete(HELLO)
            said.append(str(caught.value))
        await model.close()
        return said

    with serving(fake.app) as url:
        said = asyncio.run(twice(url))
    assert all("asks to be left alone for " in one for one in said)
    # The second question was not sent.
    assert len(fake.requests) == 1


def test_a_pause_is_seconds_or_a_date() -> None:
    now = 1_790_000_000.0
    assert retry_after("2", now) == 2.0
    assert retry_after(formatdate(now + 90.0, usegmt=True), now) == 90.0
    assert retry_after(formatdate(now - 90.0, usegmt=True), now) == 0.0
    assert [retry_after(odd, now) for odd in ("", "soon", "nan", "inf")] == [None] * 4


@pytest.mark.parametrize(
    ("given", "flaw"),
    [
        (answer("", "stop"), "the answer was empty"),
        (answer(None, "stop"), "the answer was empty"),
        (answer("[result]\n1. Explore <roo", "length"), "cut off after 7 tokens"),
        (answer("<think>Well, if", "length"), "cut off before it began: 7 tokens went into"),
        (answer(None, "stop", refusal="I cannot help with that."), "refused to answer: I cannot"),
        (answer(None, "content_filter"), "the model refused to answer"),
    ],
)
def test_an_answer_that_is_none_says_what_it_lacks(given: Response, flaw: str) -> None:
    with serving(FakeEndpoint(lambda _: given).app) as url:
        _, (completion,) = ask_often(url)
    assert flaw in completion.flaw


def test_an_answer_that_was_cut_off_is_asked_for_again_with_the_reason() -> None:
    cut = [answer("[result]\n1. Explore <room_1", "length")]
    fake = FakeEndpoint(lambda _: cut.pop() if cut else None)
    calls: list[LlmCall] = []

    async def query(url: str) -> str:
        model = OpenAIModel(ModelSettings(url, "m"), {})
        log = CallLog("dog", lambda: 1.0, calls.append)

        def correct(prompt: Any, _: str, reason: str) -> Any:
            return (*prompt, ChatMessage("user", reason))

        try:
            return await LlmQuery(model, correct, log).ask("generate", HELLO, str)
        finally:
            await model.close()

    with serving(fake.app) as url:
        assert asyncio.run(query(url)) == "ready"
    assert "expected a shorter one" in fake.requests[1]["messages"][-1]["content"]
    assert ["cut off" in call.error for call in calls] == [True, False]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (answer("<think>Well.</think>\nready"), "\nready"),
        # The chat template wrote the opening mark.
        (answer("Well, <b>.</think>\nready"), "\nready"),
        (answer("[THINK]Well.[/THINK]ready"), "ready"),
        (
            answer(
                [
                    {"type": "thinking", "thinking": [{"type": "text", "text": "Well."}]},
                    {"type": "text", "text": "rea"},
                    {"type": "text", "text": "dy"},
                ]
            ),
            "ready",
        ),
        (answer("ready", reasoning_content="Well."), "ready"),
        (answer("ready", reasoning="Well."), "ready"),
        (answer("ready", usage={"completion_tokens_details": {"reasoning_tokens": 90}}), "ready"),
    ],
)
def test_thinking_is_no_part_of_an_answer_and_gets_its_time(given: Response, text: str) -> None:
    with serving(FakeEndpoint(lambda _: given).app) as url:
        model, (completion,) = ask_often(url)
        later = OpenAIModel(ModelSettings(url, "m"), {})
    assert (completion.text, completion.flaw) == (text, "")
    assert later.habits.thinks
    assert model.time_limit == later.time_limit == THINKING_TIME_LIMIT


def test_who_answers_at_once_is_soon_given_up_and_who_never_has_is_not() -> None:
    with serving(FakeEndpoint(lambda _: None).app) as url:
        assert OpenAIModel(ModelSettings(url, "m"), {}).time_limit == THINKING_TIME_LIMIT
        assert ask_often(url)[0].time_limit == TIME_LIMIT
        assert ask_often(url, time_limit=7.0)[0].time_limit == 7.0


def test_thoughts_are_cut_out_in_linear_time() -> None:
    assert without_thinking("a <THINK>b</think> c") == "a  c"
    assert without_thinking("a</thinking>b</think>c") == "c"
    assert without_thinking("a <think>b") == "a "
    begun = time.process_time()
    assert without_thinking("<think>" * 100_000) == ""
    assert without_thinking("</think>" * 100_000) == ""
    assert time.process_time() - begun < 5.0


def test_habits_are_kept_for_each_model_and_a_damaged_file_is_learnt_anew(
    caplog: pytest.LogCaptureFixture,
) -> None:
    path = habit_file("http://h/v1/", "a")
    assert path == habit_file("http://h/v1", "a") != habit_file("http://h/v1", "b")
    kept = Habits(False, TokenLimit.FORMER, thinks=True, has_answered=True)
    keep_habits(path, kept)
    assert read_habits(path) == kept
    keep_habits(path, Habits(has_answered=True))
    assert not path.exists()
    path.write_text('{"takes_temperature": "perhaps"}')
    assert read_habits(path) == Habits()
    assert str(path) in caplog.text


def test_the_doctor_says_how_the_model_wants_to_be_asked(state: Path) -> None:
    with serving(FakeEndpoint(no_temperature).app) as url:
        env = {"PYTHONPATH": ":".join(sys.path), "XDG_STATE_HOME": str(state),
               "OPENAI_BASE_URL": url, "OPENAI_MODEL": "m"}  # fmt: skip
        subject = Subject(Path(sys.executable), env, None, Path.cwd())
        found = model_check.check_hosted_model(subject)
        assert found.status == OK
        assert "m answers in " in found.detail
        assert found.detail.endswith(
            "takes no temperature, keeps to no JSON schema, takes no pictures"
        )
        assert not read_habits(habit_file(url, "m")).takes_temperature


def test_a_model_that_is_not_there_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with serving(FakeEndpoint(lambda _: refuse("no model m here", 404)).app) as url:
        assert probe.main([url, "m"]) == 1
    assert "no model m here" in capsys.readouterr().err


def test_the_doctor_warns_of_a_model_that_does_not_answer() -> None:
    with serving(FakeEndpoint(lambda _: None).app) as url:
        env = {"OPENAI_BASE_URL": url}
        subject = Subject(Path("/bin/false"), env, None, Path.cwd())
        found = model_check.check_hosted_model(subject)
    assert found.status == WARN
    assert "OPENAI_MODEL" in found.advice


def test_who_asks_is_told_where_it_is_asked_for_and_nowhere_else() -> None:
    fake = FakeEndpoint(lambda _: None)
    with serving(fake.app) as url:
        ask_often(url, user="cat")
        ask_often(url)
    assert fake.sent("user") == ["cat", None]
    assert "user" not in fake.requests[1]
