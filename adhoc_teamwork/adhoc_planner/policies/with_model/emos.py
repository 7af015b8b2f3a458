# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""EMOS: who has the right body for it, decided in a discussion (Chen et al., section 3.4).

A leader divides the task; every robot checks its share against its own resume, with numbers that
are worked out for it, and refuses what its body cannot do; the leader divides again. Then each
carries its share out, one action at a time, and waits; a new division wakes it. The task is
divided again where somebody comes or goes, finds what is to be moved, has tried in vain, or has
another body than before.
"""

from collections import deque
from collections.abc import Sequence
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
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import LlmQuery
from adhoc_teamwork.adhoc_planner.notation.answer_forms import choice_form, judgement_form
from adhoc_teamwork.adhoc_planner.notation.answers import parse_choice, parse_judgement
from adhoc_teamwork.adhoc_planner.notation.expressions import (
    MOST_EXPRESSIONS,
    expressions_form,
    parse_expressions,
)
from adhoc_teamwork.adhoc_planner.policies.announcing import announce
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.policies.with_model.plan_choice import by_plan_list
from adhoc_teamwork.adhoc_planner.policies.with_model.plan_for_all import (
    Targets,
    ask_for_plan,
    is_gathering,
    told_plan,
)
from adhoc_teamwork.adhoc_planner.prompt_context.body_numbers import (
    BodyNumbers,
    resume_of,
    role_of,
)
from adhoc_teamwork.adhoc_planner.prompt_context.known_names import known_names
from adhoc_teamwork.adhoc_planner.prompt_context.wording import subtask_text
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.team.channel import LONGEST_MESSAGE
from adhoc_teamwork.teamwork.team.meta_plan import MetaPlan, PlanLine, read_meta_plan
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind
from adhoc_teamwork.teamwork.team.utterance import Act
from adhoc_teamwork.teamwork.text.expressions import ExpressionError, Value, evaluate
from adhoc_teamwork.teamwork.text.quoting import clean_name, number, quote

FORM = "emos"
ROUNDS = 4
"""The first division, and three more where robots refuse."""
TURN = 24.0
"""Longest turn, seconds of the ROS clock: a leader divides, works out and checks, maybe twice."""
DIVIDE, COMPUTE, CHECK, ACT = "divide", "compute", "check", "act"
STAGES = (DIVIDE, COMPUTE, CHECK, ACT)
_TRIES = 2
"""How often a robot has a discussion held of whose end it did not hear, or not from all."""
_SILENT = "it has not answered."
"""Why an errand is not done by whom it was given to and who neither agreed nor refused."""
_ALL = "Nobody has divided the task: do all of the goal that is left."
_PUT_AWAY = "You have no share: only put away what you hold."
_PAST = 12
"""Actions of its own that a robot is told of."""

Refusal = tuple[str, str, str]
"""Who has refused which words, and why."""


@dataclass(frozen=True)
class Means:
    """Say what of EMOS a robot has (section 4.4): discussion, resume, and the numbers in that."""

    discusses: bool = True
    has_resume: bool = True
    has_numbers: bool = True


def make_emos(kit: PolicyKit, means: Means = Means()) -> Policy:
    """Return EMOS for one robot."""
    prompts, standing = kit.prompts.of_method("emos", STAGES), Standing()
    method = Division(kit, prompts, means, standing) if means.discusses else None
    return by_plan_list(Emos(kit, prompts, means, standing), kit, method=method)


def make_without_numbers(kit: PolicyKit) -> Policy:
    """Return EMOS whose resumes are words alone, and which works out nothing."""
    return make_emos(kit, Means(has_numbers=False))


def make_without_resume(kit: PolicyKit) -> Policy:
    """Return EMOS whose robots know a role that people gave them in the place of their body."""
    return make_emos(kit, Means(has_resume=False, has_numbers=False))


def make_without_discussion(kit: PolicyKit) -> Policy:
    """Return EMOS without a division: each robot acts on the task as it was told."""
    return make_emos(kit, Means(discusses=False))


class Standing:
    """Hold the division that a robot goes by, what it has done of it, and what it last knew."""

    def __init__(self) -> None:
        self.plan = MetaPlan(())
        self.past: deque[tuple[str, str]] = deque(maxlen=_PAST)
        """Its latest actions and how they ended, in words for its prompts."""
        self.has_failed = False
        """One of them failed since the robot last spoke of its share, or divided the task."""
        self.team: frozenset[str] = frozenset()
        self.body: Capability | None = None
        self.refused: list[Refusal] = []
        """What has been refused in the conversation that this robot leads, as far as it knows."""
        self.before: list[Refusal] = []
        """What was refused, or not answered, in the one whose rest is being divided again."""
        self.talk: Conversation | None = None
        """The latest that it led."""
        self._targets = Targets(by_name=True)

    def is_news(self, view: PlannerView) -> bool:
        """Tell whether this robot knows what the division could not: a body, a failure, a find."""
        is_new = bool(self._targets.note(view)) or self.has_failed
        return is_new or self.body not in (None, view.capability)

    def know(self, view: PlannerView) -> None:
        """Take in what is known now that the robot speaks of the division."""
        self._targets.note(view)
        self.team, self.body, self.has_failed = team_of(view), view.capability, False

    def leaves_some(self, ending: Ending) -> bool:
        """Tell whether what this robot led left something that not all have refused; note who has.

        Rounds may have been used up before the able one was asked, or somebody has not answered.
        """
        talk = self.talk
        if talk is None or ending is not talk.ending or ending.outcome is Outcome.UNKNOWN:
            return False
        self.before = self._refused_in(talk, ending)
        refused = {(name, words) for name, words, _ in self.before}
        left = {words for _, words, _ in self.before} - given_in(ending)
        return any((name, words) not in refused for words in left for name in talk.members)

    def done_by_nobody(self, ending: Ending) -> str:
        """Return what nobody does, and why, now that what this robot led has ended; or nothing."""
        talk, self.talk = self.talk, None
        if talk is None or ending is not talk.ending or ending.outcome is Outcome.UNKNOWN:
            return ""
        given = given_in(ending)
        left: dict[str, list[str]] = {}
        for name, words, why in self._refused_in(talk, ending):
            if words not in given:
                left.setdefault(words, []).append(f"{name}: {why}")
        return " ".join(f"Nobody can {words}. {' '.join(said)}" for words, said in left.items())

    def _refused_in(self, talk: Conversation, ending: Ending) -> list[Refusal]:
        """Return who refused which words in a conversation, or was given them in vain."""
        said = [*self.refused, *refusals_of(talk)]
        refused = {(name, words) for name, words, _ in said}
        said += [one for one in unanswered(ending) if one[:2] not in refused]
        return list(dict.fromkeys(said))


def team_of(view: PlannerView) -> frozenset[str]:
    """Return the teammates that are there."""
    return frozenset(t.name for t in view.teammates if not t.left)


class Emos:
    """Have the task divided, and carry out this robot's share."""

    def __init__(
        self, kit: PolicyKit, prompts: PromptSet, means: Means, standing: Standing
    ) -> None:
        """Store what to ask through, what the robot has, and what it shares with its method."""
        self._kit, self._prompts, self._means = kit, prompts, means
        self._standing = standing
        self._share: tuple[str, ...] | None = None
        self._heard: Ending | None = None
        self._blank = 0
        """How many discussions in a row have ended without any division."""
        self._at: SubTask | None = None

    async def decide(self, dialogue: Dialogue) -> Decision:
        """Return the next action of this robot's share; Stop, to wait, where it is done.

        Raises:
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """
        self._note_past(dialogue.view())
        if self._means.discusses:
            await self._settle(dialogue)
        view = dialogue.view()
        if self._means.discusses and not self._share and not view.state.all_held:
            return announce(dialogue, SubTask(SubTaskKind.STOP), "I have no share: I wait.")
        subtask = await self._kit.llm.ask(
            ACT,
            self._prompts.ask(
                ACT,
                view,
                share=[quote(words) for words in self._share or ()],
                no_share=_PUT_AWAY if self._means.discusses else _ALL,
                past=list(self._standing.past),
            ),
            lambda text: parse_choice(text, view.task.subtasks),
            make_form=lambda: choice_form(ACT, known_names(view), view.task.subtasks),
        )
        self._at = subtask if subtask.kind is not SubTaskKind.STOP else None
        return announce(dialogue, subtask, "It is the next of my share.")

    async def _settle(self, dialogue: Dialogue) -> None:
        """Know this robot's share; have the task divided anew where the team is another."""
        while self._share is None and is_gathering(dialogue.view()):
            await dialogue.moment()
        standing, view = self._standing, dialogue.view()
        here, ending, is_news = team_of(view), dialogue.settled(), standing.is_news(view)
        is_other = self._share is not None and here != standing.team
        is_other |= 0 < self._blank <= len(here)
        if ending is not None and ending is self._heard and not (is_other or is_news):
            return
        if ending is None or is_other or is_news:
            # Who knows something new tells it by dividing the task itself. Who led and had nothing
            # to put forward is followed by the next.
            order = sorted((view.robot, *here))
            first = self._blank % len(order)
            openers = (*order[first:], *order[:first])
            if is_news:
                openers = (view.robot, *sorted(here))
            self._kit.counts["divided_again"] += self._share is not None
            standing.before = []
            for _ in range(_TRIES):
                ending = await dialogue.confer(openers)
                if standing.leaves_some(ending):
                    openers = (view.robot, *sorted(here))
                elif ending.outcome is not Outcome.UNKNOWN:
                    break
            standing.know(view)
        if ending is not self._heard and ending is not None:
            self._blank = self._blank + 1 if is_blank(ending) else 0
        self._heard = ending
        if ending is not None:
            self._learn(ending, view.robot)
            if report := self._standing.done_by_nobody(ending):
                self._kit.counts["errands_given_to_nobody"] += 1
                dialogue.say(report[:LONGEST_MESSAGE])

    def _learn(self, ending: Ending, robot: str) -> None:
        """Take this robot's share from how a discussion ended; what it did not agree to, it leaves.

        Who led takes what a robot did not answer to for undone, and has it divided again.
        """
        if ending.outcome is Outcome.UNKNOWN:
            return
        self._standing.plan = read_meta_plan(ending.text)
        share = lines_of(self._standing.plan, robot)
        if robot not in ending.agreed:
            self._kit.counts["shares_left_undone"] += bool(share)
            share = ()
        self._share = share

    def _note_past(self, view: PlannerView) -> None:
        """Note how the latest action ended, now that another is to be chosen."""
        done, self._at = self._at, None
        if done is None or view.subtask is not None:
            self._at = done
            return
        reasons = dict(view.rejected)
        outcome = f"failed: {quote(reasons[done])}" if done in reasons else "done"
        self._standing.past.append((subtask_text(done), outcome))
        self._standing.has_failed |= done in reasons


