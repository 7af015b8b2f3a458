# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Interactive Reflection of Thoughts: how the next sub-task is decided (paper section IV-D)."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import (
    UNDER_WAY,
    Decision,
    Dialogue,
    Guard,
    NoReasonableSubTaskError,
)
from adhoc_teamwork.adhoc_planner.decisions.next_subskill import ModelSubSkillPlanner
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import AnswerRejectedError, LlmQuery
from adhoc_teamwork.adhoc_planner.notation.answer_forms import (
    AnswerForm,
    candidates_form,
    judgement_form,
    ranking_form,
)
from adhoc_teamwork.adhoc_planner.notation.answers import (
    AnswerError,
    parse_candidates,
    parse_judgement,
    parse_ranking,
)
from adhoc_teamwork.adhoc_planner.policies.announcing import announce
from adhoc_teamwork.adhoc_planner.policies.opinion import ModelOpinion
from adhoc_teamwork.adhoc_planner.policies.policy import CANDIDATES, ROUNDS, Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.prompt_context.known_names import known_names
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

_BETTER = "Something else is more useful."

VERDICTS = 3
"""How often a sub-task is judged at most: two equal verdicts of three decide."""

OPINIONS = 3
"""How often where a thing lies is judged at most, where opinions are counted."""


@dataclass(frozen=True)
class Stages:
    """Say which of the stages after generation are gone through (Table IV leaves some out)."""

    evaluation: bool = True
    reflection: bool = True


@dataclass(frozen=True)
class Additions:
    """Say which rules of ours hold that are not in the paper.

    `confirms`: a verdict that the answers do not bear out is confirmed. `reconsiders`: what was
    decided is thought over where a teammate does the same by now. `doubts`: each judgement says
    whether it is sure, and what is not sure is left alone. `house`: judgements are held against
    where others of a kind stand. `stops`: where all that came to mind is refused, and Stop was
    among it, the robot stops. `hands_over`: what the battery does not last to put away is put down
    in time for a teammate to go on with. `votes`: before something is moved up to two more opinions
    are asked, and two equal ones of three decide.
    """

    confirms: bool = True
    reconsiders: bool = True
    doubts: bool = True
    house: bool = True
    stops: bool = True
    hands_over: bool = True
    votes: bool = False


NO_ADDITIONS = Additions(
    confirms=False, reconsiders=False, doubts=False, house=False, stops=False, hands_over=False
)


def make_irot(
    kit: PolicyKit, stages: Stages = Stages(), additions: Additions = Additions()
) -> Policy:
    """Return the policy that decides by interactive reflection (paper section IV)."""
    subtasks = InteractiveReflection(
        kit.llm, kit.prompts, kit.guard, kit.candidates, kit.rounds, stages, kit.checked, additions
    )
    numbers = range(1, 1 + (OPINIONS if additions.votes else 1))
    opinions = [ModelOpinion(kit.llm, kit.prompts, additions.doubts, n) for n in numbers]
    return Policy(
        subtasks,
        ModelSubSkillPlanner(kit.llm, kit.prompts, kit.checked),
        opinions[0],
        other_opinions=opinions[1:],
        heeds_objections=stages.reflection,
        reflects=stages.reflection,
        reconsiders=stages.reflection and additions.reconsiders,
        heeds_house=additions.house,
        hands_over=additions.hands_over,
    )


