# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots talk before each step: one conversation, in turns, that ends with a plan for all.

The method is RoCo's (roco.txt sections III-A and XI). A robot's prompt holds its own observation
alone; what others know reaches it by their words.
"""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from adhoc_teamwork.adhoc_planner.conversation.conversation import Conversation
from adhoc_teamwork.adhoc_planner.conversation.form import Draft, Form, Outcome, Role, Topology
from adhoc_teamwork.adhoc_planner.prompts.templates import Templates, load_templates
from adhoc_teamwork.cells.telling import Option
from adhoc_teamwork.llm_port.port import LanguageModel
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.team.utterance import Act, Topic, Utterance
from adhoc_teamwork.teamwork.text.quoting import clean_words, quote

MOST_CALLS = 10
"""Turns of one dialog."""
_LONGEST = 2000
"""Characters of a turn that the others hear; a plan may have as many."""
_SHOWN = 1500
"""Characters of a turn that a prompt shows."""
_ACTION = re.compile(r"NAME\s+(\S+)\s+ACTION\s+([^\n]*)")
_ACTION_SHOWN = 120


@dataclass(frozen=True)
class Known:
    """Hold what everybody knows: of the task, and of who there is."""

    robots: tuple[str, ...]
    words: str
    goal: str
    layout: Sequence[str]
    names: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Own:
    """Hold what one robot knows of itself and by its own sensors."""

    options: Sequence[Option]
    observation: Sequence[str]
    told: str = ""


@dataclass(frozen=True)
class Refused:
    """Hold a plan that was refused, and why."""

    plan: str
    wrong: str

    @property
    def actions(self) -> list[tuple[str, str]]:
        """Return what was planned for whom, as a prompt may show it."""
        return shown_actions(self.plan)


@dataclass(frozen=True)
class Past:
    """Hold a round that is over: what was said, what was planned, what came of it.

    And the `news` before it, of robots that were switched on and off.
    """

    number: int
    said: Sequence[tuple[str, str]]
    plan: str = ""
    result: str = ""
    news: Sequence[str] = ()

    @property
    def chat(self) -> list[tuple[str, str]]:
        """Return what was said by whom, as a prompt may show it."""
        return [(name, quote(text, _SHOWN)) for name, text in self.said]

    @property
    def actions(self) -> list[tuple[str, str]]:
        """Return what was carried out by whom, as a prompt may show it."""
        return shown_actions(self.plan)


@dataclass(frozen=True)
class Round:
    """Hold what a step's dialogs begin from.

    Attributes:
        number: Counts the environment's steps from 0.
        own: What each robot knows.
        history: What is told of earlier rounds; none of it where a method has no history.
        outcome: What came of the last round; None in the first.
        feedback: Plans of this round that were refused.
        news: What is heard of robots that were switched on and off just now.
    """

    number: int
    own: Mapping[str, Own]
    history: Sequence[Past] = ()
    outcome: Past | None = None
    feedback: Sequence[Refused] = ()
    news: Sequence[str] = ()


@dataclass
class Talk:
    """Hold what a dialog came to: what was said by whom, and the plan; empty where there is none.

    `calls` counts what was asked of models.
    """

    said: list[tuple[str, str]] = field(default_factory=list)
    plan: str = ""
    calls: int = 0


class Planners(Protocol):
    """Settle what all robots do in a step."""

    async def talk(self, now: Round) -> Talk:
        """Return what was said and planned.

        Raises:
            ModelUnavailableError: A model does not answer.
            ConfigError: A template is at fault.
        """


class DialogPart:
    """Take one robot's part in one dialog: hear the others, speak in turn, hear how it ended.

    Args:
        prompts: The templates.
        known: What everybody knows.
        robot: Whose part.
        now: What the dialog begins from.
        time: When it begins, seconds of whatever clock the others go by, too.
        form: See `dialog_form`.
    """

    def __init__(
        self, prompts: Templates, known: Known, robot: str, now: Round, time: float, form: Form
    ) -> None:
        self._prompts, self._known, self._robot, self._now = prompts, known, robot, now
        self.topic = Topic(float(now.number), known.robots[0], len(now.feedback))
        self._view = Conversation(form, self.topic, robot, known.robots, time)
        self.said: list[tuple[str, str]] = []

    @property
    def speaks(self) -> bool:
        """Tell whether it is this robot's turn."""
        return self._view.turn is Role.SPEAK

    @property
    def talk(self) -> Talk | None:
        """Return what the dialog came to as far as this robot heard; None while it lasts."""
        ending = self._view.ending
        if ending is None:
            return None
        plan = plan_of(ending.text) if ending.outcome is Outcome.AGREED else ""
        return Talk(list(self.said), plan, len(self.said))

    def prompt(self) -> tuple[ChatMessage, ...]:
        """Return the prompt of this robot's turn."""
        return turn_prompt(self._prompts, self._known, self._robot, self._now, self.said)

    def say(self, answer: str, time: float) -> Utterance:
        """Take the turn with a model's answer, or a person's; return what is said."""
        said = self._view.say(draft_of(answer), time)
        self._note(self._robot, said)
        return said

    def hear(self, sender: str, said: Utterance, time: float) -> None:
        """Take in what another says, of this dialog or of any."""
        if said.topic != self.topic or sender == self._robot:
            return
        before = len(self._view.said)
        self._view.hear(sender, said, time)
        if len(self._view.said) > before:
            self._note(sender, said)

    def let_pass(self, time: float, others: Set[str]) -> Utterance | None:
        """Let time pass while others are there; return the end where it is this robot's to tell."""
        return self._view.let_pass(time, others)

    def _note(self, sender: str, said: Utterance) -> None:
        if said.act is not Act.CONCLUDE:
            self.said.append((sender, said.text))


