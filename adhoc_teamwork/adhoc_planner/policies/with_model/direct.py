# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Without a sub-task planner: the model names the next sub-skill at once (paper section V-H)."""

from dataclasses import replace

from adhoc_teamwork.adhoc_planner.belief.action_effects import assume
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import Decision, Dialogue, SubTaskLeftError
from adhoc_teamwork.adhoc_planner.decisions.next_subskill import complete
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import LlmQuery
from adhoc_teamwork.adhoc_planner.notation.answer_forms import AnswerForm, subskill_form
from adhoc_teamwork.adhoc_planner.notation.answers import parse_subskill
from adhoc_teamwork.adhoc_planner.policies.announcing import announce
from adhoc_teamwork.adhoc_planner.policies.opinion import ModelOpinion
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.prompt_context.known_names import known_names
from adhoc_teamwork.adhoc_planner.prompt_context.rooms import explored_by_self
from adhoc_teamwork.adhoc_planner.prompt_context.wording import subskill_text
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.adhoc_planner.validity import check_subskill
from adhoc_teamwork.adhoc_planner.validity.subtasks import check_names
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

ANY = "any"
"""Stands for a target that no sub-skill has named yet."""


def make_direct(kit: PolicyKit) -> Policy:
    """Return the policy that plans sub-skills without sub-tasks."""
    direct = DirectSubSkills(kit.llm, kit.prompts, kit.checked)
    opinion = ModelOpinion(kit.llm, kit.prompts)
    return Policy(direct, direct, opinion, guarded=False, heeds_objections=False, reflects=False)


class DirectSubSkills:
    """Ask for one sub-skill after the other; the team hears what each of them seems to be for."""

    def __init__(self, llm: LlmQuery, prompts: PromptSet, checked: bool = True) -> None:
        """Store what to ask through, and whether rules look over the answers."""
        self._llm = llm
        self._prompts = prompts
        self._checked = checked
        self._chosen: tuple[SubTask, SubSkill] | None = None
        """The sub-skill that the present sub-task was made of, until it is begun."""

    async def decide(self, dialogue: Dialogue) -> Decision:
        """Return the sub-task that the next sub-skill serves.

        Raises:
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """
        view = dialogue.view()
        subskill = await self._ask(view)
        subtask = purpose_of(view, subskill)
        self._chosen = None if subtask == view.subtask else (subtask, subskill)
        return announce(dialogue, subtask, f"My next step is {subskill_text(subskill)}.")

    async def next(
        self, view: PlannerView, subtask: SubTask, assumed: SubSkill | None = None
    ) -> SubSkill:
        """Return the next sub-skill, whatever the sub-task.

        Raises:
            SubTaskLeftError: It serves something else than `subtask`.
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """
        chosen, self._chosen = self._chosen, None
        if chosen is not None and chosen[0] == subtask:
            return chosen[1]
        subskill = await self._ask(view, assumed)
        if not _serves(assume(view, assumed) if assumed else view, subskill, subtask):
            raise SubTaskLeftError(f"my next step is {subskill_text(subskill)}")
        return subskill

    async def _ask(self, view: PlannerView, assumed: SubSkill | None = None) -> SubSkill:
        then = replace(assume(view, assumed) if assumed else view, subtask=None)

        def make_form() -> AnswerForm[SubSkill]:
            form = subskill_form("direct", known_names(then), view.task.subskills)
            return form.then(lambda subskill: _completed(then, subskill))

        return await self._llm.ask(
            "direct",
            self._prompts.ask("direct", then, assumed=subskill_text(assumed) if assumed else ""),
            lambda text: _completed(then, parse_subskill(text, view.task.subskills)),
            lambda subskill: _objection(then, subskill) if self._checked else None,
            make_form,
        )


def purpose_of(view: PlannerView, subskill: SubSkill) -> SubTask:
    """Return the sub-task that a sub-skill seems to serve, for the team to know."""
    item = view.object(subskill.receptacle_id or subskill.object_id)
    held = view.state.held_object
    if subskill.kind is SubSkillKind.STOP:
        return SubTask(SubTaskKind.STOP)
    if held:
        is_target = item is not None and item.is_receptacle and item.object_id != held
        receptacle, room = (item.category, item.room_type) if item and is_target else (ANY, ANY)
        return SubTask(
            SubTaskKind.REPLACE, room_type=room or ANY, object_id=held, receptacle_type=receptacle
        )
    fetches = item.pickupable if item else subskill.kind is SubSkillKind.PICKUP_OBJECT
    if fetches:
        return SubTask(
            SubTaskKind.REPLACE, room_type=ANY, object_id=subskill.object_id, receptacle_type=ANY
        )
    room = subskill.room_id or (item.room if item else "") or view.state.room
    return SubTask(SubTaskKind.EXPLORE, room_id=room)


def _serves(view: PlannerView, subskill: SubSkill, subtask: SubTask) -> bool:
    """Tell whether a sub-skill brings `subtask` forward; on the way any target is fine."""
    purpose = purpose_of(view, subskill)
    if purpose.kind is SubTaskKind.REPLACE and purpose.receptacle_type == ANY:
        purpose = purpose.having(
            receptacle_type=subtask.receptacle_type, room_type=subtask.room_type
        )
    return purpose == subtask and check_subskill(view, subskill, subtask) is None


def _completed(view: PlannerView, subskill: SubSkill) -> SubSkill:
    """Return `subskill`; Explore with the room that it means where none is named."""
    if subskill.kind is not SubSkillKind.EXPLORE or subskill.room_id:
        return subskill
    here = view.room(view.state.room)
    if here is None or explored_by_self(view, here):
        return subskill
    return complete(subskill, SubTask(SubTaskKind.EXPLORE, room_id=here.room_id), view)


def _objection(view: PlannerView, subskill: SubSkill) -> str | None:
    """Return why a sub-skill cannot be done or brings nothing, in one sentence, or None."""
    purpose = purpose_of(view, subskill)
    room = view.room(purpose.room_id) if purpose.kind is SubTaskKind.EXPLORE else None
    if room is not None and explored_by_self(view, room):
        return f"you have explored {room.room_id} already and hold nothing: go elsewhere"
    return check_subskill(view, subskill, purpose) or check_names(view, purpose)
