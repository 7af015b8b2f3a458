# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""CaPo: a plan for all, written by one, judged by all, adapted to progress (Liu et al., section 4).

Who writes the first plan is drawn; later whoever has made progress writes the next. Each robot has
the model choose, from its own list of plans, what the meta-plan has it do next.
"""

import random
from dataclasses import dataclass
from typing import Any

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.conversation.conversation import Conversation
from adhoc_teamwork.adhoc_planner.conversation.form import (
    Draft,
    Ending,
    Form,
    Outcome,
    Role,
    Topology,
)
from adhoc_teamwork.adhoc_planner.decisions.decision import Decision, Dialogue
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import AnswerRejectedError, LlmQuery
from adhoc_teamwork.adhoc_planner.notation.answer_forms import judgement_form
from adhoc_teamwork.adhoc_planner.notation.answers import parse_judgement
from adhoc_teamwork.adhoc_planner.policies.announcing import announce
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.policies.with_model.available_plans import available_plans
from adhoc_teamwork.adhoc_planner.policies.with_model.plan_choice import (
    PastActions,
    PlanChoice,
    by_plan_list,
    with_latest_words,
)
from adhoc_teamwork.adhoc_planner.policies.with_model.plan_for_all import (
    TARGET_STEP,
    Targets,
    ask_for_plan,
    is_gathering,
    told_plan,
)
from adhoc_teamwork.adhoc_planner.prompt_context.wording import subtask_text
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.teamwork.team.meta_plan import MetaPlan, read_meta_plan
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind
from adhoc_teamwork.teamwork.team.utterance import Act
from adhoc_teamwork.teamwork.text.quoting import clean_name, quote

FORM = "capo"
ROUNDS = 3
"""Rounds of a discussion (section 5.2)."""
TURN = 12.0
"""Longest turn, in seconds of the ROS clock: three answers of a model, and the way."""
DIALOGUES = 8
"""Messages that a robot is told of."""
PLAN, ADAPT, EVALUATE, PARSE = "meta_plan", "adapt_plan", "evaluate_plan", "choose_plan"
STAGES = (PLAN, ADAPT, EVALUATE, PARSE)
_ON_THE_WAY = (SubTaskKind.TAKE, SubTaskKind.LOAD)
"""After these a thing is still to be brought: no sub-task of a meta-plan is done by them."""


@dataclass(frozen=True)
class Phases:
    """Say what of CaPo a robot does (table 3): nothing, a first plan, and its adaptation."""

    plans: bool = True
    rounds: int = ROUNDS
    adapts: bool = True


def make_capo(kit: PolicyKit, phases: Phases = Phases()) -> Policy:
    """Return CaPo for one robot."""
    prompts = kit.prompts.of_method("capo", STAGES)
    standing = Standing()
    method = MetaPlanning(kit.llm, prompts, standing, phases.rounds) if phases.plans else None
    return by_plan_list(Capo(kit, prompts, standing, phases), kit, method=method)


def make_none(kit: PolicyKit) -> Policy:
    """Return CaPo without any meta-plan: each robot chooses by itself, and says nothing."""
    return make_capo(kit, Phases(plans=False))


def make_initial(kit: PolicyKit) -> Policy:
    """Return CaPo with the designer's first plan, which nobody judges and nobody changes."""
    return make_capo(kit, Phases(rounds=0, adapts=False))


def make_frozen(kit: PolicyKit) -> Policy:
    """Return CaPo with a first plan that is discussed, and then kept."""
    return make_capo(kit, Phases(adapts=False))


def make_without_rounds(kit: PolicyKit) -> Policy:
    """Return CaPo whose plans nobody judges."""
    return make_capo(kit, Phases(rounds=0))


def make_one_round(kit: PolicyKit) -> Policy:
    """Return CaPo whose plans are judged once."""
    return make_capo(kit, Phases(rounds=1))


def make_two_rounds(kit: PolicyKit) -> Policy:
    """Return CaPo whose plans are judged twice at most."""
    return make_capo(kit, Phases(rounds=2))


class Standing:
    """Hold the meta-plan that a robot goes by, and what it has achieved since it was made."""

    def __init__(self) -> None:
        self.plan, self.version = MetaPlan(()), 0
        self.news: list[str] = []
        """In words for this robot's own prompts."""
        self.team: set[str] = set()
        """Who else was there when the plan was made: it is one for them, too."""
        self.has_planned = False
        """Whether the first conversation has ended."""
        self.is_due = False
        """Whether there is progress of which the plan does not know yet."""
        self.told = 0
        """So many of the news were told in the conversation that lasts."""
        self._targets = Targets()
        self._at: SubTask | None = None

    def learn(self, ending: Ending) -> None:
        """Take in a plan, agreed or not: the last that was put forward holds (section 4.2)."""
        del self.news[: self.told]
        self.told = 0
        plan = read_meta_plan(ending.text)
        if ending.outcome is not Outcome.UNKNOWN and plan.lines and plan != self.plan:
            self.plan, self.version = plan, self.version + 1

    def note_found(self, view: PlannerView) -> bool:
        """Take in what is known now; tell whether there is a target that the team did not know.

        What the plan gives to somebody already it knows.
        """
        lines = self.plan.lines
        new = [
            thing.object_id
            for thing in self._targets.note(view)
            if not any(
                line.is_about(thing.category, thing.position.x, thing.position.y, TARGET_STEP)
                for line in lines
            )
        ]
        self.news += [f"found {clean_name(name)}" for name in new]
        return bool(new)

    def note_done(self, view: PlannerView) -> bool:
        """Tell whether what was taken up last is done, now that something is to be decided."""
        done, self._at = self._at, view.subtask
        refused = {subtask for subtask, _ in view.rejected}
        if done is None or view.subtask is not None or done in refused or done.kind in _ON_THE_WAY:
            return False
        self.news.append(f"finished {subtask_text(done)}")
        return True

    def taken_up(self, subtask: SubTask) -> None:
        """Note what is done next; its end is progress."""
        self._at = subtask if subtask.kind is not SubTaskKind.STOP else None


