# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots talk before each step: one conversation, in turns, that ends with a plan for all.

The method is RoCo's (roco.txt sections III-A and XI). A robot's prompt holds its own observation
alone; what others know reaches it by their words.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from adhoc_teamwork.adhoc_planner.conversation.conversation import Conversation
from adhoc_teamwork.adhoc_planner.conversation.form import Draft, Form, Outcome, Role, Topology
from adhoc_teamwork.adhoc_planner.prompts.templates import Templates, load_templates
from adhoc_teamwork.cells.telling import Option
from adhoc_teamwork.llm_port.port import LanguageModel
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.team.utterance import Topic
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
        rounds = max(1, calls // len(known.robots))
        # One turn takes one unit of time, and nobody is waited for.
        self._form = Form("dialog", Topology.ROUND_ROBIN, rounds, 2.0, _LONGEST)

    async def talk(self, now: Round) -> Talk:
        """Return what was said and planned; see `Planners`."""
        made, robots = Talk(), self._known.robots
        topic = Topic(float(now.number), robots[0], len(now.feedback))
        views = {r: Conversation(self._form, topic, r, robots, topic.begun) for r in robots}
        time = topic.begun
        while not any(view.has_ended for view in views.values()):
            speaker = next((r for r in robots if views[r].turn is Role.SPEAK), None)
            if speaker is not None:
                answer = await self._models(speaker).complete(self.prompt(speaker, now, made.said))
                made.calls += 1
                made.said.append((speaker, answer.text))
                said = views[speaker].say(draft_of(answer.text), time)
                for other in robots:
                    views[other].hear(speaker, said, time)
            ended = views[robots[0]].let_pass(time, set(robots[1:]))
            for other in robots if ended is not None else ():
                assert ended is not None
                views[other].hear(robots[0], ended, time)
            time += 1.0
        ending = views[robots[-1]].ending
        assert ending is not None
        if ending.outcome is Outcome.AGREED:
            made.plan = ending.text
        return made

    def prompt(
        self, robot: str, now: Round, said: Sequence[tuple[str, str]] = ()
    ) -> tuple[ChatMessage, ...]:
        """Return the prompt of a robot's turn."""
        own = now.own[robot]
        facts = {
            **_facts(self._known, now),
            "robot": robot,
            "others": [name for name in self._known.robots if name != robot],
            "options": own.options,
            "observation": own.observation,
            "told": own.told,
            "chat": [(name, quote(text, _SHOWN)) for name, text in said],
        }
        return self._templates.render("turn", facts)


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
        draft = draft_of(answer.text)
        return Talk([], draft.text if draft.assignments else "", 1)


def load_dialog(folder: Path) -> Templates:
    """Return the prompts of dialogs in cells, in `prompts/` of a folder.

    Raises:
        ConfigError: A template is missing or wrong.
    """
    return load_templates((folder / "prompts",), ("turn", "central"))


def draft_of(answer: str) -> Draft:
    """Return what a model's answer is as a turn: a plan where it has one, else words."""
    _, keyword, after = answer.rpartition("EXECUTE")
    if not keyword:
        return Draft(answer[:_LONGEST])
    plan = f"EXECUTE{after}"[: _LONGEST // 2]
    planned = dict(_ACTION.findall(plan))
    # A plan that cannot be read is one as well: the check of its format says what is wrong.
    tasks = planned or {"nobody": "nothing that can be read"}
    return Draft(plan, tuple((name[:100], task[:30]) for name, task in list(tasks.items())[:16]))


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
