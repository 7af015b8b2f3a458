# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""CoELA: a message is drafted, and sending it is one plan of the list (Zhang et al., section 3.2).

What is heard stands in the dialogue of prompts, and alters no belief.
"""

from collections import Counter
from dataclasses import dataclass, replace

from adhoc_teamwork.adhoc_planner.belief.goal_judge import GoalJudge
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import Decision, Dialogue
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import AnswerRejectedError, LlmQuery
from adhoc_teamwork.adhoc_planner.notation.lettered import message_form, parse_message
from adhoc_teamwork.adhoc_planner.policies.announcing import announce
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.policies.with_model.available_plans import available_plans
from adhoc_teamwork.adhoc_planner.policies.with_model.plan_choice import (
    PastActions,
    PlanChoice,
    by_plan_list,
    with_latest_words,
)
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.teamwork.team.channel import LONGEST_MESSAGE, Language
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

DIALOGUES = 3
"""D: messages that a robot is told of (CoELA, A.3)."""
SENT = "sent a message"
DRAFT, CHOOSE = "draft", "choose_plan"
STAGES = (DRAFT, CHOOSE)


@dataclass(frozen=True)
class Modules:
    """Say which of CoELA's modules a robot has (section 4.3)."""

    message: bool = True
    memory: bool = True
    teammate_state: bool = True


def make_coela(kit: PolicyKit, modules: Modules = Modules()) -> Policy:
    """Return CoELA for one robot."""
    prompts = kit.prompts.of_method("coela", STAGES)
    return by_plan_list(Coela(kit.llm, prompts, kit.counts, modules), kit, remembers=modules.memory)


def make_without_message(kit: PolicyKit) -> Policy:
    """Return CoELA that says nothing."""
    return make_coela(kit, Modules(message=False))


def make_without_memory(kit: PolicyKit) -> Policy:
    """Return CoELA without a belief (section 4.3): it knows what it sees now, and of nobody.

    Goal, own plans and dialogue stay in prompts; they are no part of that module (section 3.2).
    """
    return make_coela(kit, Modules(memory=False, teammate_state=False))


def make_without_teammate_state(kit: PolicyKit) -> Policy:
    """Return CoELA that keeps no account of its teammates."""
    return make_coela(kit, Modules(teammate_state=False))


class Coela:
    """Decide by a list of plans whose first is to send the message that was just drafted."""

    def __init__(
        self,
        llm: LlmQuery,
        prompts: PromptSet,
        counts: Counter[str],
        modules: Modules,
    ) -> None:
        """Store what to ask through; `counts` takes the number of drafts."""
        self._llm, self._prompts = llm, prompts
        self._choice = PlanChoice(llm, prompts, CHOOSE)
        self._counts, self._modules = counts, modules
        self._past = PastActions()

    async def decide(self, dialogue: Dialogue) -> Decision:
        """Return the plan that is chosen, a message sent before it where that was.

        Raises:
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """
        view = self._believed(dialogue.view())
        plans = available_plans(view)
        if not plans:
            return announce(dialogue, SubTask(SubTaskKind.STOP), "There is nothing that I can do.")
        message = await self._draft(view) if self._may_speak(dialogue.view()) else ""
        plan = await self._choose(view, plans, message)
        if plan is None:
            dialogue.say(message)
            self._past.note(SENT)
            self._counts["drafts_sent"] += 1
            view = self._believed(dialogue.view())
            plan = await self._choose(view, available_plans(view) or plans, "")
        if plan is None:
            raise AnswerRejectedError("choose_plan: there was no message to send")
        self._past.note(str(plan), view.subtask)
        return announce(dialogue, plan, "It is what I chose from my plans.")

    async def _draft(self, view: PlannerView) -> str:
        """Return a message that could be sent, empty where there is none."""
        most = LONGEST_MESSAGE

        def check(message: str) -> str | None:
            if len(message) <= most:
                return None
            return f"the message has {len(message)} characters; expected at most {most}"

        try:
            message = await self._llm.ask(
                DRAFT,
                self._prompts.ask(DRAFT, view, characters=most, past=self._past.told()),
                parse_message,
                check,
                lambda: message_form(DRAFT),
            )
        except AnswerRejectedError:
            return ""
        self._counts["drafts"] += bool(message)
        return message

    async def _choose(
        self, view: PlannerView, plans: tuple[SubTask, ...], message: str
    ) -> SubTask | None:
        return await self._choice.choose(view, plans, message, past=self._past.told())

    def _may_speak(self, view: PlannerView) -> bool:
        """Tell whether there is anybody to speak to, over a channel that carries free words."""
        channel = view.channel
        carries = channel.carries(MessageKind.CHAT) and channel.language is not Language.TEMPLATE
        return self._modules.message and carries and any(not t.left for t in view.teammates)

    def _believed(self, view: PlannerView) -> PlannerView:
        """Return what the modules that there are know of a view."""
        view = with_latest_words(view, DIALOGUES)
        if not self._modules.teammate_state:
            view = replace(view, teammates=(), departed=())
        return view if self._modules.memory else forgetful(view)


def forgetful(view: PlannerView) -> PlannerView:
    """Return of a view what is in sight or in hand: no scene memory (CoELA, section 3.2.2).

    What the goal still asks to be moved is told by that alone, for no task progress is kept either.
    """
    seen = {o.object_id for o in view.current_objects} | set(view.state.all_held)
    here = view.state.room
    known = tuple(o for o in view.known_objects if o.object_id in seen)
    return replace(
        view,
        known_objects=GoalJudge(view.task).apply_all(known),
        rooms=tuple(
            replace(room, explored=0.0, room_type=room.room_type if room.room_id == here else "")
            for room in view.rooms
        ),
        state=replace(view.state, explored_rooms=()),
        history=(),
    )
