# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A question to whom never waits is answered when it was asked; one that waits is found out."""

import asyncio

import pytest

from adhoc_teamwork.adhoc_planner.model_queries.question import AtOnce, Question


async def forty_two() -> int:
    return 42


async def fail() -> int:
    raise ValueError("no idea")


async def wait() -> int:
    await asyncio.sleep(0)
    return 42


@pytest.mark.parametrize(("kind", "is_there"), [(AtOnce, True), (Question, False)])
def test_an_answer_at_once_is_there_when_it_was_asked(kind: type, is_there: bool) -> None:
    async def ask() -> list[str]:
        woken: list[str] = []
        question = kind(lambda: woken.append("woken"))
        question.ask("why", forty_two())
        assert question.is_answered is is_there
        assert (question.answer == 42) is is_there
        for _ in range(3):
            await asyncio.sleep(0)
        assert question.answer == 42
        assert question.has_news()
        assert not question.has_news()
        return woken

    assert asyncio.run(ask()) == ["woken"]


@pytest.mark.parametrize(("thinking", "said"), [(fail, "no idea"), (wait, "has waited")])
def test_what_goes_wrong_is_told_once(thinking, said: str) -> None:
    async def ask() -> None:
        question: AtOnce[str, int] = AtOnce(lambda: None)
        question.ask("why", thinking())
        assert question.answer is None
        assert said in str(question.take_error())
        assert question.take_error() is None
        assert question.is_idle

    asyncio.run(ask())


def test_a_question_that_ends_with_its_loop_wakes_nobody_and_one_that_is_dropped_does() -> None:
    woken: list[str] = []
    question: Question[str, int] = Question(lambda: woken.append("woken"))

    async def ask() -> None:
        question.ask("why", wait())
        question.drop()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert woken == ["woken"]
        question.ask("why", wait())

    # It cancels what is left.
    asyncio.run(ask())
    assert woken == ["woken"]
