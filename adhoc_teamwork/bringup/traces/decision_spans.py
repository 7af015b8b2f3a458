# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell a run as a tree of spans: the run, each robot, each decision, each call of a model.

Names and attributes are those of OpenTelemetry's conventions for generative AI (in development
there), and `adhoc.*` for what they do not name. Times are the wall clock's. OpenTelemetry is the
extra `otel`.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import Span, SpanKind, Status, StatusCode

from adhoc_teamwork.bringup.run_record.events import Event
from adhoc_teamwork.bringup.team_console.decisions import JUDGEMENT, SUBSKILL, SUBTASK, Decisions
from adhoc_teamwork.teamwork.team.llm_call import WITHDRAWN, LlmCall
from adhoc_teamwork.teamwork.text.plain_text import one_line

SCOPE = "adhoc_teamwork"
PROVIDER = "openai"
"""The form of the endpoint, whoever serves it."""
MOST_OPEN = {SUBTASK: 3, SUBSKILL: 2, JUDGEMENT: 2}
"""Decisions of a robot and kind that stay open at once: the next is asked for ahead."""
_ENDED = ("done", "failed")
_NANOSECONDS = 1_000_000_000
_LONG = 1000


@dataclass
class _OpenDecision:
    """Hold a decision's span, and when something of it was last heard, in nanoseconds."""

    span: Span
    last: int


@dataclass
class _RobotSpans:
    """Hold a robot's span and its open decisions by id, oldest first, apart by kind."""

    span: Span
    decisions: dict[str, dict[str, _OpenDecision]] = field(default_factory=dict)