class InteractiveReflection:
    """Decide a sub-task in three stages: generation, evaluation and ranking, reflection."""

    def __init__(
        self,
        llm: LlmQuery,
        prompts: PromptSet,
        guard: Guard,
        candidates: int = CANDIDATES,
        rounds: int = ROUNDS,
        stages: Stages = Stages(),
        checked: bool = True,
        additions: Additions = Additions(),
    ) -> None:
        self._checked = checked
        self._additions = additions
        self._llm = llm
        self._prompts = prompts
        self._guard = guard
        self._candidates = candidates
        self._rounds = rounds
        self._stages = stages

    async def decide(self, dialogue: Dialogue) -> Decision:
        """Return the first candidate, in order of rank, that stands reflection with the team.

        Raises:
            NoReasonableSubTaskError: All candidates of all rounds were rejected.
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """
        rejected: list[tuple[SubTask, str]] = []
        for _ in range(self._rounds):
            view = dialogue.view().with_rejected(rejected)
            try:
                candidates = await self._generate(view, rejected)
            except AnswerRejectedError:
                if not rejected:
                    raise
                # The model answers well, but has nothing to name beside what was rejected.
                break
            decision = await self._choose(dialogue, view, candidates, rejected)
            if decision is not None:
                return decision
        if self._additions.stops and any(s.kind is SubTaskKind.STOP for s, _ in rejected):
            # Nothing better was found, whatever was said against it.
            return announce(dialogue, SubTask(SubTaskKind.STOP), "I find nothing better to do.")
        raise NoReasonableSubTaskError(rejected)

    async def _generate(
        self, view: PlannerView, rejected: Sequence[tuple[SubTask, str]]
    ) -> tuple[SubTask, ...]:
        """Return one to n different candidates that can be done (section IV-D.1)."""

        def parse(text: str) -> tuple[SubTask, ...]:
            return self._usable(view, parse_candidates(text, view.task.subtasks), rejected)

        def make_form() -> AnswerForm[tuple[SubTask, ...]]:
            form = candidates_form(known_names(view), view.task.subtasks)
            return form.then(lambda found: self._usable(view, found, rejected))

        prompt = self._prompts.generate(view, self._candidates)
        return await self._llm.ask("generate", prompt, parse, make_form=make_form)

    def _usable(
        self,
        view: PlannerView,
        found: Sequence[SubTask],
        rejected: Sequence[tuple[SubTask, str]],
    ) -> tuple[SubTask, ...]:
        # What failed lately is told in the prompt; refusing it is a rule's doing.
        refused = dict(view.rejected if self._checked else rejected)
        usable: list[SubTask] = []
        for subtask in dict.fromkeys(found):
            objection = refused.get(subtask) or self._guard(view, subtask)
            if objection:
                refused[subtask] = objection
            else:
                usable.append(subtask)
        if not usable:
            reasons = "; ".join(f"{s}: {refused[s]}" for s in dict.fromkeys(found))
            raise AnswerError(f"none of these sub-tasks can be done now: {reasons}")
        return tuple(usable[: self._candidates])

    async def _choose(
        self,
        dialogue: Dialogue,
        view: PlannerView,
        candidates: tuple[SubTask, ...],
        rejected: list[tuple[SubTask, str]],
    ) -> Decision | None:
        """Return the best candidate that stands reflection, or None; see `_take`.

        In haste the first is reflected on while all are ranked: where it is ranked first, as it
        mostly is, one answer of the model less is waited for; else it is withdrawn.
        """
        first, ahead = candidates[0], None
        if dialogue.in_haste and self._stages.evaluation and len(candidates) > 1:
            ahead = asyncio.create_task(self._take(dialogue, first, rejected))
        try:
            if self._stages.evaluation:
                candidates = await self._rank(view, candidates)
            for candidate in candidates:
                if ahead is not None and candidate != first:
                    await _withdraw(dialogue, ahead)
                    ahead = None
                if candidate in dict(rejected):
                    continue
                taken, ahead = ahead or self._take(dialogue, candidate, rejected), None
                decision = await taken
                if decision is not None:
                    return decision
            return None
        finally:
            if ahead is not None:
                await _withdraw(dialogue, ahead)

    async def _rank(
        self, view: PlannerView, candidates: tuple[SubTask, ...]
    ) -> tuple[SubTask, ...]:
        """Return the candidates, best first; those that the model leaves out come last."""
        if len(candidates) == 1:
            return candidates
        ranking = await self._llm.ask(
            "rank",
            self._prompts.rank(view, candidates),
            lambda text: parse_ranking(text, candidates, view.task.subtasks),
            make_form=lambda: ranking_form(candidates),
        )
        return tuple(dict.fromkeys((*ranking, *candidates)))

    async def _take(
        self, dialogue: Dialogue, candidate: SubTask, rejected: list[tuple[SubTask, str]]
    ) -> Decision | None:
        """Return the decision, or None with the reason added to `rejected`."""
        view = dialogue.view()
        is_new = candidate != view.subtask
        objection = self._guard(view, candidate) if is_new else None
        if objection:
            rejected.append((candidate, objection))
            return None
        if is_new and self._stages.reflection:
            return await self._reflect(dialogue, candidate, rejected)
        return announce(dialogue, candidate, "I do this next.")

    async def _reflect(
        self, dialogue: Dialogue, candidate: SubTask, rejected: list[tuple[SubTask, str]]
    ) -> Decision | None:
        """Hear what the team says, and judge once more (section IV-D.3); see `_take`."""
        intent_id = dialogue.propose(candidate, "I intend to do this next.")
        try:
            await dialogue.replies(intent_id)
            view = dialogue.view().with_rejected(rejected)
            accepted, reason = await self._judge(dialogue, view, candidate, intent_id)
        except asyncio.CancelledError:
            dialogue.withdraw(intent_id, _BETTER)
            raise
        except BaseException:
            dialogue.withdraw(intent_id, "I could not think it through.")
            raise
        objection = self._guard(dialogue.view(), candidate) if accepted else reason
        if accepted and not objection:
            return Decision(candidate, intent_id, reason)
        objection = objection or "judged unreasonable"
        dialogue.withdraw(intent_id, objection)
        rejected.append((candidate, objection))
        return None

    async def _judge(
        self, dialogue: Dialogue, view: PlannerView, candidate: SubTask, intent_id: int
    ) -> tuple[bool, str]:
        """Return whether a candidate is reasonable, and why.

        A verdict that the team's answers do not bear out is confirmed: a refusal to which nobody
        objected, or a yes to what somebody objects to. A model that slips there gives away the
        best candidate, or does what a teammate does.
        """
        prompt = self._prompts.reflect(view, candidate)
        accepted, reason = await self._verdict(prompt)
        objectors = tuple(o.teammate for o in dialogue.objections(intent_id))
        if accepted is not bool(objectors) or not self._additions.confirms:
            return accepted, reason
        reasons = {accepted: reason}
        for _ in range(1, VERDICTS):
            prompt = self._prompts.confirm(prompt, accepted, reason, objectors)
            accepted, reason = await self._verdict(prompt)
            if accepted in reasons:
                break
            reasons[accepted] = reason
        return accepted, reason

    async def _verdict(self, prompt: tuple[ChatMessage, ...]) -> tuple[bool, str]:
        return await self._llm.ask("reflect", prompt, parse_judgement, make_form=judgement_form)


async def _withdraw(dialogue: Dialogue, ahead: "asyncio.Task[Decision | None]") -> None:
    """Leave what was reflected on ahead of the ranking."""
    ahead.cancel()
    (decision,) = await asyncio.gather(ahead, return_exceptions=True)
    if isinstance(decision, Decision) and decision.intent_id != UNDER_WAY:
        dialogue.withdraw(decision.intent_id, _BETTER)
