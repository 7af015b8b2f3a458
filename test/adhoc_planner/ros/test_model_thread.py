# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A question asked from another thread is counted to its decision, and a refused one is known."""

from queue import Queue
from threading import Event

import pytest

from adhoc_teamwork.adhoc_planner.journal.inputs import Answer
from adhoc_teamwork.adhoc_planner.model_queries.tracing import DECISION
from adhoc_teamwork.adhoc_planner.ros.agent_host import TrueRecords
from adhoc_teamwork.adhoc_planner.ros.model_thread import ModelThread
from adhoc_teamwork.llm_port.budget import BudgetedModel, Ledger, read_budget
from adhoc_teamwork.llm_port.port import Completion
from adhoc_teamwork.teamwork.team.llm_call import NOT_ASKED, WITHDRAWN, ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill


class Yes:
    """Say yes."""

    name, temperature = "yes", 0.0

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        del prompt
        return Completion("yes", "yes")

    async def close(self) -> None:
        """Do nothing."""


def test_each_decision_has_its_budget_across_threads() -> None:
    ledger, answers = Ledger(), Queue[Answer]()
    ledger.setup()
    bounds = read_budget("decision.calls=1")
    model = ModelThread(BudgetedModel(Yes(), bounds, ledger, decision=DECISION.get), answers.put)
    model.start()
    said = []
    try:
        for number, decision in enumerate((1, 1, 2)):
            DECISION.set(decision)
            model.ask(number, (ChatMessage("user", "?"),))
            said.append(answers.get(timeout=60.0).error)
    finally:
        DECISION.set(0)
        model.stop()
    assert [bool(error) for error in said] == [False, True, False]
    assert "the decision's budget of 1 calls" in said[1]
    assert [model.withdraw(number) for number in range(3)] == ["", said[1], ""]


class Held(Yes):
    """Keep the loop busy until it may go on, then count questions."""

    def __init__(self) -> None:
        self.begun, self.may_go_on, self.asked = Event(), Event(), 0

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        self.asked += 1
        self.begun.set()
        assert self.may_go_on.wait(60.0)
        return await super().complete(prompt)


def test_what_is_withdrawn_before_it_is_put_is_never_asked_and_says_so() -> None:
    held, answers = Held(), Queue[Answer]()
    model = ModelThread(held, answers.put)
    model.start()
    try:
        model.ask(1, (ChatMessage("user", "?"),))
        assert held.begun.wait(60.0)
        model.ask(2, (ChatMessage("user", "?"),))
        assert model.withdraw(2) == f"{NOT_ASKED}{WITHDRAWN}"
        assert model.withdraw(1) == ""
        held.may_go_on.set()
        model.ask(3, (ChatMessage("user", "?"),))
        # The first may have been answered before it was withdrawn.
        came = {answers.get(timeout=60.0).call}
        came |= set() if came == {3} else {answers.get(timeout=60.0).call}
        assert came - {1} == {3}
    finally:
        held.may_go_on.set()
        model.stop()
    assert held.asked == 2


@pytest.mark.parametrize(("refusal", "asked"), [("", True), (f"{NOT_ASKED}spent", False)])
def test_what_was_refused_and_withdrawn_is_recorded_as_not_asked(refusal: str, asked: bool) -> None:
    class Body:
        """Keep records; do nothing."""

        def __init__(self) -> None:
            self.calls: list[LlmCall] = []

        def send(self, message: TeamMessage) -> None: ...

        def start(self, goal: int, subskill: SubSkill) -> None: ...

        def cancel(self, goal: int) -> None: ...

        def record(self, call: LlmCall) -> None:
            self.calls.append(call)

    body = Body()
    call = LlmCall(0.0, "dog", 1, "rank", "m", 0.0, (), error=WITHDRAWN)
    TrueRecords(body, lambda: refusal).record(call)
    assert [one.is_asked for one in body.calls] == [asked]
