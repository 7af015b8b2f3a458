# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Put together what a robot asked its model, proposed, was answered and did: one decision each."""

from dataclasses import dataclass, field
from typing import Any, Protocol

from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.team_console.answers import read_answer
from adhoc_teamwork.teamwork.team.llm_call import WITHDRAWN, LlmCall
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind

SUBTASK, SUBSKILL, JUDGEMENT = "sub-task", "sub-skill", "judgement"
_KINDS = {"judge": JUDGEMENT, "subskill": SUBSKILL}
_LATER = ("rank", "score", "reflect")
"""Stages that go on with a decision; all others begin one."""
_WHAT = {"rank": "ranking", "score": "ranking", "reflect": "check", "predict": "forecast"}

Intent = tuple[str, int, int]
"""Robot, session of its planner, and number of the intent."""


@dataclass
class _LastDecisions:
    """Hold where one robot's thinking is: the last decisions of each kind."""

    session: int = 0
    subtask: str = ""
    other: dict[str, tuple[int, str]] = field(default_factory=dict)
    proposed: str = ""
    foretold: bool = False


class StepLog(Protocol):
    """Where steps go: an entry log, or whoever else follows decisions."""

    def add(self, track: str, time: float, value: Any) -> bool:
        """Take in a step; `track` is ``step``."""


class Decisions:
    """Write the steps of decisions into a log, as calls and team messages come in.

    A decision on a sub-task begins where a model is asked for one and takes in its ranking, the
    intents that come of it, what teammates answer and how it ends, however late that is.
    """

    def __init__(self, log: StepLog) -> None:
        self._log = log
        self._last_of: dict[str, _LastDecisions] = {}
        self._of_intent: dict[Intent, str] = {}
        self._count = 0

    def take_call(self, call: LlmCall, number: int, time: float) -> None:
        """Take in an exchange with a model.

        Args:
            call: The exchange.
            number: By which its words are asked for.
            time: When it was answered, seconds of the ROS clock.
        """
        last = self._last(call.robot)
        kind = _KINDS.get(call.stage, SUBTASK)
        if kind is SUBTASK:
            decision = self._subtask_decision(last, call)
        else:
            asked, decision = last.other.get(call.stage, (-1, ""))
            if asked != call.call_id or call.attempt == 1:
                decision = self._new()
            last.other[call.stage] = (call.call_id, decision)
        answer = read_answer(call.answer)
        self._step(
            decision, call.robot, kind, time, _WHAT.get(call.stage, "candidates"),
            items=answer.items or ((answer.choice,) if answer.choice else ()),
            analysis=answer.analysis, verdict=answer.verdict, call=number, model=call.model,
            stage=call.stage, asked=call.stamp, latency=call.latency,
            tokens=call.prompt_tokens + call.completion_tokens, usd=call.usd,
            attempt=call.attempt, error=call.error, withdrawn=call.error == WITHDRAWN,
        )  # fmt: skip

    def take_event(self, event: Event) -> str:
        """Take in a team message; return the decision that it belongs to, or nothing."""
        if event.source is not Source.TEAM:
            return ""
        last = self._last(event.robot)
        last.session = int(event.data.get("session", last.session))
        if intent := event.data.get("intent"):
            return self._take_intent(event, last, intent)
        if reflection := event.data.get("reflection"):
            return self._take_reply(event, reflection)
        return ""

    def _subtask_decision(self, last: _LastDecisions, call: LlmCall) -> str:
        begins = call.stage not in _LATER and call.attempt == 1 and not last.foretold
        if begins or not last.subtask:
            last.subtask = self._new()
        last.foretold = call.stage == "predict"
        # A check is of what was proposed last, also where the next decision has begun already.
        return last.proposed or last.subtask if call.stage == "reflect" else last.subtask

    def _take_intent(self, event: Event, last: _LastDecisions, intent: dict[str, Any]) -> str:
        key = (event.robot, last.session, int(intent["id"]))
        decision = self._of_intent.get(key)
        if decision is None:
            decision = last.subtask or self._new()
            last.subtask = self._of_intent[key] = decision
        status = str(intent["status"])
        if status == "proposed":
            last.proposed = decision
        stops = intent.get("subtask_kind") == SubTaskKind.STOP.value
        self._step(
            decision, event.robot, SUBTASK, event.time, status, intent=key[2],
            subtask=str(intent["subtask"]), reason=str(intent["reason"]), stops=stops,
        )  # fmt: skip
        return decision

    def _take_reply(self, event: Event, reflection: dict[str, Any]) -> str:
        robot = str(reflection["to"])
        key = (robot, self._last(robot).session, int(reflection["intent_id"]))
        decision = self._of_intent.get(key, "")
        if decision:
            self._step(
                decision, robot, SUBTASK, event.time, "reply", sender=event.robot, intent=key[2],
                conflict=bool(reflection["conflict"]), text=str(reflection["text"]),
            )  # fmt: skip
        return decision

    def _step(
        self, decision: str, robot: str, kind: str, time: float, what: str, **parts: Any
    ) -> None:
        told = {key: value for key, value in parts.items() if value not in ("", (), None)}
        value = {"decision": decision, "robot": robot, "kind": kind, "what": what, **told}
        self._log.add("step", time, value)

    def _last(self, robot: str) -> _LastDecisions:
        return self._last_of.setdefault(robot, _LastDecisions())

    def _new(self) -> str:
        self._count += 1
        return f"d{self._count}"
