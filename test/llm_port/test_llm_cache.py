# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The answer cache: what is asked again is not asked of the model, and when it is all the same."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from scripted_model import Clock, ScriptedModel

from adhoc_teamwork.adhoc_planner.model_queries.llm_query import CallLog, LlmQuery
from adhoc_teamwork.adhoc_planner.notation.answers import AnswerError
from adhoc_teamwork.llm_port.cache import FILE, AnswerCache, CachedModel, answer_key, with_cache
from adhoc_teamwork.llm_port.port import Completion, ModelUnavailableError
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall

HELLO = (ChatMessage("system", "Be short."), ChatMessage("user", "hello"))
OTHER = (ChatMessage("system", "Be short."), ChatMessage("user", "hello?"))


class CountingModel:
    """Answer each question with its number, or not at all."""

    name = "counting"

    def __init__(self, temperature: float = 0.0) -> None:
        self.temperature = temperature
        self.asked = 0
        self.is_dead = False
        self.is_closed = False

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        self.asked += 1
        if self.is_dead:
            raise ModelUnavailableError("cannot reach it")
        return Completion(f"answer {self.asked}", "counting-2", 10 * len(prompt), self.asked)

    async def close(self) -> None:
        self.is_closed = True


def ask(model: CachedModel, *prompts: tuple[ChatMessage, ...]) -> list[Completion]:
    async def all_of_them() -> list[Completion]:
        return [await model.complete(prompt) for prompt in prompts]

    return asyncio.run(all_of_them())


def cached(folder: Path, model: CountingModel, insist: bool = False, most: int = 9) -> CachedModel:
    cache = AnswerCache(folder, most)
    cache.setup()
    return CachedModel(model, cache, insist)


def test_the_same_prompt_is_asked_once_also_by_another_process(tmp_path: Path) -> None:
    model, again = CountingModel(), CountingModel()
    first, second, third = ask(cached(tmp_path, model), HELLO, HELLO, OTHER)
    assert (model.asked, first.cached, second.cached, third.cached) == (2, False, True, False)
    assert second == Completion("answer 1", "counting-2", 20, 1, cached=True)
    (later,) = ask(cached(tmp_path, again), HELLO)
    assert (again.asked, later.text) == (0, "answer 1")


def test_above_temperature_0_the_model_is_asked_unless_the_user_insists(tmp_path: Path) -> None:
    warm = CountingModel(0.3)
    assert [a.text for a in ask(cached(tmp_path, warm), HELLO, HELLO)] == ["answer 1", "answer 2"]
    insisting = cached(tmp_path, CountingModel(0.3), insist=True)
    assert [a.text for a in ask(insisting, HELLO, HELLO)] == ["answer 1", "answer 1"]


def test_an_answer_depends_on_model_temperature_and_every_word() -> None:
    keys = {
        answer_key("a", 0.0, HELLO),
        answer_key("b", 0.0, HELLO),
        answer_key("a", 0.5, HELLO),
        answer_key("a", 0.0, OTHER),
        answer_key("a", 0.0, HELLO[:1]),
        answer_key("a", 0.0, (ChatMessage("user", "Be short."), HELLO[1])),
    }
    assert len(keys) == 6


def test_only_so_many_answers_are_kept_and_the_used_ones_stay(tmp_path: Path) -> None:
    model = CountingModel()
    prompts = [(ChatMessage("user", str(number)),) for number in range(4)]
    asking = cached(tmp_path, model, most=3)
    ask(asking, *prompts[:3], prompts[0], prompts[3])
    assert model.asked == 4
    assert [a.cached for a in ask(asking, prompts[0], prompts[3], prompts[1])] == [
        True, True, False
    ]  # fmt: skip


def test_a_failure_is_not_kept(tmp_path: Path) -> None:
    model = CountingModel()
    model.is_dead = True
    asking = cached(tmp_path, model)
    with pytest.raises(ModelUnavailableError):
        ask(asking, HELLO)
    model.is_dead = False
    assert not ask(asking, HELLO)[0].cached


