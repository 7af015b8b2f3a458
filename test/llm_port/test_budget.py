# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Budgets: what is spent is counted before each call, for a decision, a robot and a run."""

import asyncio
from pathlib import Path

import pytest

from adhoc_teamwork.llm_port.budget import BudgetedModel, Ledger, read_budget
from adhoc_teamwork.llm_port.cache import with_cache
from adhoc_teamwork.llm_port.port import Completion, ModelUnavailableError
from adhoc_teamwork.llm_port.prices import Price
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import NOT_ASKED, ChatMessage

QUESTION = (ChatMessage("user", "x" * 400),)
"""About a hundred tokens."""
PRICE = Price(prompt=10.0, completion=1000.0)


class Counting:
    """Answer in 20 tokens to what it counts as 100, or not at all, or never."""

    name, temperature = "counting", 0.0

    def __init__(self, fails: bool = False, hangs: bool = False) -> None:
        self.asked, self._fails, self._hangs = 0, fails, hangs

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        del prompt
        self.asked += 1
        await asyncio.sleep(60.0 if self._hangs else 0.0)
        if self._fails:
            raise ModelUnavailableError("cannot reach it")
        return Completion("yes", "counting", 100, 20)

    async def close(self) -> None:
        """Do nothing."""


def ledger(path: Path | None = None) -> Ledger:
    made = Ledger(path)
    made.setup()
    return made


def ask(model: BudgetedModel, times: int) -> list[str]:
    """Return why each of so many questions had no answer, empty where it had one."""

    async def all_of_them() -> list[str]:
        said = []
        for _ in range(times):
            try:
                await model.complete(QUESTION)
                said.append("")
            except ModelUnavailableError as error:
                said.append(str(error))
        return said

    return asyncio.run(all_of_them())


@pytest.mark.parametrize(
    ("budget", "answered"),
    [("calls=2", 2), ("tokens=340", 3), ("tokens=339", 2), ("tokens=99", 0), ("usd=0.0425", 2),
     ("seconds=0", 0), ("calls=9,robot.tokens=250", 2), ("decision.calls=0", 4), ("", 4)],
)  # fmt: skip
def test_what_a_budget_lasts_for_is_asked_and_no_more(budget: str, answered: int) -> None:
    model = Counting()
    kept = ledger()
    said = ask(BudgetedModel(model, read_budget(budget), kept, PRICE), 4)
    assert [not one for one in said] == [True] * answered + [False] * (4 - answered)
    assert model.asked == answered
    assert all(one.startswith(NOT_ASKED) and "'s budget of" in one for one in said[answered:])
    spent = kept.spent()
    assert (spent.calls, spent.tokens) == (answered, 120 * answered)
    assert spent.usd == pytest.approx(0.021 * answered)


def test_each_decision_has_its_own_budget_and_each_robot_too() -> None:
    decision = 1
    kept, bounds = ledger(), read_budget("decision.calls=2,robot.calls=5,run.calls=6")
    tall, small = (
        BudgetedModel(Counting(), bounds, kept, robot=robot, decision=lambda: decision)
        for robot in ("tall", "small")
    )
    assert "the decision's budget of 2 calls" in ask(tall, 3)[2]
    decision = 2
    assert ask(tall, 2) == ["", ""]
    # Another robot's second decision is another one.
    assert ask(small, 1) == [""]
    decision = 3
    assert [bool(why) for why in ask(tall, 2)] == [False, True]
    assert kept.spent("tall").calls == 5
    assert "the run's budget of 6 calls" in ask(small, 1)[0]


def test_decisions_of_an_agent_that_begins_anew_are_other_ones() -> None:
    kept, bounds = ledger(), read_budget("decision.calls=1")
    agents = [BudgetedModel(Counting(), bounds, kept, decision=lambda: 1) for _ in range(2)]
    assert [ask(agent, 1) for agent in agents] == [[""], [""]]


def test_two_questions_at_once_do_not_share_what_is_left_for_one() -> None:
    model = Counting()

    async def both() -> list[object]:
        asked = BudgetedModel(model, read_budget("calls=1"), ledger())
        questions = (asked.complete(QUESTION), asked.complete(QUESTION))
        return list(await asyncio.gather(*questions, return_exceptions=True))

    first, second = asyncio.run(both())
    assert isinstance(first, Completion)
    assert isinstance(second, ModelUnavailableError)
    assert model.asked == 1


def test_an_answer_is_waited_for_no_longer_than_the_budget_lasts() -> None:
    model, kept = Counting(hangs=True), ledger()
    asked = BudgetedModel(model, read_budget("seconds=9,decision.seconds=0.1"), kept,
        decision=lambda: 1)  # fmt: skip
    cut, refused = ask(asked, 2)
    assert cut == "the decision's budget of 0.1 seconds is spent"
    assert refused.startswith(NOT_ASKED)
    assert model.asked == 1
    # Who hangs up may be charged for the question.
    assert (kept.spent().calls, kept.spent().tokens) == (1, 100)


def test_what_a_cache_answers_is_free_and_what_fails_is_a_call(tmp_path: Path) -> None:
    kept = ledger()
    asked = with_cache(
        BudgetedModel(Counting(), read_budget("calls=1"), kept, PRICE), str(tmp_path)
    )
    assert ask(asked, 3) == ["", "", ""]  # type: ignore[arg-type]
    assert kept.spent().calls == 1
    asyncio.run(asked.close())
    said = ask(BudgetedModel(Counting(fails=True), read_budget("calls=1"), ledger()), 2)
    assert said[0] == "cannot reach it"
    assert "1 calls" in said[1]


def test_robots_of_a_run_share_a_file(tmp_path: Path) -> None:
    path, bounds = tmp_path / "ledger.sqlite", read_budget("calls=3")
    robots = [BudgetedModel(Counting(), bounds, ledger(path)) for _ in range(2)]
    answered = [not ask(robots[n % 2], 1)[0] for n in range(5)]
    assert answered == [True, True, True, False, False]
    # A robot that starts again finds what was spent.
    assert ask(BudgetedModel(Counting(), bounds, ledger(path)), 1)[0]


def test_a_ledger_that_is_none_is_refused_and_one_that_breaks_lets_nothing_through(
    tmp_path: Path,
) -> None:
    path = tmp_path / "ledger.sqlite"
    path.write_bytes(b"no database" * 100)
    with pytest.raises(ConfigError, match=r"ledger\.sqlite: .*expected a ledger"):
        ledger(path)
    model, kept = Counting(), ledger()
    kept.close()
    assert "closed" in ask(BudgetedModel(model, read_budget("calls=3"), kept), 1)[0]
    assert model.asked == 0


@pytest.mark.parametrize(
    "wrong",
    ["calls", "calls=", "calls=-1", "calls=inf", "eur=1", "calls=1,run.calls=2", "team.calls=1"],
)
def test_what_is_no_budget_is_refused(wrong: str) -> None:
    with pytest.raises(ConfigError, match=r"--budget .*expected as in calls=200"):
        read_budget(wrong, "--budget")


def test_a_model_without_a_price_has_no_budget_in_dollars() -> None:
    with pytest.raises(ConfigError, match="no price of counting is known"):
        BudgetedModel(Counting(), read_budget("robot.usd=1"), ledger())
