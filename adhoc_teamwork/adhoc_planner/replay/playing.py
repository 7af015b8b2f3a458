# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Play a journal: the same turns to an agent of the code and the configuration of now."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from adhoc_teamwork.adhoc_planner.journal.coding import Turn
from adhoc_teamwork.adhoc_planner.journal.inputs import Answer, AskedModel, Input, InputKind
from adhoc_teamwork.adhoc_planner.journal.notes import Asked, Note, NoteKind, Notes
from adhoc_teamwork.adhoc_planner.journal.replayable_model import Prompt
from adhoc_teamwork.adhoc_planner.journal.turned_agent import NotesMaker, TurnedAgent
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.adhoc_planner.replay.reading import Session
from adhoc_teamwork.adhoc_planner.task_config import TaskConfig
from adhoc_teamwork.llm_port.port import AnswerSchema
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill

NOTHING_RECORDED = "nothing was recorded that answers this question"


@dataclass(frozen=True)
class Played:
    """Pair a recorded turn with what came of it this time."""

    turn: Turn
    notes: tuple[Note, ...]


class _NoBody:
    """Carry nothing out: the world does what it did."""

    def send(self, message: TeamMessage) -> None:
        """Send nothing."""

    def start(self, goal: int, subskill: SubSkill) -> None:
        """Start nothing."""

    def cancel(self, goal: int) -> None:
        """End nothing."""

    def record(self, call: LlmCall) -> None:
        """Record nothing."""


def play(
    session: Session,
    task: TaskConfig,
    prompts: PromptSet,
    until: float = float("inf"),
    make_notes: NotesMaker = Notes,
) -> Iterator[Played]:
    """Yield what comes of each turn of a session, up to a time in seconds of the ROS clock.

    Questions are answered as they were. One that differs gets the answer of the question in whose
    place it stands; one in whose place there was none is told that there is no answer.

    Raises:
        ConfigError: The policy of then is not there now.
    """
    record = session.record
    answers = _Answers()
    agent = TurnedAgent(
        record.settings(task),
        prompts,
        _NoBody(),
        AskedModel(record.model, record.temperature),
        answers.asked,
        make_notes=make_notes,
    )
    try:
        for turn in session.turns:
            if turn.stamp > until:
                return
            notes = agent.turn(turn.stamp, answers.translated(turn.inputs))
            due = answers.match(turn.notes, notes)
            while due:
                more = agent.turn(turn.stamp, due)
                due = answers.match((), more)
                notes += more
            yield Played(turn, notes)
    finally:
        agent.close()


class _Answers:
    """Find for each question that is asked now the recorded one whose answer it gets."""

    def __init__(self) -> None:
        self._now: dict[int, int] = {}
        """Numbers of questions as they are asked now, by the recorded ones."""
        self._unasked: dict[int, Asked] = {}
        """Recorded questions that were not asked again so far."""
        self._early: dict[int, Answer] = {}
        """Answers to these."""

    def asked(self, call: int, prompt: Prompt, schema: AnswerSchema | None) -> None:
        """Do nothing: what is asked is in the notes."""

    def translated(self, inputs: tuple[Input, ...]) -> list[Input]:
        """Return inputs with answers under the numbers that their questions have now."""
        translated: list[Input] = []
        for given in inputs:
            if given.kind is not InputKind.ANSWER:
                translated.append(given)
            elif given.value.call in self._now:
                translated.append(self._under_present_number(given.value))
            else:
                self._early[given.value.call] = given.value
        return translated

    def match(self, recorded: tuple[Note, ...], notes: tuple[Note, ...]) -> list[Input]:
        """Pair the questions of a turn with those recorded; return answers that are due at once."""
        self._unasked |= {asked.call: asked for asked in _questions(recorded)}
        due: list[Input] = []
        for asked in _questions(notes):
            partner = self._partner(asked)
            if partner is None:
                due.append(Input(InputKind.ANSWER, Answer(asked.call, error=NOTHING_RECORDED)))
                continue
            del self._unasked[partner]
            self._now[partner] = asked.call
            if partner in self._early:
                due.append(self._under_present_number(self._early.pop(partner)))
        return due

    def _partner(self, asked: Asked) -> int | None:
        """Return the recorded question that is the same, else the latest one at the same stage."""
        same_stage = [a for a in self._unasked.values() if a.stage == asked.stage]
        equal = (a.call for a in same_stage if a.prompt == asked.prompt)
        return next(equal, same_stage[-1].call if same_stage else None)

    def _under_present_number(self, answer: Answer) -> Input:
        return Input(InputKind.ANSWER, replace(answer, call=self._now[answer.call]))


def _questions(notes: tuple[Note, ...]) -> Iterator[Asked]:
    return (note.content for note in notes if note.kind is NoteKind.ASKED)
