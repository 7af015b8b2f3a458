# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Recorded runs of anybody: whatever a line holds, it is taken in or left out, and said once."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from bringup_stories import Story, a_task
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from adhoc_teamwork.bringup.run_record.events import Event, Source, read_events
from adhoc_teamwork.bringup.run_record.report import build_summary, salvaged_summary
from adhoc_teamwork.bringup.run_record.run_statistics import RunStatistics
from adhoc_teamwork.bringup.run_record.timeline_data import load_timeline
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.bringup.team_console.recorded import read_calls, read_run
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTaskKind
from adhoc_teamwork.teamwork.team.task import Task

STORY = Story()
REAL = tuple(
    json.loads(event.to_json()) if isinstance(event, Event) else event
    for event in (
        STORY.join("dog", 1.0),
        STORY.intent("dog", 2.0, 1, IntentStatus.ADOPTED, SubTaskKind.REPLACE),
        STORY.state("dog", 2.5, subskill="GoToObject <Mug_0>"),
        STORY.world("grasp", 9.0, thing="Mug|1"),
        Event(10.0, Source.PROCESS, "restart", "", "broker was killed", {"process": "broker"}),
        STORY.message("dog", 11.0, MessageKind.CHAT, text="hello", recipient="cart"),
        Event(12.0, Source.MODEL, "rank", "dog", "", {"tokens": 3, "latency": 0.5}),
        Event(13.0, Source.RUN, "floor_plan", data={"rooms": [{"id": "r", "outline": [[0, 1]]}]}),
        Event(14.0, Source.RUN, "start", data={"started": 1.0}),
        Event(80.0, Source.RUN, "end", "", "time limit", {"ok": False}),
        {
            "time": 5.0, "source": "team", "kind": "reflection", "robot": "cart", "text": "",
            "data": {"reflection": {"to": "dog", "intent_id": 1, "conflict": True, "text": "no"}},
        },
        {
            "time": 6.0, "source": "team", "kind": "detection", "robot": "cart", "text": "",
            "data": {"session": 1, "detections": [
                {"id": "a", "category": "Mug", "position": [1, 2, 3], "size": [1, 1, 1]}
            ]},
        },
    )
)  # fmt: skip
CALL = {
    "stamp": 3.0, "robot": "dog", "call_id": 1, "stage": "rank", "model": "m", "temperature": 0.0,
    "prompt": [{"role": "user", "content": "?"}], "answer": "[result] 1. Stop",
}  # fmt: skip

NUMBERS = st.integers() | st.floats() | st.sampled_from([10**400, -(10**25), 1e308])
ANY = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@st.composite
def damaged(draw: st.DrawFn, whole: tuple[dict[str, Any], ...]) -> str:
    """Return a line in which anything may stand in any place."""
    values = json.loads(json.dumps(draw(st.sampled_from(whole))))
    for _ in range(draw(st.integers(0, 3))):
        place, within = values, draw(st.integers(0, 4))
        for _ in range(within):
            inner = [v for v in place.values() if isinstance(v, dict) and v]
            lists = [v for v in place.values() if isinstance(v, list)]
            inner += [v[0] for v in lists if v and isinstance(v[0], dict) and v[0]]
            if not inner:
                break
            place = draw(st.sampled_from(inner))
        key = draw(st.sampled_from(sorted(place)))
        if draw(st.booleans()):
            place[key] = draw(ANY)
        elif len(place) > 1:
            del place[key]
    return json.dumps(values)


LINES = st.lists(damaged(REAL).map(str.encode) | st.binary() | ANY.map(json.dumps).map(str.encode))
CALLS = st.lists(damaged((CALL,)).map(str.encode) | st.binary())
FEW = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


def write_run(folder: Path, lines: Iterable[bytes], calls: Iterable[bytes] = ()) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "task.json").write_bytes(TypeAdapter(Task).dump_json(a_task()))
    (folder / "events.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    (folder / "llm_calls.jsonl").write_bytes(b"".join(line + b"\n" for line in calls))
    return folder


def strict(line: str) -> Any:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    return json.loads(line.encode(), parse_constant=refuse)


def shown(folder: Path) -> list[Any]:
    picture = Picture()
    read_run(folder, picture)
    return [strict(line) for line in picture.log.since(-1, 0)[2]]


@pytest.mark.slow
@FEW
@given(LINES, CALLS)
def test_any_lines_are_taken_in_or_left_out(
    tmp_path: Path, lines: list[bytes], calls: list[bytes]
) -> None:
    folder = write_run(tmp_path / "run", lines, calls)
    shown(folder)
    load_timeline(folder)
    strict(json.dumps(salvaged_summary(folder, "it was lost", 1.0)))


@pytest.mark.slow
@FEW
@given(LINES)
def test_what_is_taken_in_adds_up(tmp_path: Path, lines: list[bytes]) -> None:
    from adhoc_teamwork.bringup.run_record.ending import Ending

    folder = write_run(tmp_path / "run", lines)
    ledger = RunStatistics(a_task())
    for event in read_events(folder / "events.jsonl"):
        ledger.add(event)
        assert event.to_json()
    build_summary(ledger, Ending(False, "", ledger.time), ledger.time, 1.0, 1.0)


GOOD = json.dumps(REAL[0]).encode()


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"[]",
        b"3",
        b"\xff\xfe",
        b"\0",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"9" * 100_000,
        GOOD.replace(b"1.0", b"NaN", 1),
        GOOD.replace(b"1.0", b"-Infinity", 1),
        GOOD.replace(b"1.0", b"1e999", 1),
        GOOD.replace(b"1.0", b"9" * 400, 1),
        GOOD.replace(b'"joins', b'"\\ud800', 1),
        GOOD.replace(b'"robot_type": "dog robot"', b'"robot_type": {"a": [1]}'),
        GOOD.replace(b'"time": 1.0', b'"time": 1.0, "time": 2.0'),
        GOOD.replace(b'"data": {', b'"data": {"session": [], '),
    ],
)
def test_a_bad_line_is_left_out_and_said_once(
    tmp_path: Path, line: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    assert line != GOOD
    folder = write_run(tmp_path / "run", [line, GOOD, line])
    assert [event.kind for event in read_events(folder / "events.jsonl")] == ["join"]
    complaint = capsys.readouterr().err
    assert complaint.count("\n") == 1
    assert "2 of 3 lines left out; the first: " in complaint
    assert shown(folder)


def test_an_exchange_without_end_of_numbers_is_left_out(tmp_path: Path) -> None:
    line = json.dumps(CALL).encode()
    calls = [line, line.replace(b"3.0", b"NaN"), line.replace(b'"call_id": 1', b'"call_id": {}')]
    folder = write_run(tmp_path / "run", [GOOD], calls)
    assert len(list(read_calls(folder / "llm_calls.jsonl"))) == 1


def test_texts_are_drawn_as_they_are(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from adhoc_teamwork.bringup.commands.timeline import draw_runs

    join = json.loads(GOOD)
    join["robot"] = join["data"]["capability"]["robot_type"] = r"$\frac{$ \x1b[31m"
    folder = write_run(tmp_path / "run", [json.dumps(join).encode()])
    draw_runs([folder], folder / "timeline.png")
    assert (folder / "timeline.png").stat().st_size > 1000
