# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An agent with its threads and its journal: what a node has to post to, and to publish from."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from adhoc_teamwork.adhoc_planner.agent.agent import AgentStatus
from adhoc_teamwork.adhoc_planner.agent.execution import Body
from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.decisions.seat import Seat
from adhoc_teamwork.adhoc_planner.journal.agent_record import AgentRecord
from adhoc_teamwork.adhoc_planner.journal.coding import Turn
from adhoc_teamwork.adhoc_planner.journal.inputs import Answer, AskedModel, Input, InputKind
from adhoc_teamwork.adhoc_planner.journal.turned_agent import TurnedAgent
from adhoc_teamwork.adhoc_planner.journal.writing import JournalWriter
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.adhoc_planner.ros.agent_thread import AgentThread
from adhoc_teamwork.adhoc_planner.ros.model_thread import ModelThread
from adhoc_teamwork.adhoc_planner.ros.simulated_latency import SimulatedLatency
from adhoc_teamwork.llm_port.port import AnswerSchema, LanguageModel, takes_schema
from adhoc_teamwork.teamwork.team.llm_call import WITHDRAWN, ChatMessage, LlmCall


class AgentHost:
    """Run an agent and its model, and keep the journal of what it takes in and does.

    Args:
        settings: How the agent is set up.
        record: The same as the journal tells it.
        model: Whom it asks.
        prompts: What its questions are made of.
        body: Carries out what it does; called from the agent's thread.
        clock: Returns seconds of the ROS clock; called from the agent's thread.
        sense: Returns what is known by now; called from that thread before each tick.
        latency: After how many seconds of that clock answers are taken in; below 0: as they come.
        worked_off: Called with the time up to which all is done, from the agent's thread, after
            each turn for which the agent was woken.
    """

    def __init__(
        self,
        settings: AgentSettings,
        record: AgentRecord,
        model: LanguageModel,
        prompts: PromptSet,
        body: Body,
        clock: Callable[[], float],
        sense: Callable[[], Sequence[Input]],
        latency: float,
        worked_off: Callable[[float], None],
    ) -> None:
        self._session = settings.session
        self._clock = clock
        self._journal = JournalWriter(record)
        self._sense, self._tell_worked_off = sense, worked_off
        self._turn_at = 0.0
        self._latency = SimulatedLatency(settings.robot, latency) if latency >= 0.0 else None
        self._model = ModelThread(model, self._answered)
        self._refusal = ""
        self._agent = TurnedAgent(
            settings,
            prompts,
            TrueRecords(body, self._take_refusal),
            _asked(model),
            self._ask,
            self._withdraw,
        )
        self._thread = AgentThread(
            self._agent, self._sense_all, self._take_turn, clock, self._worked_off
        )

    def start(self) -> None:
        """Start both threads, and wait until they take what is posted."""
        self._model.start()
        self._thread.start()

    def post(self, kind: InputKind, value: object) -> None:
        """Have the agent take something in soon."""
        self._thread.post(Input(kind, value))

    def wake(self) -> None:
        """Have the agent told soon that time has passed, and tell when it has done what was due."""
        self._thread.wake()

    def use_model(self, model: LanguageModel) -> None:
        """Ask another model from the next question on."""
        self._model.use(model)
        self.post(InputKind.MODEL, _asked(model))

    def stop(self, why: str) -> None:
        """Let the agent say goodbye, and end both threads."""
        self._thread.stop(why)
        self._model.stop(0.6)

    def status(self) -> AgentStatus:
        """Return a summary for diagnostics; reading it from another thread is harmless."""
        return self._agent.status()

    def seat(self) -> Seat:
        """Return where a person may sit; reading it from another thread is harmless."""
        return self._agent.seat()

    @property
    def is_alive(self) -> bool:
        """Tell whether the agent's thread runs."""
        return self._thread.is_alive

    def journal(self) -> str:
        """Return the lines of the journal since the last call; empty where there are none."""
        return self._journal.take()

    def _ask(self, call: int, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None) -> None:
        if self._latency is not None:
            self._latency.ask(call, self._turn_at)
        self._model.ask(call, prompt, schema)

    def _withdraw(self, call: int) -> None:
        if self._latency is not None:
            self._latency.withdraw(call)
        self._refusal = self._model.withdraw(call)

    def _take_refusal(self) -> str:
        """Return why the question withdrawn last was never asked, once."""
        refusal, self._refusal = self._refusal, ""
        return refusal

    def _answered(self, answer: Answer) -> None:
        if self._latency is None:
            self._thread.post(Input(InputKind.ANSWER, answer))
        else:
            self._latency.answer(answer)
            self._thread.wake()

    def _sense_all(self) -> list[Input]:
        due = self._latency.take(self._clock()) if self._latency is not None else ()
        return [*self._sense(), *(Input(InputKind.ANSWER, answer) for answer in due)]

    def _worked_off(self, began: float) -> None:
        latency = self._latency
        self._tell_worked_off(began if latency is None else latency.worked_off(began))

    def _take_turn(self, inputs: Sequence[Input]) -> None:
        stamp = self._turn_at = self._clock()
        notes = self._agent.turn(stamp, inputs)
        number = self._journal.next_number()
        self._journal.add(Turn(self._session, number, stamp, tuple(inputs), notes))


class TrueRecords:
    """Be the agent's body, and record of a question what its agent did not wait to hear.

    A question that a budget has refused is not asked, also where it is withdrawn before the refusal
    is taken in, nor is one that is withdrawn before it is put. It is recorded in the same step in
    which it is withdrawn.

    Args:
        body: Carries out what the agent does.
        refusal: Returns why the question withdrawn last was never asked; empty where it was.
    """

    def __init__(self, body: Body, refusal: Callable[[], str]) -> None:
        self._refusal = refusal
        self.send, self.start, self.cancel = body.send, body.start, body.cancel
        self._record = body.record

    def record(self, call: LlmCall) -> None:
        """Keep the record of an exchange with a language model."""
        refused = self._refusal() if call.error == WITHDRAWN else ""
        self._record(replace(call, error=refused) if refused else call)


def _asked(model: LanguageModel) -> AskedModel:
    return AskedModel(model.name, model.temperature, takes_schema(model))