def test_a_file_that_is_no_cache_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("no database " * 100)
    with pytest.raises(ConfigError, match=r"answers\.sqlite: .*expected a cache of answers"):
        with_cache(CountingModel(), str(tmp_path))


def test_a_file_that_breaks_later_costs_no_answer(tmp_path: Path) -> None:
    model = CountingModel()
    asking = cached(tmp_path, model)
    with sqlite3.connect(tmp_path / FILE) as file:
        file.execute("DROP TABLE answers")
    assert [a.text for a in ask(asking, HELLO, HELLO)] == ["answer 1", "answer 2"]


def test_a_cache_that_would_never_be_used_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"temperature is 0\.3"):
        with_cache(CountingModel(0.3), str(tmp_path))
    assert isinstance(with_cache(CountingModel(0.3), str(tmp_path), insist=True), CachedModel)
    plain = CountingModel(0.3)
    assert with_cache(plain, "") is plain


def test_hits_are_marked_in_the_record(tmp_path: Path) -> None:
    calls: list[LlmCall] = []

    def parse(text: str) -> str:
        if not text:
            raise AnswerError("empty")
        return text

    async def twice() -> None:
        model = cached(tmp_path, CountingModel())
        llm = LlmQuery(model, lambda p, _a, _r: p, CallLog("dog", lambda: 1.0, calls.append))
        for _ in range(2):
            await llm.ask("generate", HELLO, parse)
        await model.close()

    asyncio.run(twice())
    assert [call.cached for call in calls] == [False, True]
    assert calls[0].prompt_tokens == calls[1].prompt_tokens == 20


def test_closing_closes_the_model_too(tmp_path: Path) -> None:
    model = CountingModel()
    asyncio.run(cached(tmp_path, model).close())
    assert model.is_closed


def test_a_model_behind_a_cache_keeps_its_name_and_temperature(tmp_path: Path) -> None:
    script = ScriptedModel(Clock(), latency=0.0)
    model = with_cache(script, str(tmp_path), insist=True)
    assert (model.name, model.temperature) == (script.name, script.temperature)


@pytest.mark.parametrize(
    "row", [(7, "m", 1, 1), ("a", "m", 2**40, 1), ("a", "m", "x", 1), (b"\xff", "m", 1, 1),
            ("a" * 300_000, "m", 1, 1), ("a\0b", "m", 1, 1), ("a", "m", 1, 1.5)],
)  # fmt: skip
def test_a_kept_answer_that_is_none_is_asked_anew(tmp_path: Path, row: tuple[object, ...]) -> None:
    model = CountingModel()
    ask(cached(tmp_path, model), HELLO)
    # A file by somebody else, whose columns hold anything.
    with sqlite3.connect(tmp_path / FILE) as file:
        file.executescript(
            "DROP TABLE answers; CREATE TABLE answers (key PRIMARY KEY, text, model, "
            "prompt_tokens, completion_tokens, used)"
        )
        key = answer_key("counting", 0.0, HELLO)
        file.execute("INSERT INTO answers VALUES (?, ?, ?, ?, ?, 1)", (key, *row))
    (found,) = ask(cached(tmp_path, model), HELLO)
    assert (found.text, found.cached) == ("answer 2", False)
    (kept,) = ask(cached(tmp_path, model), HELLO)
    assert (kept.text, kept.cached, model.asked) == ("answer 2", True, 2)


def test_a_damaged_file_whose_words_are_no_text_is_refused(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path)
    cache.setup()
    cache.close()
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    database.close()
    data = (tmp_path / FILE).read_bytes()
    broken = data.replace(b"answers_used ON answers", b"answers_used ON \xff\xfeswers")
    (tmp_path / FILE).write_bytes(broken)
    with pytest.raises(ConfigError, match="expected a cache of answers"):
        AnswerCache(tmp_path).setup()