class DecisionSpans:
    """Make spans of events and exchanges with models; see `RunListener`.

    Args:
        provider: Sends spans as they end, and outlives this.
        run: The run's name.
        scenario: What is played.
        words: Whether prompts, answers and reasons are told; else only what is counted and named.
        clock: Returns nanoseconds since 1970.
    """

    def __init__(
        self,
        provider: TracerProvider,
        run: str,
        scenario: str,
        words: bool = False,
        clock: Callable[[], int] = time.time_ns,
    ) -> None:
        self._tracer = provider.get_tracer(SCOPE)
        self._run, self._words, self._clock = run, words, clock
        self._decisions = Decisions(self)
        self._robots: dict[str, _RobotSpans] = {}
        self._calls = 0
        self._asked: LlmCall | None = None
        attributes = {
            "gen_ai.operation.name": "invoke_workflow",
            "gen_ai.workflow.name": one_line(scenario),
            "gen_ai.conversation.id": run,
        }
        name = f"invoke_workflow {one_line(scenario)}"
        self._root = self._begin(name, None, clock(), attributes)

    def take_event(self, event: Event) -> None:
        """Take in an event: proposals, replies and ends belong to decisions."""
        self._decisions.take_event(event)

    def take_call(self, call: LlmCall) -> None:
        """Take in an exchange with a model that ends now."""
        self._calls += 1
        self._asked = call
        self._decisions.take_call(call, self._calls, call.stamp)
        self._asked = None

    def add(self, track: str, time: float, value: Any) -> bool:
        """Take in a step of a decision, as an entry log would."""
        del track
        now, call = self._clock(), self._asked
        began = now - int(call.latency * _NANOSECONDS) if call is not None else now
        robot = self._robot(value["robot"], began)
        opened = self._decision(robot, value, began)
        if opened is None:
            return False
        opened.last = now
        if call is not None and call.is_asked:
            self._tell_call(call, opened.span, began, now)
        else:
            opened.span.add_event(value["what"], self._told(value, time), now)
        self._tell_outcome(robot, value, opened, now)
        return True

    def close(self) -> None:
        """End all spans."""
        now = self._clock()
        for robot in self._robots.values():
            for open_ones in robot.decisions.values():
                for opened in open_ones.values():
                    opened.span.end(opened.last)
            robot.span.end(now)
        self._robots.clear()
        self._root.end(now)

    def _begin(
        self, name: str, parent: Span | None, began: int, attributes: dict[str, Any],
        kind: SpanKind = SpanKind.INTERNAL,
    ) -> Span:  # fmt: skip
        context = trace.set_span_in_context(parent) if parent is not None else None
        return self._tracer.start_span(name, context, kind, attributes, start_time=began)

    def _robot(self, name: str, began: int) -> _RobotSpans:
        if name not in self._robots:
            shown = one_line(name)
            attributes = self._of_robot("invoke_agent", shown)
            self._robots[name] = _RobotSpans(
                self._begin(f"invoke_agent {shown}", self._root, began, attributes)
            )
        return self._robots[name]

    def _of_robot(self, operation: str, robot: str) -> dict[str, Any]:
        return {
            "gen_ai.operation.name": operation,
            "gen_ai.provider.name": PROVIDER,
            "gen_ai.agent.name": robot,
            "gen_ai.conversation.id": self._run,
        }

    def _decision(
        self, robot: _RobotSpans, value: dict[str, Any], began: int
    ) -> _OpenDecision | None:
        """Return a decision's span, begun where it is new; None where it is over."""
        kind, key = value["kind"], value["decision"]
        open_ones = robot.decisions.setdefault(kind, {})
        if key not in open_ones:
            if value["what"] in ("reply", *_ENDED, "abandoned"):
                return None
            shown = one_line(value["robot"])
            attributes = {
                **self._of_robot("plan", shown), "adhoc.decision": key, "adhoc.decision.kind": kind
            }  # fmt: skip
            span = self._begin(f"plan {shown}", robot.span, began, attributes)
            open_ones[key] = _OpenDecision(span, began)
            if len(open_ones) > MOST_OPEN[kind]:
                oldest = open_ones.pop(next(iter(open_ones)))
                oldest.span.end(oldest.last)
        return open_ones[key]

    def _tell_outcome(
        self, robot: _RobotSpans, value: dict[str, Any], opened: _OpenDecision, now: int
    ) -> None:
        if subtask := value.get("subtask"):
            opened.span.set_attribute("adhoc.subtask", one_line(subtask)[:_LONG])
            opened.span.set_attribute("adhoc.outcome", value["what"])
        if value["what"] in _ENDED:
            if value["what"] == "failed":
                opened.span.set_status(Status(StatusCode.ERROR, "failed"))
            opened.span.end(now)
            del robot.decisions[value["kind"]][value["decision"]]

    def _tell_call(self, call: LlmCall, decision: Span, began: int, now: int) -> None:
        model = one_line(call.model)
        attributes: dict[str, Any] = {
            **self._of_robot("chat", one_line(call.robot)),
            "gen_ai.request.model": model,
            "gen_ai.request.temperature": call.temperature,
            "gen_ai.usage.input_tokens": call.prompt_tokens,
            "gen_ai.usage.output_tokens": call.completion_tokens,
            "adhoc.stage": call.stage,
            "adhoc.attempt": call.attempt,
            "adhoc.call": call.call_id,
            "adhoc.cached": call.cached,
            "adhoc.ros_time": call.stamp,
        }
        if call.usd is not None:
            attributes["adhoc.usd"] = call.usd
        if self._words:
            attributes["gen_ai.input.messages"] = _messages(
                (message.role, message.content) for message in call.prompt
            )
            attributes["gen_ai.output.messages"] = _messages([("assistant", call.answer)])
        span = self._begin(f"chat {model}", decision, began, attributes, SpanKind.CLIENT)
        if call.error:
            withdrawn = call.error == WITHDRAWN
            kind = "withdrawn" if withdrawn else "unusable_answer" if call.answer else "no_answer"
            span.set_attribute("error.type", kind)
            # Why an answer cannot be used quotes it.
            why = one_line(call.error)[:_LONG] if self._words or withdrawn else kind
            span.set_status(Status(StatusCode.ERROR, why))
        span.end(now)

    def _told(self, value: dict[str, Any], time: float) -> dict[str, Any]:
        """Return the attributes of an event of a decision."""
        told: dict[str, Any] = {"adhoc.ros_time": time}
        for name in ("subtask", "sender", "conflict", "stage"):
            if name in value:
                told[f"adhoc.{name}"] = value[name]
        words = value.get("reason") or value.get("text") or value.get("error")
        if self._words and words:
            told["adhoc.words"] = one_line(str(words))[:_LONG]
        return told


def _messages(said: Any) -> str:
    """Return messages in the conventions' form, as JSON."""
    return json.dumps(
        [{"role": role, "parts": [{"type": "text", "content": text}]} for role, text in said],
        ensure_ascii=False,
    )
