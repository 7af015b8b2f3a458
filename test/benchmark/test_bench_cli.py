# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The command line: help without a set-up, wrong input, pictures."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bench_fakes import a_result, a_task, a_task_set
from command_words import exit_code

from adhoc_teamwork.benchmark.cli import COMMANDS, main
from adhoc_teamwork.benchmark.episodes.trace import EventKind, Trace
from adhoc_teamwork.benchmark.figures.figure8 import draw_figure8
from adhoc_teamwork.benchmark.figures.house_picture import draw_house
from adhoc_teamwork.benchmark.figures.plot_style import new_figure
from adhoc_teamwork.benchmark.figures.storyboard import Take, draw_storyboard, key_steps
from adhoc_teamwork.benchmark.figures.tables import split_rows
from adhoc_teamwork.benchmark.places import default_task_set, remember_task_set
from adhoc_teamwork.benchmark.runs.plan import Setting
from adhoc_teamwork.benchmark.store.episode import EpisodeKey
from adhoc_teamwork.benchmark.store.facts import facts_of
from adhoc_teamwork.benchmark.store.store import EpisodeStore
from adhoc_teamwork.bringup.cli import main as adhoc
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.text.progress import Progress, clock_text

ROOT = Path(__file__).resolve().parents[2]
HOUSE = ROOT / "config" / "houses" / "sample_4_rooms.json"


@pytest.mark.parametrize("command", list(COMMANDS))
def test_help_needs_nothing_that_a_set_up_brings(command: str) -> None:
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['pydantic', 'yaml', 'numpy', 'open3d']));"
        f"from adhoc_teamwork.benchmark.cli import main; main(['{command}', '--help'])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert f"adhoc bench {command}" in result.stdout


def test_adhoc_bench_becomes_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda program, words: calls.append([program, *words]))
    with pytest.raises(TypeError):
        # The stand-in returns, which the real call never does.
        adhoc(["bench", "run", "--tasks", "30", "--help"])
    assert calls[0][1:] == [
        sys.executable,
        "-m",
        "adhoc_teamwork.benchmark",
        "run",
        "--tasks",
        "30",
        "--help",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["table", "--results", "none"], "none/run.json: not there"),
        (["table", "--paper", "V"], "--paper"),
        (["plot", "--results", "none"], "none/run.json: not there"),
        (["table", "--results", "n" * 300], "run.json: File name too long; expected a results"),
        (["plot", "--results", "none", "--episode", "x", "--out", "y.gif"], "ends with .png"),
        (["plot", "--episode", "x", "--adhoc", "best"], "no such policy"),
        (["run", "--adhoc", "none"], "runs/taskset is not there"),
        (["run", "--taskset", "none"], "none: no such file or folder"),
        (["run", "--taskset", "."], "taskset.json"),
        (["run", "--llm", "openai"], "OPENAI_API_KEY is not set"),
        (["nothing"], "invalid choice"),
    ],
)
def test_wrong_input_is_one_line_and_2(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    code = exit_code(main, words)
    error = capsys.readouterr().err
    assert code == 2
    assert message in error
    assert error.count("\n") == 1


def test_the_last_task_set_is_remembered(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"first \./adhoc bench generate"):
        default_task_set(tmp_path / "runs")
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        remember_task_set(tmp_path / name, tmp_path / "runs")
        assert default_task_set(tmp_path / "runs") == tmp_path / name


def test_results_are_drawn_and_tabled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    task_set = a_task_set(sizes=(1, 4, 7))
    with EpisodeStore(tmp_path, facts_of(task_set)) as store:
        for adhoc_name, t0 in (("none", 0), ("heuristic", 0), ("heuristic", 50), ("new", 0)):
            for number, task in enumerate(task_set.tasks):
                key = EpisodeKey(task.task_id, "heuristic", adhoc_name, t0)
                tidied = int(number % 3 == 0 or adhoc_name == "heuristic")
                store.add(a_result(key, tidied, 1, 100 + number))
        store.finish()
    assert main(["table", "--results", str(tmp_path), "--common"]) == 0
    assert main(["plot", "--results", str(tmp_path)]) == 0
    assert (tmp_path / "figure8.png").stat().st_size > 10_000
    assert "| heuristic | new       |" in capsys.readouterr().out
    assert main(["plot", "--results", str(tmp_path), "--adhoc", "oracle"]) == 2


def test_a_figure_of_a_few_episodes_is_drawn_all_the_same(tmp_path: Path) -> None:
    key = EpisodeKey("r01_h0_k1_t3", "heuristic", "heuristic", 0)
    facts = facts_of(a_task_set()).by_id()
    out = tmp_path / "one.png"
    draw_figure8(split_rows({key: a_result(key)}, facts), "heuristic", "heuristic", "one", out)
    assert out.stat().st_size > 5_000


def a_take(events: list[tuple[int, EventKind]], last: int = 100) -> Take:
    trace = Trace(ad_hoc="adhoc")
    for step in range(last + 1):
        trace.pose(step, "robot_0", 1.0 + 0.01 * step, 1.0)
    trace.place(0, [("Mug|0", 2.0, 2.0)])
    for step, kind in events:
        trace.event(step, "robot_0", kind, "does it")
    key = EpisodeKey("t", "heuristic", "none", 0)
    return Take(Setting("heuristic", "none"), a_result(key, steps=last), trace)


def test_pictures_show_what_matters_most() -> None:
    events = [(0, EventKind.JOIN), (20, EventKind.PICK_UP), (22, EventKind.TIDY),
              (40, EventKind.STOP), (60, EventKind.SUBTASK), (70, EventKind.TIDY)]  # fmt: skip
    assert key_steps(a_take(events)) == [22, 40, 70, 100]
    assert key_steps(a_take(events), most=2) == [22, 100]
    assert key_steps(a_take([])) == [25, 50, 75, 100]
    assert key_steps(a_take([], last=0)) == [0]
    crowd = [(step, EventKind.TIDY) for step in range(1, 99)]
    assert len(key_steps(a_take(crowd))) == 5


def test_a_storyboard_is_drawn(tmp_path: Path) -> None:
    out = tmp_path / "story.png"
    takes = [a_take([(30, EventKind.TIDY)]), a_take([(10, EventKind.PICK_UP)], last=60)]
    draw_storyboard(load_house(HOUSE), a_task(), takes, out)
    assert out.stat().st_size > 20_000


def test_a_house_is_drawn_without_its_ceiling() -> None:
    axis = new_figure(3.0, 3.0).add_subplot()
    house = load_house(HOUSE)
    draw_house(axis, house)
    assert len(axis.texts) == len(house.rooms)


def test_time_left_goes_by_effort(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [0.0]
    monkeypatch.setattr("adhoc_teamwork.teamwork.text.progress.time.monotonic", lambda: clock[0])
    with Progress("playing", 10, "episodes", effort=100.0) as progress:
        clock[0] = 30.0
        progress.advance(1, effort=50.0)
    text = capsys.readouterr().err
    assert "playing: 1 of 10 episodes (10 %), 30 s: about 30 s left" in text
    assert [clock_text(s) for s in (59, 61, 3725)] == ["59 s", "1:01 min", "1:02 h"]
