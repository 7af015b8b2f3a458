# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Baselines that take the model's first word: Naive-LLM and CoT-LLM (paper section V-C)."""

from adhoc_teamwork.adhoc_planner.decisions.decision import Decision, Dialogue
from adhoc_teamwork.adhoc_planner.decisions.next_subskill import ModelSubSkillPlanner
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import LlmQuery
from adhoc_teamwork.adhoc_planner.notation.answer_forms import choice_form
from adhoc_teamwork.adhoc_planner.notation.answers import parse_choice
from adhoc_teamwork.adhoc_planner.policies.announcing import announce
from adhoc_teamwork.adhoc_planner.policies.opinion import ModelOpinion
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.prompt_context.known_names import known_names
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet

NAIVE = "naive"
"""The stage without analysis, examples or words on how to think."""

CHAIN_OF_THOUGHT = "cot"
"""The stage with all of these."""


def make_naive(kit: PolicyKit) -> Policy:
    """Return the policy that asks for the next sub-task without further ado."""
    return _unguarded(kit, NAIVE)


def make_cot(kit: PolicyKit) -> Policy:
    """Return the policy that lets the model think step by step, and neither ranks nor reflects."""
    return _unguarded(kit, CHAIN_OF_THOUGHT)


class SingleAnswer:
    """Decide by one question for one sub-task; nothing is checked but its notation."""

    def __init__(self, llm: LlmQuery, prompts: PromptSet, stage: str) -> None:
        self._llm = llm
        self._prompts = prompts
        self._stage = stage

    async def decide(self, dialogue: Dialogue) -> Decision:
        """Return what the model answers; teammates hear of it and are not waited for.

        Raises:
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """
        view = dialogue.view()
        prompt = self._prompts.ask(self._stage, view)
        subtask = await self._llm.ask(
            self._stage,
            prompt,
            lambda text: parse_choice(text, view.task.subtasks),
            make_form=lambda: choice_form(
                self._stage, known_names(view), view.task.subtasks, reasons=self._stage != NAIVE
            ),
        )
        return announce(dialogue, subtask, "I do this next.")


def _unguarded(kit: PolicyKit, stage: str) -> Policy:
    return Policy(
        SingleAnswer(kit.llm, kit.prompts, stage),
        ModelSubSkillPlanner(kit.llm, kit.prompts, kit.checked),
        ModelOpinion(kit.llm, kit.prompts),
        guarded=False,
        heeds_objections=False,
        reflects=False,
    )
