# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""GPL-LLM: predict the teammates first, then choose what fits best beside them (section V-C)."""

import asyncio
from collections.abc import Mapping, Sequence

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import Decision, Dialogue
from adhoc_teamwork.adhoc_planner.decisions.next_subskill import ModelSubSkillPlanner
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import LlmQuery
from adhoc_teamwork.adhoc_planner.notation.answer_forms import (
    candidates_form,
    predictions_form,
    scores_form,
)
from adhoc_teamwork.adhoc_planner.notation.answers import parse_candidates
from adhoc_teamwork.adhoc_planner.notation.forecasts import parse_predictions, parse_scores
from adhoc_teamwork.adhoc_planner.policies.announcing import announce
from adhoc_teamwork.adhoc_planner.policies.opinion import ModelOpinion
from adhoc_teamwork.adhoc_planner.policies.policy import CANDIDATES, Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.prompt_context.known_names import known_names
from adhoc_teamwork.adhoc_planner.prompt_context.wording import subtask_text
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.teamwork.team.subtask import SubTask
from adhoc_teamwork.teamwork.text.quoting import clean_name


def make_gpl(kit: PolicyKit) -> Policy:
    """Return the policy that scores candidates against predictions of the teammates."""
    return Policy(
        PredictAndScore(kit.llm, kit.prompts, kit.candidates),
        ModelSubSkillPlanner(kit.llm, kit.prompts, kit.checked),
        ModelOpinion(kit.llm, kit.prompts),
        guarded=False,
        heeds_objections=False,
        reflects=False,
    )


class PredictAndScore:
    """Decide in three questions: predictions and candidates, asked at once, then scores."""

    def __init__(self, llm: LlmQuery, prompts: PromptSet, candidates: int = CANDIDATES) -> None:
        self._llm = llm
        self._prompts = prompts
        self._candidates = candidates

    async def decide(self, dialogue: Dialogue) -> Decision:
        """Return the candidate with the best score, of equal scores the one named first.

        Raises:
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """
        view = dialogue.view()
        predicting = asyncio.ensure_future(self._predict(view))
        generating = asyncio.ensure_future(self._generate(view))
        try:
            await asyncio.gather(predicting, generating)
        except BaseException:
            predicting.cancel()
            generating.cancel()
            await asyncio.gather(predicting, generating, return_exceptions=True)
            raise
        candidates = generating.result()
        scores = await self._score(view, candidates, predicting.result())
        best = max(candidates, key=lambda c: scores.get(c, -1.0))
        return announce(dialogue, best, "It fits best beside what I expect of you.")

    async def _predict(self, view: PlannerView) -> Mapping[str, SubTask]:
        """Return what teammates are predicted to do; those that the model leaves out are absent."""
        names = [clean_name(mate.name) for mate in view.teammates if not mate.left]
        if not names:
            return {}
        return await self._llm.ask(
            "predict",
            self._prompts.ask("predict", view),
            lambda text: parse_predictions(text, names),
            make_form=lambda: predictions_form(known_names(view), names, view.task.subtasks),
        )

    async def _generate(self, view: PlannerView) -> Sequence[SubTask]:
        prompt = self._prompts.generate(view, self._candidates)
        found = await self._llm.ask(
            "generate",
            prompt,
            lambda text: parse_candidates(text, view.task.subtasks),
            make_form=lambda: candidates_form(known_names(view), view.task.subtasks),
        )
        return found[: self._candidates]

    async def _score(
        self,
        view: PlannerView,
        candidates: Sequence[SubTask],
        predictions: Mapping[str, SubTask],
    ) -> Mapping[SubTask, float]:
        if len(candidates) == 1:
            return {}
        prompt = self._prompts.ask(
            "score",
            view,
            candidates=[subtask_text(candidate) for candidate in candidates],
            predictions={name: subtask_text(subtask) for name, subtask in predictions.items()},
        )
        return await self._llm.ask(
            "score",
            prompt,
            lambda text: parse_scores(text, candidates),
            make_form=lambda: scores_form(candidates),
        )
