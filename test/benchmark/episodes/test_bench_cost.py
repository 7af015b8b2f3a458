# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What decisions cost, in figures and tables, and the measured times kept beside the episodes."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from bench_fakes import a_result, a_task_set

from adhoc_teamwork.benchmark.commands.paper import paper_text
from adhoc_teamwork.benchmark.episodes.cost import Cost, cost_cells, cost_headings, cost_of
from adhoc_teamwork.benchmark.figures.paper import paper_rows
from adhoc_teamwork.benchmark.figures.summary import summarize
from adhoc_teamwork.benchmark.figures.table_file import write_table_file
from adhoc_teamwork.benchmark.figures.tables import all_tables, main_table, split_rows
from adhoc_teamwork.benchmark.runs.plan import Setting
from adhoc_teamwork.benchmark.store.episode import EpisodeKey, EpisodeResult, ModelTime
from adhoc_teamwork.benchmark.store.facts import facts_of
from adhoc_teamwork.benchmark.store.latency import LATENCY, read_latency
from adhoc_teamwork.benchmark.store.results import EPISODES, encode, read_results
from adhoc_teamwork.benchmark.store.store import EpisodeStore
from adhoc_teamwork.teamwork.settings.config import ConfigError

TASK_SET = a_task_set()
FACTS = facts_of(TASK_SET)
BY_ID = FACTS.by_id()
NAMES = [task.task_id for task in TASK_SET.tasks]


def episode(
    number: int = 0,
    decisions: int | None = 4,
    calls: int = 12,
    time: ModelTime | None = None,
    adhoc: str = "irot",
) -> EpisodeResult:
    key = EpisodeKey(NAMES[number], "heuristic", adhoc, 0, "offline" if adhoc == "irot" else "")
    return replace(
        a_result(key), llm_calls=calls, prompt_tokens=1000 * calls, completion_tokens=50 * calls,
        decisions=decisions, rule_decisions=7, time=time,
    )  # fmt: skip


def store(folder: Path, *episodes: EpisodeResult) -> bytes:
    with EpisodeStore(folder, FACTS) as open_store:
        for one in episodes:
            open_store.add(one)
        open_store.finish()
    return (folder / EPISODES).read_bytes()


def test_all_that_was_asked_is_shared_out_over_the_decisions() -> None:
    cost = cost_of([episode(0, decisions=4, calls=12), episode(1, decisions=2, calls=12)])
    assert cost == Cost(calls=4.0, prompt_tokens=4000.0, completion_tokens=200.0)


def test_seconds_are_of_the_episodes_in_which_they_were_measured() -> None:
    timed = episode(0, decisions=4, calls=8, time=ModelTime(6.0, 8, cached=2))
    cost = cost_of([timed, episode(1, decisions=100)])
    assert cost.seconds == pytest.approx(1.5)
    assert cost.cached == pytest.approx(0.25)


def test_episodes_of_a_version_that_did_not_count_are_left_out() -> None:
    old = episode(1, decisions=None, calls=500)
    assert cost_of([episode(0, decisions=4, calls=12), old]).calls == 3.0
    assert cost_of([old]) == Cost()


def test_only_columns_that_some_row_fills_are_shown() -> None:
    asked, free = cost_of([episode()]), Cost()
    assert cost_headings([free]) == []
    headings = cost_headings([asked, free])
    assert headings == ["calls/dec.", "tokens in/dec.", "out/dec."]
    assert cost_cells(asked, headings) == ["3.00", "3000", "150"]
    assert cost_cells(free, headings) == ["-", "-", "-"]


def test_every_table_says_what_decisions_cost(tmp_path: Path) -> None:
    timed = episode(time=ModelTime(6.0, 12, cached=3))
    results = {e.key: e for e in (timed, episode(adhoc="none", calls=0, decisions=0))}
    text = "\n\n".join(all_tables(results, FACTS))
    assert "calls/dec." in text
    (row,) = [line for line in main_table(summarize(results, BY_ID)).splitlines() if "irot" in line]
    assert [c.strip() for c in row.split("|")][-6:-1] == ["3.00", "3000", "150", "1.500", "25.0"]
    rows = split_rows(results, BY_ID)
    with write_table_file(tmp_path, rows).open(newline="") as file:
        found = {
            line["metric"]: line["value"]
            for line in csv.DictReader(file)
            if (line["ad_hoc"], line["kind_of_task"]) == ("irot", "all")
        }
    assert (found["calls_per_decision"], found["model_seconds_per_decision"]) == ("3", "1.5")
    paper = [row for row in paper_rows("I") if row.policy == "irot"][:1]
    setting = Setting("heuristic", "irot", 0, "offline")
    ours = {row.setting: row for row in summarize(results, BY_ID)}
    assert "1.500" in paper_text("I", [*paper, *_bases("I")], [setting, *[None] * 3], ours)


def _bases(table: str) -> list:
    return [row for row in paper_rows(table) if row.policy == "none"]


def test_measured_times_are_kept_apart_from_the_episodes(tmp_path: Path) -> None:
    fast = store(tmp_path / "a", episode(time=ModelTime(1.0, 12)))
    slow = store(tmp_path / "b", episode(time=ModelTime(99.0, 12)))
    assert fast == slow
    (read,) = read_results(tmp_path / "b").values()
    assert read.time == ModelTime(99.0, 12)


def test_without_the_file_of_times_there_is_no_latency_and_all_else(tmp_path: Path) -> None:
    before = store(tmp_path, episode(time=ModelTime(1.0, 12)))
    (tmp_path / LATENCY).unlink()
    (read,) = read_results(tmp_path).values()
    assert read == episode()
    assert read.time is None
    assert store(tmp_path) == before


def test_times_without_an_episode_are_dropped_and_the_last_of_two_counts(tmp_path: Path) -> None:
    store(tmp_path, episode(0, time=ModelTime(1.0, 12)), episode(1, time=ModelTime(2.0, 12)))
    lines = (tmp_path / LATENCY).read_bytes().splitlines(keepends=True)
    again = lines[0].replace(b"1.0", b"5.0")
    (tmp_path / LATENCY).write_bytes(lines[0] + lines[1] + again + lines[1][:20])
    (tmp_path / EPISODES).write_bytes(encode(episode(0)))
    store(tmp_path)
    assert read_latency(tmp_path) == {episode(0).key: ModelTime(5.0, 12)}


def test_a_broken_file_of_times_is_named(tmp_path: Path) -> None:
    store(tmp_path, episode())
    (tmp_path / LATENCY).write_bytes(b"{}\n")
    with pytest.raises(ConfigError, match=r"latency\.jsonl:1: .*may be deleted"):
        read_results(tmp_path)


def test_episodes_of_an_earlier_version_are_still_read(tmp_path: Path) -> None:
    store(tmp_path, episode())
    line = (tmp_path / EPISODES).read_text()
    old = line.replace(',"decisions":4,"rule_decisions":7', "")
    assert old != line
    (tmp_path / EPISODES).write_text(old)
    (read,) = read_results(tmp_path).values()
    assert (read.decisions, read.rule_decisions) == (None, None)
