# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What methods share whose robots discuss one plan for all: who is waited for, news, questions."""

from typing import Any

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.conversation.conversation import Conversation
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import LlmQuery
from adhoc_teamwork.adhoc_planner.notation.meta_plan import meta_plan_form, parse_meta_plan
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.teamwork.scene import Detection, Misplaced
from adhoc_teamwork.teamwork.team.meta_plan import MetaPlan
from adhoc_teamwork.teamwork.text.quoting import clean_name, quote

GATHERING = 2.0
"""So long, in seconds, who has just come waits to hear who is there, before it plans alone."""

TARGET_STEP = 0.5
"""Places of targets are told apart by so much, in metres."""


class Targets:
    """Tell which things that are to be moved are news to a robot.

    Those are what is out of place, wherever it is found; of a goal in words, where they go
    `by_name`, the first thing of each category that it names.
    """

    def __init__(self, by_name: bool = False) -> None:
        self._by_name = by_name
        self._known: set[tuple[str, int, int]] = set()

    def note(self, view: PlannerView) -> tuple[Detection, ...]:
        """Take in what is known now; return what was not known before."""
        found = []
        named = view.task.goal.text.casefold() if self._by_name else ""
        for thing in view.known_objects:
            if view.state.holds(thing.object_id):
                continue
            if thing.pickupable and thing.misplaced is Misplaced.YES:
                key = _place_of(thing)
            elif thing.category.casefold() in named:
                key = (thing.category, 0, 0)
            else:
                continue
            if key not in self._known:
                self._known.add(key)
                found.append(thing)
        return tuple(found)


def _place_of(thing: Detection) -> tuple[str, int, int]:
    x, y = thing.position.x, thing.position.y
    return (thing.category, round(x / TARGET_STEP), round(y / TARGET_STEP))


def is_gathering(view: PlannerView) -> bool:
    """Tell whether a robot may not have heard yet who is there."""
    waits = view.now - view.joined_at < GATHERING
    return waits and not any(not teammate.left for teammate in view.teammates)


def told_plan(plan: MetaPlan) -> list[tuple[str, str]]:
    """Return the lines of a plan as a prompt tells them: whose, and the sub-task, fenced."""
    return [(clean_name(line.robot), quote(line.words)) for line in plan.lines]


async def ask_for_plan(
    llm: LlmQuery,
    prompts: PromptSet,
    stage: str,
    view: PlannerView,
    conversation: Conversation,
    length_told: str,
    **told: Any,
) -> MetaPlan:
    """Return the plan that the model writes for the members of a conversation.

    Args:
        llm: Through what it is asked.
        prompts: Of the method.
        stage: Of the question.
        view: What the robot knows.
        conversation: It says who the members are, and how long the plan may be.
        length_told: How a plan that is too long is spoken of, as in "the plan has".
        told: What else the prompt is filled with.

    Raises:
        ModelUnavailableError: The model does not answer.
        AnswerRejectedError: Its answers cannot be used.
    """
    members, most = conversation.members, conversation.form.characters

    def check(plan: MetaPlan) -> str | None:
        length = len(str(plan))
        return f"{length_told} {length} characters; at most {most} fit" if length > most else None

    names = [clean_name(name) for name in members]
    return await llm.ask(
        stage,
        prompts.ask(stage, view, members=names, characters=most, **told),
        lambda text: parse_meta_plan(text, members),
        check,
        lambda: meta_plan_form(stage, members),
    )
