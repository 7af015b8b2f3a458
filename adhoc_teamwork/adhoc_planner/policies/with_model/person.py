# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A person who sits in for a robot's model, with the same plans and knowledge (CoELA, 4.2.2)."""

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import Decision, Dialogue
from adhoc_teamwork.adhoc_planner.decisions.seat import Seat
from adhoc_teamwork.adhoc_planner.policies.announcing import announce
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.policies.with_model.available_plans import available_plans
from adhoc_teamwork.adhoc_planner.policies.with_model.coela import CHOOSE, STAGES
from adhoc_teamwork.adhoc_planner.policies.with_model.plan_choice import by_plan_list
from adhoc_teamwork.adhoc_planner.prompt_context.wording import subtask_text
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

REST = SubTask(SubTaskKind.STOP)


def make_person(kit: PolicyKit) -> Policy:
    """Return a policy whose sub-tasks a person chooses, as CoELA's model would."""
    return by_plan_list(PersonInTheSeat(kit.seat, kit.prompts.of_method("coela", STAGES)), kit)


class PersonInTheSeat:
    """Offer the list of available plans until the person has chosen one of it."""

    def __init__(self, seat: Seat, prompts: PromptSet) -> None:
        self._seat, self._prompts = seat, prompts

    async def decide(self, dialogue: Dialogue) -> Decision:
        """Return what the person chooses, however long that takes."""
        try:
            while True:
                view = dialogue.view()
                plans = (*available_plans(view), REST)
                texts = [subtask_text(plan) for plan in plans]
                if tuple(texts) != self._seat.plans:
                    self._seat.offer(texts, self._situation(view))
                chosen = self._seat.take_choice()
                if chosen is not None:
                    return announce(dialogue, plans[chosen], "The person in its seat chose it.")
                await dialogue.moment()
        finally:
            self._seat.close()

    def _situation(self, view: PlannerView) -> str:
        """Return what CoELA's model is told of what the robot knows."""
        prompt = self._prompts.ask(CHOOSE, view, plans=(), message="", past=())
        return prompt[-1].content
