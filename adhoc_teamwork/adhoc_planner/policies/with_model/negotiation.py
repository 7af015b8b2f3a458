# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The negotiating team: each robot in turn agrees or objects, then plans (appendix F.3).

There is no chair and no clock of turns: the robots before one are those whose plans it has heard
of. What two robots plan at the same moment is settled by their answers, and of equals by name.
"""

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import (
    Decision,
    Dialogue,
    Guard,
    NoReasonableSubTaskError,
    Objection,
)
from adhoc_teamwork.adhoc_planner.decisions.next_subskill import ModelSubSkillPlanner
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import LlmQuery
from adhoc_teamwork.adhoc_planner.notation.agreement import Negotiated, parse_negotiation
from adhoc_teamwork.adhoc_planner.notation.answer_forms import negotiation_form
from adhoc_teamwork.adhoc_planner.policies.announcing import go_on
from adhoc_teamwork.adhoc_planner.policies.opinion import ModelOpinion
from adhoc_teamwork.adhoc_planner.policies.policy import ROUNDS, Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import Intention
from adhoc_teamwork.adhoc_planner.prompt_context.known_names import known_names
from adhoc_teamwork.adhoc_planner.prompt_context.negotiation import negotiation_facts
from adhoc_teamwork.adhoc_planner.prompt_context.plans import Plan, identify, in_hand, plans_of
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.teamwork.team.subtask import SubTask


def make_negotiation(kit: PolicyKit) -> Policy:
    """Return the policy of one robot of a negotiating team."""
    subtasks = Negotiation(kit.robot, kit.llm, kit.prompts, kit.guard, kit.rounds)
    return Policy(
        subtasks,
        ModelSubSkillPlanner(kit.llm, kit.prompts, kit.checked),
        ModelOpinion(kit.llm, kit.prompts),
    )


class Negotiation:
    """Decide a sub-task in one question a round; plan again while teammates object."""

    def __init__(
        self,
        robot: str,
        llm: LlmQuery,
        prompts: PromptSet,
        guard: Guard,
        rounds: int = ROUNDS,
    ) -> None:
        self._robot = robot
        self._llm = llm
        self._prompts = prompts
        self._guard = guard
        self._rounds = rounds
        self._objected: set[Plan] = set()
        """What was objected to once is not objected to again."""

    async def decide(self, dialogue: Dialogue) -> Decision:
        """Return the first plan to which no teammate objects.

        Raises:
            NoReasonableSubTaskError: Teammates object to the plans of all rounds.
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """
        rejected: list[tuple[SubTask, str]] = []
        opposed: set[str] = set()
        for _ in range(self._rounds):
            view = dialogue.view().with_rejected(rejected)
            answer = await self._ask(view)
            opposed |= self._object(dialogue, answer)
            decision = await self._settle(dialogue, answer, opposed, rejected)
            if decision is not None:
                return decision
        raise NoReasonableSubTaskError(rejected)

    async def _ask(self, view: PlannerView) -> Negotiated:
        planners = tuple(dict.fromkeys(mate.name for mate, _ in plans_of(view)))
        refused = dict(view.rejected)

        def check(answer: Negotiated) -> str | None:
            if answer.subtask == view.subtask:
                return None
            objection = refused.get(answer.subtask) or self._guard(view, answer.subtask)
            return f"{answer.subtask} cannot be done now: {objection}" if objection else None

        return await self._llm.ask(
            "negotiate",
            self._prompts.ask("negotiate", view, **negotiation_facts(view, self._objected)),
            lambda text: parse_negotiation(text, planners, view.task.subtasks),
            check,
            lambda: negotiation_form(known_names(view), planners, view.task.subtasks),
        )

    def _object(self, dialogue: Dialogue, answer: Negotiated) -> set[str]:
        """Tell teammates what is objected to in their plans; return who was told."""
        told: set[str] = set()
        plans = plans_of(dialogue.view())
        for name, reason in answer.objections:
            theirs = [plan for mate, plan in plans if mate.name == name and not in_hand(mate, plan)]
            meant = _meant(theirs, reason)
            if meant is None or identify(name, meant.intent) in self._objected:
                continue
            self._objected.add(identify(name, meant.intent))
            dialogue.object_to(name, meant.intent.intent_id, reason or "I see to it better.")
            told.add(name)
        return told

    async def _settle(
        self,
        dialogue: Dialogue,
        answer: Negotiated,
        opposed: set[str],
        rejected: list[tuple[SubTask, str]],
    ) -> Decision | None:
        """Propose the plan and hear the team; where it falls return None, why in `rejected`."""
        subtask = answer.subtask
        if subtask == dialogue.view().subtask:
            return go_on(subtask)
        intent_id = dialogue.propose(subtask, answer.analysis or "That is my plan.")
        try:
            await dialogue.replies(intent_id)
        except BaseException:
            dialogue.withdraw(intent_id, "I could not think it through.")
            raise
        heeded = [o for o in dialogue.objections(intent_id) if not self._yields(o, opposed)]
        reason = _told(heeded) or self._guard(dialogue.view(), subtask)
        if not reason:
            return Decision(subtask, intent_id, answer.analysis or "Nobody objects.")
        dialogue.withdraw(intent_id, reason)
        rejected.append((subtask, reason))
        return None

    def _yields(self, objection: Objection, opposed: set[str]) -> bool:
        """Tell whether a teammate gives way: each objects to the other, this one's name is first.

        Both of them come to the same from the same two objections.
        """
        return objection.teammate in opposed and self._robot < objection.teammate


def _meant(plans: list[Intention], reason: str) -> Intention | None:
    """Return the plan that a reason names the object or room of; the latest where it names none."""
    words = reason.casefold()
    named = [plan for plan in plans if (about := plan.subtask.topic) and about.casefold() in words]
    return max(named or plans, key=lambda plan: plan.intent.intent_id, default=None)


def _told(objections: list[Objection]) -> str:
    return "; ".join(f"{o.teammate} objects: {o.reason}" for o in objections)