class Division:
    """Divide the task as its leader; check a share as a robot of the team."""

    def __init__(
        self, kit: PolicyKit, prompts: PromptSet, means: Means, standing: Standing
    ) -> None:
        self.form = Form(FORM, Topology.STAR, ROUNDS, TURN)
        self._standing = standing
        self._llm: LlmQuery = kit.llm
        self._counts, self._prompts, self._means = kit.counts, prompts, means

    async def speak(self, role: Role, conversation: Conversation, view: PlannerView) -> Draft:
        """Return a division, or what a robot says of its share; see `Method.speak`."""
        self._standing.know(view)
        if role is Role.LEAD:
            return await self._divide(conversation, view)
        put_forward = conversation.put_forward
        plan = read_meta_plan(put_forward.text if put_forward is not None else "")
        agrees, why = await self._check(plan, conversation.topic.opener, view)
        return Draft(why[: conversation.form.characters], agrees=agrees)

    async def _divide(self, conversation: Conversation, view: PlannerView) -> Draft:
        """Return a division of which this robot can do its own share, as far as there is one."""
        standing = self._standing
        if standing.talk is not conversation:
            standing.talk, standing.refused = conversation, list(standing.before)
        standing.refused = list(dict.fromkeys([*standing.refused, *refusals_of(conversation)]))
        put_forward = [said.text for _, said in conversation.said if said.act is Act.PROPOSE]
        plan = read_meta_plan(put_forward[-1]) if put_forward else standing.plan
        for _ in conversation.members:
            plan = await self._ask_for_division(conversation, view, plan, standing.refused)
            agrees, why = await self._check(plan, view.robot, view)
            new = refused_lines(plan, view.robot, why) if not agrees else ()
            if not new:
                break
            standing.refused += [(view.robot, line.words, why) for line in new]
        else:
            # What the leader itself refuses in the end, it gives to nobody.
            plan = MetaPlan(tuple(line for line in plan.lines if line not in new))
        return Draft(str(plan))

    async def _ask_for_division(
        self,
        conversation: Conversation,
        view: PlannerView,
        before: MetaPlan,
        refused: Sequence[Refusal],
    ) -> MetaPlan:
        return await ask_for_plan(
            self._llm,
            self._prompts,
            DIVIDE,
            view,
            conversation,
            "the lines have",
            division=told_plan(before),
            past=list(self._standing.past),
            refusals=[(clean_name(name), quote(words), quote(why)) for name, words, why in refused],
        )

    async def _check(self, plan: MetaPlan, leader: str, view: PlannerView) -> tuple[bool, str]:
        """Return whether this robot can do its share, and why not."""
        share = lines_of(plan, view.robot)
        if not share:
            return True, "I have nothing to do."
        told: dict[str, Any] = {
            "share": [quote(words) for words in share],
            "no_share": "",
            "numbers": self._means.has_numbers,
            "past": list(self._standing.past),
            "resume": resume_of(view.capability) if self._means.has_resume else (),
            "role": "" if self._means.has_resume else role_of(view.capability),
        }
        worked_out = await self._work_out(view, told) if self._means.has_numbers else ()
        agrees, why = await self._llm.ask(
            CHECK,
            self._prompts.ask(
                CHECK, view, leader=clean_name(leader), worked_out=worked_out, **told
            ),
            parse_judgement,
            make_form=lambda: judgement_form(CHECK),
        )
        self._counts["checks"] += 1
        self._counts["refusals"] += not agrees
        return agrees, why

    async def _work_out(
        self, view: PlannerView, told: dict[str, Any]
    ) -> tuple[tuple[str, str], ...]:
        """Return the expressions that the model wants, with what they come to."""
        numbers = BodyNumbers.of(view)
        written = await self._llm.ask(
            COMPUTE,
            self._prompts.ask(
                COMPUTE, view, functions=numbers.told(), most=MOST_EXPRESSIONS, **told
            ),
            parse_expressions,
            make_form=lambda: expressions_form(COMPUTE),
        )
        self._counts["expressions"] += len(written)
        return tuple((text, value_of(text, numbers)) for text in written)


