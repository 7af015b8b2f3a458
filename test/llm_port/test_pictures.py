# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Endpoints that take pictures, refuse them, or drop them and let their model guess, over HTTP."""

import asyncio
import base64
import io
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_endpoint import Asked, FakeEndpoint, answer, ask_model, refuse
from hypothesis import given
from hypothesis import strategies as st
from model_server import serving
from PIL import Image
from starlette.responses import Response

from adhoc_teamwork.llm_port.answer_limits import AnswersBy
from adhoc_teamwork.llm_port.budget import PICTURE_TOKENS, BudgetedModel, Ledger, read_budget
from adhoc_teamwork.llm_port.cache import AnswerCache, CachedModel
from adhoc_teamwork.llm_port.endpoint import ModelSettings
from adhoc_teamwork.llm_port.habits import Pictures, habit_file, read_habits
from adhoc_teamwork.llm_port.openai_model import OpenAIModel
from adhoc_teamwork.llm_port.picture_trial import PICTURE_QUESTION, has_seen
from adhoc_teamwork.llm_port.port import AnswerSchema, Completion, ModelUnavailableError
from adhoc_teamwork.llm_port.probe import probe
from adhoc_teamwork.offline_model.server import create_app
from adhoc_teamwork.teamwork.crop import LONGEST_PICTURE
from adhoc_teamwork.teamwork.team.llm_call import (
    MOST_PICTURES,
    ChatMessage,
    without_pictures,
)

COLOURS = {
    "yellow": (250, 220, 20),
    "blue": (20, 60, 220),
    "red": (220, 20, 20),
    "green": (0, 128, 0),
}


def picture(colour: str, size: int = 32) -> str:
    """Return a picture of one colour."""
    file = io.BytesIO()
    Image.new("RGB", (size, size), COLOURS[colour]).save(file, "JPEG")
    return "data:image/jpeg;base64," + base64.b64encode(file.getvalue()).decode()


TEXT = (ChatMessage("system", "You look."), ChatMessage("user", "What is it?"))
PROMPT = (*TEXT, ChatMessage("user", "Pictures: 1. Mug_0", (picture("red"), picture("blue"))))
SCHEMA = AnswerSchema("judge", '{"type": "object", "properties": {}}', "Answer in JSON.")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep what is learnt in a folder of the test's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def shown(asked: Asked) -> list[Image.Image]:
    """Return the pictures of a request, decoded."""
    parts = [p for m in asked["messages"] if isinstance(m["content"], list) for p in m["content"]]
    addresses = [p["image_url"]["url"] for p in parts if p["type"] == "image_url"]
    return [Image.open(io.BytesIO(base64.b64decode(a.partition(",")[2]))) for a in addresses]


