# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a language model holds to be out of place (stage judge), and to be in the hand (grasped)."""

from collections.abc import Sequence

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import LlmQuery
from adhoc_teamwork.adhoc_planner.notation.answer_forms import judgement_form, placements_form
from adhoc_teamwork.adhoc_planner.notation.answers import (
    Placement,
    parse_judgement,
    parse_placements,
)
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.text.quoting import clean_name


class ModelOpinion:
    """Ask the model which things are out of place."""

    def __init__(
        self, llm: LlmQuery, prompts: PromptSet, graded: bool = False, number: int = 1
    ) -> None:
        """Ask with `prompts`; where `graded`, also how sure each judgement is.

        Opinions of another `number` are asked in other words, and know nothing of each other.
        """
        self._llm = llm
        self._prompts = prompts
        self._graded = graded
        self._number = number

    async def judge(self, view: PlannerView, items: Sequence[Detection]) -> Sequence[Placement]:
        """Return the model's judgements of one at least of `items`.

        Raises:
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """
        wanted = {item.object_id.casefold() for item in items}

        def check(placements: tuple[Placement, ...]) -> str | None:
            if any(p.object_id.casefold() in wanted for p in placements):
                return None
            names = ", ".join(item.object_id for item in items)
            return f"none of the objects asked about is judged: {names}"

        return await self._llm.ask(
            "judge",
            self._prompts.judge(view, items, self._graded, self._number),
            parse_placements,
            check,
            lambda: placements_form([clean_name(i.object_id) for i in items], self._graded),
        )


class GraspOpinion:
    """Ask the model, by pictures, whether a grasp has succeeded (paper section IV-G)."""

    def __init__(self, llm: LlmQuery, prompts: PromptSet) -> None:
        """Ask with `prompts`."""
        self._llm = llm
        self._prompts = prompts

    async def grasped(self, view: PlannerView, thing: Detection, since: float) -> bool:
        """Return whether the hand that closed on `thing` at `since` (s) has got hold of it.

        Without a picture that could tell nothing speaks against it.

        Raises:
            ModelUnavailableError: The model does not answer, or takes no pictures.
            AnswerRejectedError: The model's answers cannot be used.
        """
        prompt = self._prompts.grasped(view, thing, since)
        if not prompt:
            return True
        has_grasped, _ = await self._llm.ask(
            "grasped", prompt, parse_judgement, make_form=lambda: judgement_form("grasped")
        )
        return has_grasped
