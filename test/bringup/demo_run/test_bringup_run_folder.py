# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a run leaves: folder, events, summary."""

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from bringup_stories import Story, a_task
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from adhoc_teamwork.bringup.demo_run.run_folder import discard_if_empty, held, make_run_folder
from adhoc_teamwork.bringup.run_record.ending import Ending
from adhoc_teamwork.bringup.run_record.events import Event, Source, event_from_json, read_events
from adhoc_teamwork.bringup.run_record.recorder import Recorder
from adhoc_teamwork.bringup.run_record.report import (
    build_summary,
    read_summary,
    salvaged_summary,
    summary_lines,
    write_summary,
)
from adhoc_teamwork.llm_port.prices import Price, Prices
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.task import Episode, Task

NOW = datetime(2026, 1, 2, 3, 4, 5)


def test_runs_are_named_by_time_and_the_latest_is_linked(tmp_path: Path) -> None:
    first = make_run_folder(None, NOW, tmp_path / "runs")
    second = make_run_folder(None, NOW, tmp_path / "runs")
    assert first.name == "20260102-030405"
    assert second.name == "20260102-030405-2"
    assert (tmp_path / "runs" / "latest").resolve() == second


def test_the_latest_is_linked_wherever_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    runs = Path("runs")
    make_run_folder(None, NOW, runs)
    for out in (tmp_path / "far", Path("near"), runs / "own"):
        folder = make_run_folder(out, NOW, runs)
        assert (runs / "latest").resolve() == folder
    assert (runs / "latest").readlink() == Path("own")


def test_an_own_folder_must_be_empty(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    assert make_run_folder(tmp_path / "new", NOW, runs).is_dir()
    assert make_run_folder(tmp_path / "new", NOW, runs).is_dir()
    (tmp_path / "new" / "x").write_text("")
    (runs / "latest").unlink()
    with pytest.raises(ConfigError, match="is not empty"):
        make_run_folder(tmp_path / "new", NOW, runs)
    with pytest.raises(ConfigError, match="is a file"):
        make_run_folder(tmp_path / "new" / "x", NOW, runs)
    with pytest.raises(ConfigError, match="expected a folder to write"):
        make_run_folder(tmp_path / "new" / "x" / "y", NOW, runs)
    assert not (runs / "latest").is_symlink()


def test_of_two_runs_that_find_a_folder_empty_one_goes_on(tmp_path: Path) -> None:
    first = make_run_folder(tmp_path / "a", NOW, tmp_path)
    second = make_run_folder(tmp_path / "a", NOW, tmp_path)
    with held(first):
        with pytest.raises(ConfigError, match="a: another run is writing there"), held(second):
            raise AssertionError
        assert first.is_dir()
    assert not first.exists()


def test_only_an_empty_folder_is_discarded(tmp_path: Path) -> None:
    folder = make_run_folder(tmp_path / "a", NOW, tmp_path)
    discard_if_empty(folder)
    assert not folder.exists()
    kept = make_run_folder(tmp_path / "b", NOW, tmp_path)
    (kept / "task.json").write_text("{}")
    discard_if_empty(kept)
    assert kept.exists()


numbers = st.floats(allow_nan=True, allow_infinity=True)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**31), 2**31) | numbers | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


own_keys = st.text().map("of its own: {}".format)
"""What readers go by has a type of its own."""


@given(st.floats(0.0, 1e6), st.sampled_from(Source), st.text(), st.dictionaries(own_keys, plain))
def test_events_survive_their_line(time: float, source: Source, text: str, data) -> None:
    event = Event(time, source, "kind", "robot", text, data)
    line = event.to_json()
    assert "\n" not in line
    assert "NaN" not in line or "NaN" in text + repr(data)
    again = event_from_json(line)
    assert (again.source, again.kind, again.robot, again.text) == (source, "kind", "robot", text)
    assert again.time == pytest.approx(time, abs=1e-3)


@given(st.text())
def test_a_line_that_is_no_event_is_refused_in_one_line(line: str) -> None:
    with pytest.raises(ConfigError, match="not an event"):
        event_from_json(line)


def test_a_second_observer_goes_on_where_the_first_was_killed(tmp_path: Path) -> None:
    story = Story()
    join, state = story.join("dog", 1.0), story.state("dog", 2.0)
    first = Recorder(tmp_path, a_task())
    first.open()
    assert "joins" in (first.record(join) or "")
    first.close()
    with (tmp_path / "events.jsonl").open("a") as file:
        file.write('{"time": 1.5, "sour')
    second = Recorder(tmp_path, a_task())
    second.open()
    assert second.record(join) is None
    second.record(state)
    second.close()
    assert [e.kind for e in read_events(tmp_path / "events.jsonl")] == ["join", "state"]
    assert second.ledger.robot("dog").joined_at == 1.0