class Capo:
    """Have the team plan at the start and on progress, and follow the plan."""

    def __init__(
        self,
        kit: PolicyKit,
        prompts: PromptSet,
        standing: Standing,
        phases: Phases,
    ) -> None:
        """Store what to ask through, how it stands, and what the method does."""
        self._kit, self._standing, self._phases = kit, standing, phases
        self._choice = PlanChoice(kit.llm, prompts, PARSE)
        self._past = PastActions()

    async def decide(self, dialogue: Dialogue) -> Decision:
        """Return what the robot does next by the meta-plan.

        Raises:
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """
        if self._phases.plans:
            await self._settle(dialogue)
        view = with_latest_words(dialogue.view(), DIALOGUES)
        plans = available_plans(view)
        if not plans:
            return announce(dialogue, SubTask(SubTaskKind.STOP), "There is nothing that I can do.")
        told = told_plan(self._standing.plan)
        plan = await self._choice.choose(view, plans, past=self._past.told(), meta_plan=told)
        if plan is None:
            raise AnswerRejectedError("choose_plan: there was no message to send")
        self._past.note(str(plan), view.subtask)
        self._standing.taken_up(plan)
        version = self._standing.version
        reason = f"It follows version {version} of the meta-plan."
        return announce(dialogue, plan, reason if version else "I chose it from my plans.")

    async def _settle(self, dialogue: Dialogue) -> None:
        """Know the plan that holds; have the team make another where there is progress."""
        standing = self._standing
        while not standing.version and is_gathering(dialogue.view()):
            await dialogue.moment()
        view, ending = dialogue.view(), dialogue.settled()
        here = {t.name for t in view.teammates if not t.left}
        made = {
            "replans_found": standing.note_found(view),
            "replans_done": standing.note_done(view),
            "replans_team": here != standing.team,
        }
        standing.team = here
        if ending is None and not standing.has_planned:
            # Before the first plan nobody acts.
            ending = await dialogue.confer(self._drawn(view))
        else:
            self._kit.counts.update(name for name, is_made in made.items() if is_made)
            standing.is_due |= any(made.values())
        if ending is None:
            # The team talks of another plan; until then this robot goes on by the one that it has.
            return
        standing.learn(ending)
        standing.has_planned = True
        if standing.is_due and self._phases.adapts:
            standing.is_due = False
            dialogue.call((view.robot, *sorted(here)))

    def _drawn(self, view: PlannerView) -> tuple[str, ...]:
        """Return who is to write the first plan, drawn alike by all: that one, then the others."""
        names = sorted({view.robot, *(t.name for t in view.teammates if not t.left)})
        shared = self._kit.seed.removesuffix(f"/{self._kit.robot}")
        random.Random(f"{shared} designer of {len(names)}").shuffle(names)
        return tuple(names)


class MetaPlanning:
    """Write a meta-plan as its designer, judge it as an evaluator (section 4.2)."""

    def __init__(
        self, llm: LlmQuery, prompts: PromptSet, standing: Standing, rounds: int = ROUNDS
    ) -> None:
        self.form = Form(FORM, Topology.STAR, rounds, TURN)
        self._llm, self._prompts, self._standing = llm, prompts, standing

    async def speak(self, role: Role, conversation: Conversation, view: PlannerView) -> Draft:
        """Return the plan, or what is to be said of it; see `Method.speak`."""
        told = with_latest_words(view, DIALOGUES)
        self._standing.note_found(view)
        self._standing.told = len(self._standing.news)
        if role is Role.LEAD:
            return await self._design(conversation, told)
        return await self._evaluate(conversation, told)

    async def _design(self, conversation: Conversation, view: PlannerView) -> Draft:
        latest = [said.text for _, said in conversation.said if said.act is Act.PROPOSE]
        before = read_meta_plan(latest[-1]) if latest else self._standing.plan
        plan = await ask_for_plan(
            self._llm,
            self._prompts,
            ADAPT if self._standing.version else PLAN,
            view,
            conversation,
            "the plan has",
            meta_plan=told_plan(before),
            answers=_answers(conversation),
            progress=tuple(self._standing.news),
        )
        is_kept = bool(
            self._standing.version and not latest and set(plan.lines) <= set(before.lines)
        )
        return Draft(str(plan), settles=is_kept)

    async def _evaluate(self, conversation: Conversation, view: PlannerView) -> Draft:
        put_forward = conversation.put_forward
        plan = read_meta_plan(put_forward.text if put_forward is not None else "")
        agrees, why = await self._llm.ask(
            EVALUATE,
            self._prompts.ask(
                EVALUATE,
                view,
                designer=clean_name(conversation.topic.opener),
                meta_plan=told_plan(plan),
                progress=tuple(self._standing.news),
            ),
            parse_judgement,
            make_form=lambda: judgement_form(EVALUATE),
        )
        return Draft(why[: conversation.form.characters], agrees=agrees)


def _answers(conversation: Conversation) -> list[dict[str, Any]]:
    """Return what was answered to the latest version, the latest of each robot."""
    latest = {name: said for name, said in conversation.said if said.act is Act.ANSWER}
    return [
        {"name": clean_name(name), "agrees": said.agrees, "text": quote(said.text)}
        for name, said in sorted(latest.items())
    ]
