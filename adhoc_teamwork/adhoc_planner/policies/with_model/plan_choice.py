# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot's next plan by a lettered list, as CoELA and CaPo have it; what it did and heard last."""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.conversation.method import Method
from adhoc_teamwork.adhoc_planner.decisions.next_subskill import StandardSteps
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import LlmQuery
from adhoc_teamwork.adhoc_planner.notation.lettered import letter_form, parse_letter
from adhoc_teamwork.adhoc_planner.policies.opinion import ModelOpinion
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit, SubTaskPlanner
from adhoc_teamwork.adhoc_planner.prompt_context.wording import subtask_text
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.teamwork.team.channel import LONGEST_MESSAGE
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subtask import SubTask
from adhoc_teamwork.teamwork.text.letters import letter_of
from adhoc_teamwork.teamwork.text.quoting import quote

ACTIONS = 10
"""K: plans of its own that a robot is told of (CoELA, A.3)."""
LEFT = "left before it was done"
_WORDS = frozenset({MessageKind.CHAT, MessageKind.SAY, MessageKind.ANSWER})
"""What is said in words, and is no plan for all."""


def by_plan_list(
    subtasks: SubTaskPlanner,
    kit: PolicyKit,
    *,
    remembers: bool = True,
    method: Method | None = None,
) -> Policy:
    """Return a policy that has the next plan chosen, and the rest done by rule.

    A choice is tried as it is, nothing is asked ahead, and what is told is told in own words.

    Args:
        subtasks: Who chooses.
        kit: What the policy is made of.
        remembers: Whether what was seen before counts.
        method: By which the robots settle what concerns all of them.
    """
    return Policy(
        subtasks,
        StandardSteps(looks_again=not remembers),
        ModelOpinion(kit.llm, kit.prompts),
        guarded=False,
        heeds_objections=False,
        reflects=False,
        asks_ahead=False,
        own_words=True,
        remembers=remembers,
        method=method,
    )


class PastActions:
    """Keep a robot's latest plans in words, the oldest first, and which of them it left."""

    def __init__(self) -> None:
        self._done: deque[tuple[str, bool]] = deque(maxlen=ACTIONS)

    def note(self, action: str, under_way: SubTask | None = None) -> None:
        """Note a plan that is taken up; one that goes on is no other.

        Args:
            action: In words.
            under_way: The plan before it, where that had not come to its end: it is left.
        """
        actions = [done for done, _ in self._done]
        left = str(under_way)
        if under_way is not None and left != action and left in actions:
            latest = len(actions) - 1 - actions[::-1].index(left)
            self._done[latest] = (left, True)
        if actions[-1:] != [action]:
            self._done.append((action, False))

    def told(self) -> tuple[str, ...]:
        """Return them as prompts tell them."""
        return tuple(f"{done} | {LEFT}" if is_left else done for done, is_left in self._done)


class PlanChoice:
    """Have the model choose a plan from the list of those that are available."""

    def __init__(self, llm: LlmQuery, prompts: PromptSet, stage: str) -> None:
        self._llm, self._prompts, self._stage = llm, prompts, stage

    async def choose(
        self, view: PlannerView, plans: Sequence[SubTask], message: str = "", **facts: Any
    ) -> SubTask | None:
        """Return the plan that is chosen; None for sending the `message`, which is option A.

        Raises:
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """
        texts = [subtask_text(plan) for plan in plans]
        options = [f"send the message {message}", *texts] if message else texts
        shift = len(options) - len(texts)
        listed = [(letter_of(index + shift), text) for index, text in enumerate(texts)]
        facts |= {"plans": listed, "message": quote(message, LONGEST_MESSAGE) if message else ""}
        index = await self._llm.ask(
            self._stage,
            self._prompts.ask(self._stage, view, **facts),
            lambda text: parse_letter(text, options),
            make_form=lambda: letter_form(self._stage, len(options)),
        )
        return plans[index - shift] if index >= shift else None


def with_latest_words(view: PlannerView, count: int) -> PlannerView:
    """Return the view with the latest messages in words alone; what is left out is not told of."""
    words = [message for message in view.messages if message.kind in _WORDS]
    latest = sorted(words, key=lambda message: message.stamp)[-count:]
    return replace(view, messages=tuple(latest), older_messages=0)
