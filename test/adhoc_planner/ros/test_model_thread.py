# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A question asked from another thread is counted to the decision that it is for."""

from queue import Queue

from adhoc_teamwork.adhoc_planner.journal.inputs import Answer
from adhoc_teamwork.adhoc_planner.model_queries.tracing import DECISION
from adhoc_teamwork.adhoc_planner.ros.model_thread import ModelThread
from adhoc_teamwork.llm_port.budget import BudgetedModel, Ledger, read_budget
from adhoc_teamwork.llm_port.port import Completion
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage


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