class Dialog:
    """Have each robot's model speak in turn.

    Args:
        templates: The prompts.
        known: What everybody knows.
        models: The model of each robot.
        calls: Most turns of one dialog.
    """

    def __init__(
        self,
        templates: Templates,
        known: Known,
        models: Callable[[str], LanguageModel],
        calls: int = MOST_CALLS,
    ) -> None:
        self._templates, self._known, self._models = templates, known, models
        # One turn takes one unit of time, and nobody is waited for.
        self._form = dialog_form(len(known.robots), 2.0, calls)

    async def talk(self, now: Round) -> Talk:
        """Return what was said and planned; see `Planners`."""
        robots, time = self._known.robots, float(now.number)
        parts = {
            robot: DialogPart(self._templates, self._known, robot, now, time, self._form)
            for robot in robots
        }
        while (talk := parts[robots[0]].talk) is None:
            speaker = next((robot for robot in robots if parts[robot].speaks), None)
            if speaker is not None:
                answer = await self._models(speaker).complete(parts[speaker].prompt())
                said = parts[speaker].say(answer.text, time)
                for part in parts.values():
                    part.hear(speaker, said, time)
            ended = parts[robots[0]].let_pass(time, set(robots[1:]))
            if ended is not None:
                for part in parts.values():
                    part.hear(robots[0], ended, time)
            time += 1.0
        return talk

    def prompt(
        self, robot: str, now: Round, said: Sequence[tuple[str, str]] = ()
    ) -> tuple[ChatMessage, ...]:
        """Return the prompt of a robot's turn."""
        return turn_prompt(self._templates, self._known, robot, now, said)


class Central:
    """Have one model that knows all plan for all (section V-A, the oracle).

    Args:
        templates: The prompts.
        known: What everybody knows.
        model: Which model.
    """

    def __init__(self, templates: Templates, known: Known, model: LanguageModel) -> None:
        self._templates, self._known, self._model = templates, known, model

    async def talk(self, now: Round) -> Talk:
        """Return the plan; see `Planners`."""
        every = [option for own in now.own.values() for option in own.options]
        facts = {
            **_facts(self._known, now),
            "options": list(dict.fromkeys(every)),
            "observation": list(
                dict.fromkeys(line for own in now.own.values() for line in own.observation)
            ),
            "told": [own.told for own in now.own.values() if own.told],
        }
        answer = await self._model.complete(self._templates.render("central", facts))
        return Talk([], plan_of(answer.text), 1)


def load_dialog(folder: Path) -> Templates:
    """Return the prompts of dialogs in cells, in `prompts/` of a folder.

    Raises:
        ConfigError: A template is missing or wrong.
    """
    return load_templates((folder / "prompts",), ("turn", "central"))


def dialog_form(robots: int, wait: float, calls: int = MOST_CALLS) -> Form:
    """Return how a dialog goes among so many robots.

    Args:
        robots: How many.
        wait: Longest turn, seconds.
        calls: Most turns.
    """
    return Form("dialog", Topology.ROUND_ROBIN, max(1, calls // robots), wait, _LONGEST)


def turn_prompt(
    templates: Templates, known: Known, robot: str, now: Round, said: Sequence[tuple[str, str]]
) -> tuple[ChatMessage, ...]:
    """Return the prompt of a robot's turn, after what was said in the dialog before."""
    own = now.own[robot]
    facts = {
        **_facts(known, now),
        "robot": robot,
        "others": [name for name in known.robots if name != robot],
        "options": own.options,
        "observation": own.observation,
        "told": own.told,
        "chat": [(name, quote(text, _SHOWN)) for name, text in said],
    }
    return templates.render("turn", facts)


def draft_of(answer: str) -> Draft:
    """Return what a model's answer is as a turn: with a plan where it has one."""
    plan = plan_of(answer)
    if not plan:
        return Draft(answer[:_LONGEST])
    words = answer.rpartition("EXECUTE")[0]
    planned = dict(_ACTION.findall(plan))
    # A plan that cannot be read is one as well: the check of its format says what is wrong.
    tasks = planned or {"nobody": "nothing that can be read"}
    assignments = tuple((name[:100], task[:30]) for name, task in list(tasks.items())[:16])
    return Draft(words[: _SHOWN - len(plan)] + plan, assignments)


def plan_of(answer: str) -> str:
    """Return the plan with which an answer ends; an empty text where it has none."""
    _, keyword, after = answer.rpartition("EXECUTE")
    return f"EXECUTE{after}"[: _LONGEST // 2] if keyword else ""


def planned_actions(plan: str) -> list[tuple[str, str]]:
    """Return whose action is what in a plan's text; paths are left out."""
    return [(name, task.split(" PATH ")[0]) for name, task in _ACTION.findall(plan)[:16]]


def shown_actions(plan: str) -> list[tuple[str, str]]:
    """Return the actions of a plan's text as a prompt may show them."""
    return [
        (clean_words(name, 40), quote(task, _ACTION_SHOWN)) for name, task in planned_actions(plan)
    ]


def _facts(known: Known, now: Round) -> dict[str, object]:
    return {
        "robots": known.robots,
        "names": known.names,
        "words": known.words,
        "goal": known.goal,
        "layout": known.layout,
        "history": now.history,
        "outcome": now.outcome,
        "feedback": now.feedback,
        "news": now.news,
    }
