# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The dynamic sub-skill planner: the next step of the present sub-task (paper section IV-E)."""

from dataclasses import replace

from adhoc_teamwork.adhoc_planner.belief.action_effects import assume
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import choose_subskill, room_to_search
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import LlmQuery
from adhoc_teamwork.adhoc_planner.notation.answer_forms import AnswerForm, subskill_form
from adhoc_teamwork.adhoc_planner.notation.answers import parse_subskill
from adhoc_teamwork.adhoc_planner.prompt_context.known_names import known_names
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.adhoc_planner.validity import check_subskill
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind


class ModelSubSkillPlanner:
    """Ask the model for one sub-skill at a time."""

    def __init__(self, llm: LlmQuery, prompts: PromptSet, checked: bool = True) -> None:
        """Store what to ask through, and whether rules look over the answers."""
        self._llm = llm
        self._prompts = prompts
        self._checked = checked

    async def next(
        self, view: PlannerView, subtask: SubTask, assumed: SubSkill | None = None
    ) -> SubSkill:
        """Return the next sub-skill of `subtask`.

        Args:
            view: What the robot knows now.
            subtask: What the sub-skill is to bring forward.
            assumed: The sub-skill under way, taken to succeed; None where none is.

        Raises:
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """
        then = assume(view, assumed) if assumed else view
        then = replace(then, subtask=subtask)

        def parse(text: str) -> SubSkill:
            return complete(parse_subskill(text, view.task.subskills), subtask, then)

        def make_form() -> AnswerForm[SubSkill]:
            form = subskill_form("subskill", known_names(then), view.task.subskills)
            return form.then(lambda subskill: complete(subskill, subtask, then))

        return await self._llm.ask(
            "subskill",
            self._prompts.subskill(replace(view, subtask=subtask), subtask, assumed),
            parse,
            lambda subskill: check_subskill(then, subskill, subtask) if self._checked else None,
            make_form,
        )


class StandardSteps:
    """Carry a sub-task out by its standard chain: nobody is asked (CoELA, section 3.2.5)."""

    def __init__(self, looks_again: bool = False) -> None:
        """Say whether it goes into a room before it explores it, as if it had not been there."""
        self._looks_again = looks_again

    async def next(
        self, view: PlannerView, subtask: SubTask, assumed: SubSkill | None = None
    ) -> SubSkill:
        """Return the next sub-skill of `subtask`."""
        then = assume(view, assumed) if assumed else view
        room = subtask.room_id
        if self._looks_again and subtask.kind is SubTaskKind.EXPLORE and then.state.room != room:
            going = SubSkill(SubSkillKind.GO_TO_ROOM, room_id=room)
            if not (then.history and then.history[-1].subskill == going):
                return going
        return choose_subskill(then, subtask)


def complete(subskill: SubSkill, subtask: SubTask, view: PlannerView) -> SubSkill:
    """Return `subskill` with the room that the notation of Explore leaves out.

    That is the room of the sub-task, else the likeliest to have the place that is looked for: a
    robot that looks for a place for what it holds decides anew after each room. Where there is none
    it is left out.
    """
    if subskill.kind is not SubSkillKind.EXPLORE:
        return subskill
    if subtask.kind is SubTaskKind.EXPLORE:
        return subskill.having(room_id=subtask.room_id)
    if subskill.room_id:
        return subskill
    return subskill.having(room_id=room_to_search(view, subtask))
