# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What comes of an agent's inputs: decisions, questions, words and deeds, noted in order."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from adhoc_teamwork.adhoc_planner.agent.execution import Body
from adhoc_teamwork.adhoc_planner.model_queries.tracing import DECISION, STAGE, Understand
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask

_WORDS_ONLY = ("reason", "analysis")
"""Fields of an answer that explain a choice and are none."""


class NoteKind(StrEnum):
    """Name what can come of an input."""

    BEGUN = "begun"
    ASKED = "asked"
    CHOSE = "chose"
    ENDED = "ended"
    SAID = "said"
    STARTED = "started"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Begun:
    """Say that a decision is begun: its number, its kind and on what ground."""

    decision: int
    kind: str
    ground: str


@dataclass(frozen=True)
class Asked:
    """Hold a question to the model: its number, for which decision, at which stage."""

    call: int
    decision: int
    stage: str
    prompt: tuple[ChatMessage, ...]


@dataclass(frozen=True)
class Chose:
    """Say what was understood of an answer, without the words that explain it."""

    decision: int
    stage: str
    choice: str


@dataclass(frozen=True)
class Ended:
    """Say what came of a decision."""

    decision: int
    outcome: str


@dataclass(frozen=True)
class Started:
    """Say that a sub-skill was started, and under which number."""

    goal: int
    subskill: SubSkill


CONTENTS: dict[NoteKind, Any] = {
    NoteKind.BEGUN: Begun,
    NoteKind.ASKED: Asked,
    NoteKind.CHOSE: Chose,
    NoteKind.ENDED: Ended,
    NoteKind.SAID: TeamMessage,
    NoteKind.STARTED: Started,
    NoteKind.CANCELLED: int,
}
"""The type of each kind's content."""


@dataclass(frozen=True)
class Note:
    """Hold one thing that came of an input; `content` is of the type that `CONTENTS` names."""

    kind: NoteKind
    content: Any


class Notes:
    """Be an agent's body and tracer: note what comes, and pass on what is for the body."""

    def __init__(self, body: Body) -> None:
        self._body = body
        self._notes: list[Note] = []
        self._decisions = 0

    def take(self) -> tuple[Note, ...]:
        """Return what was noted since the last call, in order."""
        taken, self._notes = tuple(self._notes), []
        return taken

    def asked(self, call: int, prompt: tuple[ChatMessage, ...]) -> None:
        """Note a question to the model."""
        self._note(NoteKind.ASKED, Asked(call, DECISION.get(), STAGE.get(), prompt))

    def begun(self, kind: str, ground: str) -> int:
        """Note that a decision is begun; return its number, from 1 up."""
        self._decisions += 1
        self._note(NoteKind.BEGUN, Begun(self._decisions, kind, ground))
        return self._decisions

    def understood(
        self,
        stage: str,
        prompt: tuple[ChatMessage, ...],
        answer: object,
        understand: Understand,
    ) -> None:
        """Note what was chosen."""
        del prompt, understand
        self._note(NoteKind.CHOSE, Chose(DECISION.get(), stage, choice_text(answer)))

    def ended(self, number: int, outcome: str) -> None:
        """Note what came of a decision."""
        self._note(NoteKind.ENDED, Ended(number, outcome))

    def send(self, message: TeamMessage) -> None:
        """Note and send a message."""
        self._note(NoteKind.SAID, message)
        self._body.send(message)

    def start(self, goal: int, subskill: SubSkill) -> None:
        """Note and start a sub-skill."""
        self._note(NoteKind.STARTED, Started(goal, subskill))
        self._body.start(goal, subskill)

    def cancel(self, goal: int) -> None:
        """Note and end a sub-skill."""
        self._note(NoteKind.CANCELLED, goal)
        self._body.cancel(goal)

    def record(self, call: LlmCall) -> None:
        """Pass on the record of an exchange; the journal has its parts already."""
        self._body.record(call)

    def _note(self, kind: NoteKind, content: Any) -> None:
        self._notes.append(Note(kind, content))


def choice_text(answer: object) -> str:
    """Return what an answer chooses, in words: equal choices, however explained, read the same."""
    if isinstance(answer, (SubTask, SubSkill)):
        return str(answer)
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, tuple) and answer and isinstance(answer[0], bool):
        return choice_text(answer[0])
    if is_dataclass(answer):
        parts = [
            choice_text(getattr(answer, f.name))
            for f in fields(answer)
            if f.name not in _WORDS_ONLY
        ]
        return ", ".join(part for part in parts if part)
    if isinstance(answer, Sequence) and not isinstance(answer, str):
        return " > ".join(map(choice_text, answer))
    return str(answer)
