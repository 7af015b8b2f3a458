# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A sweep: lines of error rates, each a model that policies are played with, in one table."""

import argparse
from pathlib import Path

import pytest
from bench_fakes import a_task_set, play

from adhoc_teamwork.benchmark.cli import build_parser
from adhoc_teamwork.benchmark.commands import sweep
from adhoc_teamwork.benchmark.commands.sweep import ERRORS, SHIPPED, read_sweep, sweep_lines
from adhoc_teamwork.benchmark.runs.plan import Setting, make_setting, plan
from adhoc_teamwork.benchmark.store.facts import facts_of
from adhoc_teamwork.benchmark.store.store import EpisodeStore
from adhoc_teamwork.offline_model.error_rates import ErrorRates
from adhoc_teamwork.teamwork.settings.config import ConfigError

TASK_SET = a_task_set(houses=2)
TWO_LINES = "misjudge,stages\n0,0\n0.1,0.5\n0.1,0.5\n"


def options(*words: str) -> argparse.Namespace:
    return build_parser("table").parse_args(["table", *words])


def test_the_shipped_sweep_has_a_sound_model_and_both_ends_of_each_correlation() -> None:
    lines = read_sweep(SHIPPED[ERRORS])
    assert lines[0] == ErrorRates()
    for rate in {line.misjudge for line in lines[1:]}:
        found = {(line.stages, line.robots) for line in lines if line.misjudge == rate}
        assert found >= {(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)}


def test_each_line_is_a_model_by_seeds_without_slips(tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text(TWO_LINES)
    path = str(tmp_path / "s.csv")
    sound, erring = sweep_lines(options("--sweep", path, "--seeds", "2"))
    assert sound.names == ("offline t0.3 h0 s0", "offline t0.3 h0 s1")
    assert erring.pooled == "offline t0.3 h0 misjudge=0.1,stages=0.5 s0,1"
    (_, slipping) = sweep_lines(options("--sweep", path, "--hallucination", "0.2"))
    assert slipping.names == ("offline t0.3 h0.2 misjudge=0.1,stages=0.5 s0",)


@pytest.mark.parametrize(
    ("text", "message"),
    [("misjudge\n2\n", "expected a number from 0 to 0.5"), ("wrong\n0\n", "'wrong=0': expected"),
     ("misjudge,stages\n0.1\n", "is no number"), ("misjudge\n0.1,3\n", "expected"),
     ("misjudge\n", "no line; expected a table with columns of misjudge")],
)  # fmt: skip
def test_a_wrong_sweep_is_refused_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "s.csv").write_text(text)
    with pytest.raises(ConfigError, match=message) as refused:
        read_sweep(tmp_path / "s.csv")
    assert "\n" not in str(refused.value)


def test_what_a_sweep_cannot_be_told_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "any")
    for words, message in (
        (("--errors", "misjudge=0.1"), "--errors: not with --sweep"),
        (("--llm", "openai"), "--sweep: only for the offline models"),
    ):
        with pytest.raises(ConfigError, match=message):
            sweep_lines(options("--sweep", ERRORS, *words))
    with pytest.raises(ConfigError, match=r"none\.csv"):
        sweep_lines(options("--sweep", "none.csv"))


def test_a_sweep_is_played_over_the_radios_that_were_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Setting] = []
    monkeypatch.setattr(sweep, "load_tasks", lambda _: (tmp_path, TASK_SET))
    monkeypatch.setattr(sweep, "play_settings", lambda _, __, wanted: asked.extend(wanted))
    chosen = options("--sweep", ERRORS, "--radio", "loss=0.2", "--out", str(tmp_path))
    with pytest.raises(ConfigError, match="expected the results of a run"):
        sweep.run_sweep(chosen)
    assert {one.channel for one in asked} == {"open loss=0.2"}


def test_a_page_without_its_marks_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play_nothing(*_: object) -> int:
        raise AssertionError("played")

    monkeypatch.setattr(sweep, "load_tasks", lambda _: (tmp_path, TASK_SET))
    monkeypatch.setattr(sweep, "play_settings", play_nothing)
    page = tmp_path / "page.md"
    page.touch()
    with pytest.raises(ConfigError, match="expected a line"):
        sweep.run_sweep(options("--sweep", ERRORS, "--into", str(page)))


def test_a_sweep_is_printed_line_under_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is missing in the folder, so nothing is played, and all that is printed is of it."""
    (tmp_path / "s.csv").write_text(TWO_LINES)
    page, out = tmp_path / "page.md", tmp_path / "out"
    mark = f"Sweep {tmp_path / 's.csv'}"
    page.write_text(f"<!-- {mark} -->\n<!-- end of {mark} -->")
    chosen = options(
        "--sweep", str(tmp_path / "s.csv"), "--seeds", "2", "--out", str(out), "--jobs", "1",
        "--team", "heuristic", "--adhoc", "cot,irot", "--into", str(page),
    )  # fmt: skip
    names = [name for line in sweep_lines(chosen) for name in line.names]
    settings = [make_setting("heuristic", a, 0, name) for name in names for a in ("cot", "irot")]
    with EpisodeStore(out, facts_of(TASK_SET)) as store:
        for work in plan(settings, TASK_SET.tasks):
            key = work.key
            store.add(play(work.task, out, key.team, key.adhoc, key.t0, key.llm, key.channel))
    monkeypatch.setattr(sweep, "load_tasks", lambda _: (tmp_path, TASK_SET))
    assert sweep.run_sweep(chosen) == 0
    printed = capsys.readouterr().out
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in printed.splitlines()
        if line.startswith("| 0")
    ]
    assert [row[:6] for row in rows] == [
        [rate, "0", "0", stages, "0", adhoc]
        for rate, stages in (("0", "0"), ("0.1", "0.5"))
        for adhoc in ("none", "cot", "irot")
    ]
    assert {row[6] for row in rows} == {str(len(TASK_SET.tasks))}
    assert all(" to " in row[7] for row in rows)
    assert all(("(p " in row[-1]) == (row[5] == "cot") for row in rows)
    assert rows[1][7] != rows[4][7], "each line has its own episodes"
    assert "Models: offline t0.3 h0 s0,1." in printed
    assert "| 0.1" in page.read_text()
