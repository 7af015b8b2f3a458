# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A run's spans, as a collector on this machine gets them."""

import json
import os
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("opentelemetry.exporter.otlp", reason="the extra `otel` is not installed")

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

sys.path.insert(0, str(Path(__file__).parents[1] / "team_console"))
from console_stories import FETCH, Run, a_run

from adhoc_teamwork.bringup.run_record.events import Event
from adhoc_teamwork.bringup.run_record.recorder import Recorder
from adhoc_teamwork.bringup.traces import sending
from adhoc_teamwork.bringup.traces.sending import WORDS, open_traces
from adhoc_teamwork.teamwork.settings.extras import how_to_get
from adhoc_teamwork.teamwork.team.llm_call import NOT_ASKED, WITHDRAWN
from adhoc_teamwork.teamwork.team.task import Task

ENDPOINT = sending.ENDPOINTS[1]


class Collector(ThreadingHTTPServer):
    """Keep the spans that are sent."""

    def __init__(self) -> None:
        spans: list[Any] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                data = self.rfile.read(int(self.headers["content-length"]))
                request = ExportTraceServiceRequest.FromString(data)
                for resource in request.resource_spans:
                    for scope in resource.scope_spans:
                        spans.extend(scope.spans)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        super().__init__(("127.0.0.1", 0), Handler)
        self.spans = spans
        threading.Thread(target=self.serve_forever, daemon=True).start()


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    collector = Collector()
    monkeypatch.setenv(ENDPOINT, f"http://127.0.0.1:{collector.server_port}")
    yield collector
    collector.shutdown()
    collector.server_close()


def a_run_with_trouble() -> Run:
    run = a_run()
    run.ask("dog", 33.0, 6, "subskill", "nonsense", error="no such thing")
    run.ask("dog", 34.0, 7, "generate", "", error=WITHDRAWN)
    run.ask("dog", 35.0, 8, "generate", "", error=f"{NOT_ASKED}the run's budget is spent")
    return run


def play(folder: Path, environment: dict[str, str]) -> None:
    traces = open_traces(environment, "run_1", "three_robots")
    recorder = Recorder(folder, Task("three_robots", "house", 0, (), ()), listener=traces)
    recorder.open()
    for heard in a_run_with_trouble().heard:
        take: Any = recorder.record if isinstance(heard, Event) else recorder.record_call
        take(heard)
    recorder.close()


def values(span: Any) -> dict[str, Any]:
    kinds = ((one.key, one.value) for one in span.attributes)
    return {key: getattr(value, value.WhichOneof("value")) for key, value in kinds}


def test_a_collector_gets_run_robots_decisions_and_calls_as_a_tree(
    tmp_path: Path, collector: Collector
) -> None:
    play(tmp_path / "run", {**os.environ})
    spans = collector.spans
    names = [span.name for span in spans]
    assert names.count("chat offline") == 7
    parent = {span.span_id: span for span in spans}
    chat = next(span for span in spans if span.name == "chat offline")
    decision = parent[chat.parent_span_id]
    robot = parent[decision.parent_span_id]
    root = parent[robot.parent_span_id]
    assert [decision.name, robot.name] == ["plan dog", "invoke_agent dog"]
    assert (root.name, root.parent_span_id) == ("invoke_workflow three_robots", b"")
    assert values(chat)["gen_ai.operation.name"] == "chat"
    assert values(chat)["gen_ai.request.model"] == "offline"
    assert values(decision)["adhoc.subtask"] == str(FETCH)
    assert values(decision)["adhoc.outcome"] == "done"
    assert [event.name for event in decision.events].count("reply") == 2
    errors = [values(s)["error.type"] for s in spans if "error.type" in values(s)]
    assert errors == ["unusable_answer", "withdrawn"]
    beside = [e.name for span in spans for e in span.events if span.name == "plan dog"]
    assert "candidates" in beside
    assert all(s.start_time_unix_nano <= s.end_time_unix_nano for s in spans)
    # Nothing of what was said goes out unasked.
    assert "The mug is near" not in str(spans)
    assert "I do this already" not in str(spans)


def test_words_go_out_where_that_is_asked_for(tmp_path: Path, collector: Collector) -> None:
    play(tmp_path / "run", {**os.environ, WORDS: "True"})
    chat = values(next(span for span in collector.spans if span.name == "chat offline"))
    assert json.loads(chat["gen_ai.input.messages"])[0] == {
        "role": "system", "parts": [{"type": "text", "content": "You plan."}]
    }  # fmt: skip
    assert "The mug is near" in chat["gen_ai.output.messages"]


def test_without_a_collector_or_the_extra_a_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    assert open_traces({}, "run", "x", said.append) is None
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    assert open_traces({ENDPOINT: "http://127.0.0.1:9"}, "run", "x", said.append) is None
    assert said == [
        "traces: a collector is named, and OpenTelemetry is not installed: " + how_to_get("otel")
    ]
    play(tmp_path / "run", {})
    assert (tmp_path / "run" / "llm_calls.jsonl").read_text().count("\n") == 8