def is_blank(ending: Ending) -> bool:
    """Tell whether a discussion has ended with nothing to go by: its leader was at a loss."""
    is_over = ending.outcome is Outcome.NOT_AGREED
    return is_over and not read_meta_plan(ending.text).lines


def lines_of(plan: MetaPlan, robot: str) -> tuple[str, ...]:
    """Return the words of a robot's lines in a plan."""
    return tuple(line.words for line in plan.lines if line.robot == robot)


def value_of(text: str, numbers: BodyNumbers) -> str:
    """Return what an expression comes to, in words for a prompt."""
    try:
        value: Value = evaluate(text, numbers.names, numbers.functions)
    except ExpressionError as error:
        return f"not worked out: {quote(str(error))}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return clean_name(value) if isinstance(value, str) else number(value, 3)


def given_in(ending: Ending) -> frozenset[str]:
    """Return the words of a division that somebody has agreed to do."""
    lines = read_meta_plan(ending.text).lines
    return frozenset(line.words for line in lines if line.robot in ending.agreed)


def refused_lines(plan: MetaPlan, robot: str, why: str) -> tuple[PlanLine, ...]:
    """Return the lines of a robot's share that its refusal names; all where it names none."""
    mine = [line for line in plan.lines if line.robot == robot]
    named = [line for line in mine if line.words.casefold() in why.casefold()]
    return tuple(named or mine)


def unanswered(ending: Ending) -> list[Refusal]:
    """Return the lines of a division of which nobody knows whether they will be done."""
    lines = read_meta_plan(ending.text).lines if ending.outcome is not Outcome.UNKNOWN else ()
    return [(line.robot, line.words, _SILENT) for line in lines if line.robot not in ending.agreed]


def refusals_of(conversation: Conversation) -> list[Refusal]:
    """Return who has refused which words so far, and why, over all rounds."""
    found: list[Refusal] = []
    plan = MetaPlan(())
    for name, said in conversation.said:
        if said.act is Act.PROPOSE:
            plan = read_meta_plan(said.text)
        elif said.act is Act.ANSWER and not said.agrees:
            for line in refused_lines(plan, name, said.text):
                found.append((name, line.words, said.text))
    return list(dict.fromkeys(found))
