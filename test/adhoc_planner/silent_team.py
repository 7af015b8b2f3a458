# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A team that answers nothing: what a policy proposes and withdraws is kept."""

from collections.abc import Sequence

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.conversation.form import Ending, Outcome
from adhoc_teamwork.adhoc_planner.decisions.decision import Objection
from adhoc_teamwork.teamwork.team.subtask import SubTask


class Talk:
    """Keep what is proposed and withdrawn; nobody answers."""

    in_haste = False

    def __init__(self, seen: PlannerView) -> None:
        self.seen = seen
        self.proposed: dict[int, SubTask] = {}
        self.withdrawn: list[int] = []
        self.said: list[str] = []

    def view(self) -> PlannerView:
        return self.seen

    def propose(self, subtask: SubTask, reason: str) -> int:
        assert reason
        self.proposed[len(self.proposed) + 1] = subtask
        return len(self.proposed)

    async def replies(self, intent_id: int) -> None:
        assert intent_id in self.proposed

    def withdraw(self, intent_id: int, reason: str) -> None:
        assert reason
        assert intent_id in self.proposed
        self.withdrawn.append(intent_id)

    def objections(self, intent_id: int) -> tuple[Objection, ...]:
        assert intent_id in self.proposed
        return ()

    async def confer(self, openers: Sequence[str]) -> Ending:
        assert self.seen.robot in openers
        return Ending(Outcome.NOT_AGREED)

    def call(self, openers: Sequence[str]) -> None:
        assert self.seen.robot in openers

    def settled(self) -> Ending | None:
        return None

    async def moment(self) -> None:
        raise AssertionError("nothing will change")

    def say(self, text: str) -> None:
        assert text
        self.said.append(text)

    def object_to(self, name: str, intent_id: int, reason: str) -> None:
        assert reason
        assert any(t.name == name and intent_id in t.intents for t in self.seen.teammates)
