# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An agent that goes turn by turn: the same inputs in the same turns give the same decisions.

What could differ from one time to the next is taken from it: its clock stands still within a turn,
its model's answers come in as inputs, and its tasks run on a loop of their own until all of them
wait for the next turn.
"""

import asyncio
from collections.abc import Callable, Sequence

from adhoc_teamwork.adhoc_planner.agent.agent import Agent, AgentStatus
from adhoc_teamwork.adhoc_planner.agent.execution import Body
from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.decisions.seat import Seat
from adhoc_teamwork.adhoc_planner.journal.deterministic_loop import DeterministicLoop
from adhoc_teamwork.adhoc_planner.journal.inputs import AskedModel, Input, InputKind, tell
from adhoc_teamwork.adhoc_planner.journal.notes import Note, Notes
from adhoc_teamwork.adhoc_planner.journal.replayable_model import Ask, Prompt, ReplayableModel
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.llm_port.port import AnswerSchema

NotesMaker = Callable[[Body], Notes]


class TurnedAgent:
    """Take turns; use one from one thread only.

    Args:
        settings: How the agent is set up.
        prompts: What its questions are made of.
        body: Carries out what it does.
        model: The model that it asks.
        ask: Called with each question.
        withdraw: Called with the number of a question whose answer is not wanted any more.
        make_notes: Who watches it.
    """

    def __init__(
        self,
        settings: AgentSettings,
        prompts: PromptSet,
        body: Body,
        model: AskedModel,
        ask: Ask,
        withdraw: Callable[[int], None] = lambda _: None,
        make_notes: NotesMaker = Notes,
    ) -> None:
        self._notes = make_notes(body)
        self._now = 0.0
        self._loop: DeterministicLoop | None = None

        def note_and_ask(call: int, prompt: Prompt, schema: AnswerSchema | None) -> None:
            self._notes.asked(call, prompt)
            ask(call, prompt, schema)

        self._gate = ReplayableModel(model, note_and_ask, withdraw)
        self._agent = Agent(
            settings, self._gate, prompts, self._notes, lambda: self._now, self._notes
        )

    def turn(self, stamp: float, inputs: Sequence[Input]) -> tuple[Note, ...]:
        """Take in what there is at one moment (seconds of the ROS clock); return what came of it.

        Raises:
            RestlessError: A policy's tasks do not come to rest.
        """
        if self._loop is None:
            self._loop = DeterministicLoop()
        self._now = self._loop.now = stamp
        for given in inputs:
            self._loop.call_soon(self._take_in, given)
        self._loop.run_until_still()
        return self._notes.take()

    def close(self) -> None:
        """Have the agent leave where it has not, drop what waits and let go of the loop."""
        if self._loop is None:
            return
        # One that has not left would begin anew what is dropped.
        self._loop.call_soon(self._agent.leave, "it is ended")
        self._loop.run_until_still()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_still()
        self._loop.close()
        self._loop = None

    def status(self) -> AgentStatus:
        """Return a summary for diagnostics; reading it from another thread is harmless."""
        return self._agent.status()

    def seat(self) -> Seat:
        """Return where a person may sit; reading it from another thread is harmless."""
        return self._agent.seat()

    def _take_in(self, given: Input) -> None:
        if given.kind is InputKind.ANSWER:
            self._gate.answer(given.value)
        elif given.kind is InputKind.MODEL:
            self._gate.use(given.value)
        else:
            tell(self._agent, given)