def colours(look: Image.Image) -> list[str]:
    """Name the colours of a picture from left to right, each once."""
    row = [look.convert("RGB").getpixel((x, look.height // 2)) for x in range(look.width)]
    names = [min(COLOURS, key=lambda n: sum(abs(a - b) for a, b in zip(p, COLOURS[n], strict=True)))
             for p in row]  # fmt: skip
    return [name for at, name in enumerate(names) if at == 0 or names[at - 1] != name]


def sees(asked: Asked) -> Response | None:
    """Be an endpoint whose model names the colours that it sees."""
    looks = shown(asked)
    return answer(", ".join(n for look in looks for n in colours(look))) if looks else None


def refuses(message: str, status: int) -> Callable[[Asked], Response | None]:
    """Return the habit of an endpoint that takes no pictures and says so."""
    return lambda asked: refuse(message, status) if shown(asked) else None


def guesses(_: Asked) -> Response | None:
    """Be an endpoint that drops pictures; its model names colours all the same."""
    return answer("red, green, blue, yellow")


def ask(url: str, times: int = 1, **settings: Any) -> tuple[OpenAIModel, list[Completion]]:
    """Ask one model so often with pictures."""
    return ask_model(url, PROMPT, None, times, **settings)


def test_an_endpoint_that_sees_is_tried_once_and_shown_the_pictures() -> None:
    fake = FakeEndpoint(sees)
    with serving(fake.app) as url:
        model, answers = ask(url, 2)
        ask(url)
    assert [(one.text, one.by_sight) for one in answers] == [("red, blue", True)] * 2
    assert "takes pictures" in model.habits.text
    # The trial, and three questions: another process has it from the file.
    assert [len(shown(asked)) for asked in fake.requests] == [1, 2, 2, 2]
    system, user = fake.requests[-1]["messages"]
    assert system == {"role": "system", "content": "You look."}
    assert [part["type"] for part in user["content"]] == ["text", "text", *["image_url"] * 2]
    assert [part["text"] for part in user["content"][:2]] == ["What is it?", "Pictures: 1. Mug_0"]


@pytest.mark.parametrize(
    "habit",
    [
        refuses("Invalid content type. image_url is only supported by certain models.", 400),
        refuses("m is not a multimodal model", 422),
        refuses("image input is not supported - hint: you may need the mmproj", 500),
        refuses("Payload Too Large", 413),
        guesses,
        lambda _: None,
        lambda asked: answer("", "length") if shown(asked) else None,
    ],
    ids=["400", "422", "500", "413", "guesses", "blind", "cut off"],
)
def test_one_that_does_not_is_asked_by_text_alone_as_if_there_were_no_pictures(
    habit: Callable[[Asked], Response | None], caplog: pytest.LogCaptureFixture
) -> None:
    fake = FakeEndpoint(habit)
    with caplog.at_level(logging.ERROR), serving(fake.app) as url:
        model, answers = ask(url, 2)
        before = len(fake.requests)
        ask(url)
        assert read_habits(habit_file(url, "m")).pictures is Pictures.NOT_TAKEN
    assert not model.takes_pictures
    assert not any(one.by_sight for one in answers)
    assert len(fake.requests) == before + 1
    plain = [{"role": m.role, "content": m.content} for m in TEXT]
    assert [asked["messages"] for asked in fake.requests[-3:]] == [plain] * 3


def test_one_that_refuses_them_after_the_trial_is_shown_no_more_of_them() -> None:
    fake = FakeEndpoint(
        lambda asked: refuse("image too large", 413) if len(shown(asked)) > 1 else sees(asked)
    )
    with serving(fake.app) as url:
        model, answers = ask(url, 2)
    assert [(one.text, one.by_sight) for one in answers] == [("ready", False)] * 2
    assert [len(shown(asked)) for asked in fake.requests] == [1, 2, 0, 0]
    assert not model.takes_pictures


def test_one_that_refuses_the_text_as_well_is_not_taken_for_blind() -> None:
    fake = FakeEndpoint(
        lambda asked: sees(asked) if len(shown(asked)) == 1 else refuse("context length", 400)
    )
    with serving(fake.app) as url:
        model = OpenAIModel(ModelSettings(url, "m"), {})
        with pytest.raises(ModelUnavailableError, match="context length"):
            asyncio.run(model.complete(PROMPT))
        assert model.takes_pictures


def test_an_endpoint_that_is_away_is_not_taken_for_one_that_is_blind() -> None:
    fake = FakeEndpoint(lambda _: refuse("no model m here", 404))
    with serving(fake.app) as url:
        with pytest.raises(ModelUnavailableError, match="no model m"):
            ask(url)
        assert read_habits(habit_file(url, "m")).pictures is Pictures.UNKNOWN


def test_pictures_and_a_schema_are_refused_each_for_itself() -> None:
    def only_schemas(asked: Asked) -> Response | None:
        if shown(asked):
            return refuse("no images", 400)
        return answer('{"judgement": "yes"}') if asked.get("response_format") else None

    fake = FakeEndpoint(only_schemas)
    with serving(fake.app) as url:
        model = OpenAIModel(ModelSettings(url, "m", answers=AnswersBy.SCHEMA), {})
        completion = asyncio.run(model.complete(PROMPT, SCHEMA))
    assert completion.by_schema
    assert not completion.by_sight


def test_who_refuses_a_schema_alone_is_shown_pictures_on() -> None:
    fake = FakeEndpoint(
        lambda asked: refuse("no", 400) if asked.get("response_format") else sees(asked)
    )
    with serving(fake.app) as url:
        model = OpenAIModel(ModelSettings(url, "m", answers=AnswersBy.SCHEMA), {})

        async def twice() -> list[Completion]:
            return [await model.complete(PROMPT, SCHEMA) for _ in range(2)]

        answers = asyncio.run(twice())
    assert [one.by_sight for one in answers] == [False, True]
    assert not model.takes_schema


def test_the_probe_says_whether_it_takes_pictures() -> None:
    with serving(FakeEndpoint(sees).app) as url:
        said = asyncio.run(probe(OpenAIModel(ModelSettings(url, "m"), {})))
    assert said.endswith(", takes pictures")


def test_the_offline_model_is_blind_and_answers_the_same_prompt_without_pictures() -> None:
    with serving(create_app(asyncio.Event())) as url:
        model = OpenAIModel(ModelSettings(url, "offline"), {})

        async def both() -> tuple[Completion, Completion]:
            return await model.complete(PROMPT), await model.complete(TEXT)

        with_pictures, without = asyncio.run(both())
    assert with_pictures.text == without.text
    assert not with_pictures.by_sight


def test_only_the_order_that_the_picture_shows_passes_the_trial() -> None:
    (address,) = PICTURE_QUESTION[0].pictures
    look = Image.open(io.BytesIO(base64.b64decode(address.partition(",")[2])))
    assert has_seen(" ".join(colours(look)))
    assert has_seen("Yellow, blue, red and GREEN.")
    assert not has_seen("red, green, blue, yellow")
    assert not has_seen("yellow, blue, red")
    assert not has_seen("I cannot see pictures.")


class Blind:
    """Count questions; see nothing."""

    name, temperature, takes_pictures = "m", 0.0, False

    def __init__(self) -> None:
        self.prompts: list[tuple[ChatMessage, ...]] = []

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        self.prompts.append(prompt)
        has_looked = self.takes_pictures and prompt != without_pictures(prompt)
        return Completion("yes", "m", 10, 1, by_sight=has_looked)

    async def close(self) -> None:
        """Do nothing."""


class Seeing(Blind):
    """See."""

    takes_pictures = True


@pytest.mark.parametrize(("model", "pictures"), [(Blind(), 0), (Seeing(), 2)])
def test_a_budget_counts_the_pictures_that_are_shown(model: Blind, pictures: int) -> None:
    text = -(-sum(len(m.content) for m in (PROMPT if pictures else TEXT)) // 4)
    cost = text + pictures * PICTURE_TOKENS

    def may_ask(tokens: int) -> bool:
        ledger = Ledger()
        ledger.setup()
        try:
            asyncio.run(
                BudgetedModel(model, read_budget(f"tokens={tokens}"), ledger).complete(PROMPT)
            )
        except ModelUnavailableError:
            return False
        return True

    assert not may_ask(cost - 1)
    assert may_ask(cost)


def test_a_cache_tells_pictures_apart_where_they_are_seen_and_only_there(tmp_path: Path) -> None:
    other = (*TEXT, ChatMessage("user", "Pictures: 1. Mug_0", (picture("green"),)))
    for model, asked in ((Seeing(), 2), (Blind(), 1)):
        cache = AnswerCache(tmp_path / type(model).__name__)
        cache.setup()
        cached = CachedModel(model, cache)
        answers = [asyncio.run(cached.complete(p)) for p in (PROMPT, other, PROMPT, other)]
        cache.close()
        assert len(model.prompts) == asked
        assert {one.by_sight for one in answers} == {model.takes_pictures}


@pytest.mark.parametrize(
    "pictures",
    [
        ("http://127.0.0.1/secret.png",),
        ("file:///etc/passwd",),
        ("data:image/svg+xml;base64,AAAA",),
        ("data:text/html;base64,AAAA",),
        ("data:image/png;base64,AA AA",),
        ("data:image/png;base64,AAAA\n",),
        ("data:image/png;base64," + "A" * LONGEST_PICTURE,),
        (picture("red"),) * (MOST_PICTURES + 1),
    ],
)
def test_what_is_no_small_picture_goes_with_no_message(pictures: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        ChatMessage("user", "Look.", pictures)


@given(st.text())
def test_no_text_is_taken_for_a_picture_that_an_endpoint_would_fetch(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        ChatMessage("user", "Look.", (text,))
