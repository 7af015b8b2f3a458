# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Send a run's spans to the collector that the environment names, and never hold the run up."""

import logging
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adhoc_teamwork.bringup.run_record.events import Event
from adhoc_teamwork.teamwork.settings.extras import how_to_get
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.text.console import complain, say
from adhoc_teamwork.teamwork.text.plain_text import one_line

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

    from adhoc_teamwork.bringup.traces.decision_spans import DecisionSpans

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
"""Variables of the environment that name a collector; without either nothing is sent."""
WORDS = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
"""Variable with which prompts, answers and reasons are sent, too: true."""
PATIENCE = 1.5
"""Seconds that the last spans may take to be sent."""
_TIMEOUT = 5.0
_HOW = how_to_get("otel")


class Traces:
    """Be the recorder's listener: make spans, and send what is left of them at the end."""

    def __init__(self, spans: "DecisionSpans", provider: "TracerProvider") -> None:
        self._spans, self._provider = spans, provider

    def take_event(self, event: Event) -> None:
        """Take in an event that is recorded."""
        self._spans.take_event(event)

    def take_call(self, call: LlmCall) -> None:
        """Take in an exchange that is recorded."""
        self._spans.take_call(call)

    def close(self) -> None:
        """End all spans, and wait a moment until they are sent."""
        self._spans.close()
        ending = threading.Thread(target=self._provider.shutdown, daemon=True)
        ending.start()
        ending.join(PATIENCE)


def open_traces(
    environment: Mapping[str, str],
    run: str,
    scenario: str,
    tell: Callable[[str], None] = complain,
) -> Traces | None:
    """Return what sends a run's spans, or None where no collector is named.

    That OpenTelemetry is missing, or that the collector does not answer, is told in one line, and
    the run goes on without.
    """
    if not any(environment.get(name) for name in ENDPOINTS):
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter

        from adhoc_teamwork.bringup.traces.decision_spans import SCOPE, DecisionSpans
    except ImportError as error:
        if not (error.name or "").startswith("opentelemetry"):
            raise
        tell(f"traces: a collector is named, and OpenTelemetry is not installed: {_HOW}")
        return None

    class ToldExporter(SpanExporter):
        """Say once that the collector does not take what it is sent."""

        def __init__(self) -> None:
            self._inner, self._said = OTLPSpanExporter(timeout=_TIMEOUT), False

        def export(self, spans: Sequence[Any]) -> Any:
            result = self._inner.export(spans)
            if result.name != "SUCCESS" and not self._said:
                self._said = True
                names = " or ".join(ENDPOINTS)
                tell(f"traces: the collector of {names} does not take them; they are left out")
            return result

        def shutdown(self) -> None:
            self._inner.shutdown()  # type: ignore[no-untyped-call]

    # Whatever it says of its attempts takes several lines each; one is said above.
    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
    resource = Resource.create({"service.name": SCOPE})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(ToldExporter()))
    spans = DecisionSpans(provider, one_line(run), scenario, _tells_words(environment))
    return Traces(spans, provider)


def main() -> int:
    """Say whether the collector takes spans, for the doctor; return 1 where it does not."""
    if not any(os.environ.get(name) for name in ENDPOINTS):
        say(f"none configured; set {ENDPOINTS[1]} for one")
        return 0
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    except ImportError:
        complain(f"a collector is named, and OpenTelemetry is not installed: {_HOW}")
        return 1
    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
    if OTLPSpanExporter(timeout=PATIENCE).export(()).name != "SUCCESS":
        complain("a collector is named, and does not take spans")
        return 1
    say("the collector takes spans" + ("" if _tells_words(os.environ) else ", without words"))
    return 0


def _tells_words(environment: Mapping[str, str]) -> bool:
    return environment.get(WORDS, "").strip().casefold() == "true"


if __name__ == "__main__":
    sys.exit(main())