def test_model_calls_are_written_whole_and_once(tmp_path: Path) -> None:
    call = LlmCall(3.0, "dog", 1, "rank", "m", 0.3, (ChatMessage("user", "Which?\nThis?"),), "A")
    call = replace(call, prompt_tokens=1000, completion_tokens=100)
    recorder = Recorder(tmp_path, a_task(), Prices({"m": Price(2.0, 10.0)}))
    recorder.open()
    recorder.record_call(call)
    recorder.record_call(call)
    recorder.record_call(replace(call, call_id=2, model="unknown"))
    recorder.close()
    line, unpriced = map(json.loads, (tmp_path / "llm_calls.jsonl").read_text().splitlines())
    assert line["prompt"] == [{"role": "user", "content": "Which?\nThis?", "pictures": []}]
    assert (line["usd"], unpriced["usd"]) == (pytest.approx(0.003), None)
    assert recorder.ledger.model.calls == 2
    summary = build_summary(recorder.ledger, Ending(False, "x", 9.0), 9.0, 1.0, 1.0)
    account = "\n".join(summary_lines(summary, tmp_path))
    assert "for 0.0030 USD, no price of unknown is known" in account


def test_a_summary_says_what_happened(tmp_path: Path) -> None:
    story = Story()
    recorder = Recorder(tmp_path, a_task())
    recorder.open()
    for event in (
        story.join("dog", 1.0),
        story.join("cart", 61.0),
        story.world("grasp", 70.0, thing="Mug|1", path=3.0),
        story.world("release", 80.0, thing="Mug|1", tidied=1, path=5.0),
    ):
        recorder.record(event)
    recorder.close()
    ending = Ending(False, "the time limit was reached", 90.0)
    summary = build_summary(recorder.ledger, ending, 90.0, 30.0, 3.0)
    write_summary(tmp_path / "summary.json", summary)
    again = read_summary(tmp_path)
    assert again["task_success"] is False
    assert again["with_adhoc"] is True
    assert [(m["object"], m["tidied"], m["when"]) for m in again["misplaced"]] == [
        ("Mug|1", True, 80.0), ("Book|2", False, None),
    ]  # fmt: skip
    assert again["robots"]["cart"]["joined_at"] == 61.0
    assert again["robots"]["dog"]["path_length_m"] == 5.0
    assert again["messages"]["by_kind"] == {"join": 2}
    text = "\n".join(summary_lines(again, tmp_path))
    assert "Not done: the time limit was reached." in text
    assert "joined at 61 s (ad hoc)" in text
    assert str(tmp_path) in text


def test_a_summary_tells_how_far_an_episode_came_and_what_was_otherwise(tmp_path: Path) -> None:
    episode = Episode("c-wah", "d0_00_meal", 250, "step", 4.0, ("a robot has one hand",))
    recorder = Recorder(tmp_path, replace(a_task(), kind="household", episode=episode))
    recorder.open()
    recorder.record(Story().world("release", 80.0, thing="Bowl|1", tidied=1))
    recorder.close()
    summary = build_summary(recorder.ledger, Ending(False, "x", 81.0), 81.0, 30.0, 3.0)
    assert (summary["tidied"], summary["total"]) == (1, 2)
    assert summary["episode"] == {
        "suite": "c-wah", "name": "d0_00_meal", "steps": 21, "horizon": 250, "unit": "step",
        "differs": ["a robot has one hand"],
    }  # fmt: skip
    text = "\n".join(summary_lines(summary, tmp_path))
    assert "c-wah d0_00_meal: 1 of 2 there after 21 of 250 steps\n  note: a robot has one" in text
    assert "Book: on Floor: still elsewhere, or one of 1 that came in something else" in text
    late = build_summary(recorder.ledger, Ending(False, "x", 1000.2), 1000.2, 30.0, 3.0)
    assert late["episode"]["steps"] == 250


def test_a_summary_is_made_of_what_a_killed_observer_left(tmp_path: Path) -> None:
    (tmp_path / "task.json").write_bytes(TypeAdapter(Task).dump_json(a_task()))
    summary = salvaged_summary(tmp_path, "interrupted", 3.0)
    assert summary["reason"].startswith("interrupted with 2 of 2 objects")
    events = Story().join("dog", 7.0).to_json() + "\n" + '{"time": 8.0, "sou'
    (tmp_path / "events.jsonl").write_text(events)
    summary = salvaged_summary(tmp_path, "interrupted", 3.0)
    assert (summary["duration_s"], summary["robots"]["dog"]["joined_at"]) == (7.0, 7.0)


def test_a_folder_without_summary_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="expected the summary"):
        read_summary(tmp_path)
