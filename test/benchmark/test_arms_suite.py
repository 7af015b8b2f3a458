# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Episodes of arms on the disk, the tasks that are chosen, and the table beside the paper's."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from adhoc_teamwork.benchmark.arms.command import chosen_tasks
from adhoc_teamwork.benchmark.arms.playing import TASKS, TEAMS
from adhoc_teamwork.benchmark.arms.results import FILE, ArmsKey, ArmsResult, arms_file, read_arms
from adhoc_teamwork.benchmark.arms.tables import arms_text, fewer_p_value
from adhoc_teamwork.benchmark.cli import main
from adhoc_teamwork.benchmark.store.result_lines import encoded
from adhoc_teamwork.teamwork.settings.config import ConfigError

MODEL = "offline t0 h0 s0"
MARKS = "<!-- Table of arms -->", "<!-- end of Table of arms -->"


def result(seed: int, success: bool = True, steps: int = 2) -> ArmsResult:
    key = ArmsKey("roco", MODEL, "move_rope", seed)
    return ArmsResult(key, success, steps, (1, 3), 4, {"collision": 2}, 0)


def test_a_torn_line_is_dropped_and_the_order_is_one(tmp_path: Path) -> None:
    with arms_file(tmp_path) as file:
        file.add(result(2))
        file.add(result(1))
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole + b'{"key": {"te')
    with arms_file(tmp_path) as file:
        assert len(file.results) == 2
        file.finish()
    assert [one.key.seed for one in read_arms(tmp_path)] == [1, 2]
    assert sorted(whole.splitlines()) == (tmp_path / FILE).read_bytes().splitlines()


def test_a_line_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"key": 1}\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=rf"{FILE}:1: key: "):
        read_arms(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"steps": 2', b'"steps": NaN', "expected finite numbers"),
        (b'"steps": 2', b'"steps": 1' + b"0" * 400, "expected numbers of at most 64 bits"),
        (b'"steps": 2', b'"steps": 3', "a second, different outcome"),
    ],
)
def test_results_of_others_are_refused_where_no_table_can_show_them(
    tmp_path: Path, old: bytes, new: bytes, message: str
) -> None:
    line = encoded(result(1))
    (tmp_path / FILE).write_bytes(line + line.replace(old, new))
    with pytest.raises(ConfigError, match=rf"{FILE}:2: .*{message}"):
        read_arms(tmp_path)
    with pytest.raises(ConfigError, match=rf"{FILE}:2: .*{message}"):
        arms_file(tmp_path).__enter__()


def test_a_line_twice_counts_once(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(encoded(result(1)) * 2)
    assert len(read_arms(tmp_path)) == 1


def test_a_pipe_in_the_place_of_results_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE)
    with pytest.raises(ConfigError, match=f"{FILE}: not a regular file"):
        read_arms(tmp_path)


def test_only_one_run_at_a_time_writes(tmp_path: Path) -> None:
    with arms_file(tmp_path), pytest.raises(ConfigError, match="another run is writing"):
        arms_file(tmp_path).__enter__()
    with arms_file(tmp_path) as file:
        file.add(result(1))


def test_teams_of_other_code_stand_below_ours() -> None:
    one = result(1)
    text = arms_text([replace(one, key=replace(one.key, team="<b>ours")), one])
    ours, paper, theirs = text.splitlines()[2:5]
    assert ours.startswith("| roco ")
    assert "paper" in paper
    assert theirs.startswith("| &lt;b>ours ")


def test_the_table_has_the_papers_figures_under_ours() -> None:
    text = arms_text([result(1), result(2, success=False, steps=6)])
    ours, paper = (line for line in text.splitlines() if line.startswith("| roco"))
    assert "0.50 [0.09, 0.91] (2), 2.0, 2.0" in ours
    assert "0.65 ± 0.11, 2.5, 3.1" in paper


def test_what_is_done_more_seldom_than_by_the_whole_method_is_marked() -> None:
    def played(team: str, done: int, seeds: int = 12) -> list[ArmsResult]:
        results = [result(seed, seed <= done) for seed in range(1, seeds + 1)]
        return [replace(one, key=replace(one.key, team=team)) for one in results]

    whole, few, most = played("roco", 11), played("roco-central", 6), played("roco-no-history", 8)
    assert fewer_p_value(few, whole) == pytest.approx(0.5**5)
    assert fewer_p_value(most, whole) == pytest.approx(0.5**3)
    assert fewer_p_value(whole, few) == fewer_p_value(few, []) == 1.0
    text = arms_text([*whole, *few, *most])
    assert "0.50* [" in text
    assert "0.67 [" in text


def test_the_table_goes_into_a_page(tmp_path: Path) -> None:
    with arms_file(tmp_path) as file:
        file.add(result(1))
    page = tmp_path / "page.md"
    page.write_text(f"a\n{MARKS[0]}\nold\n{MARKS[1]}\nb\n", encoding="utf-8")
    words = ["table", "--paper", "roco", "--results", str(tmp_path), "--into", str(page)]
    assert main(words) == 0
    text = page.read_text(encoding="utf-8")
    assert arms_text(read_arms(tmp_path)) in text
    assert "old" not in text
    page.write_text("no marks", encoding="utf-8")
    assert main(words) == 2


def test_a_row_says_who_was_switched_on_and_off(tmp_path: Path) -> None:
    switched = replace(result(1), key=replace(result(1).key, switches="Bob off 1, Bob on 2"))
    with arms_file(tmp_path) as file:
        file.add(result(1))
        file.add(switched)
    assert read_arms(tmp_path) == [result(1), switched]
    lines = arms_text(read_arms(tmp_path)).splitlines()[2:]
    rows = [line.split("|")[1].strip() for line in lines if line.startswith("|")]
    assert rows[:3] == ["roco", "roco", "roco; Bob off 1, Bob on 2"]


def test_switches_that_do_not_fit_a_task_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("mujoco", reason="the extra `cells` is not installed")
    words = ["run", "--suite", "roco", "--team", "waiting", "--out", str(tmp_path)]
    assert main([*words, "--switch", "Chad off 1"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "--switch: Chad off 1: pack_grocery has no Chad; it has Alice, Bob" in line
    assert main(["run", "--team", "naive", "--switch", "Chad off 1"]) == 2
    assert "--switch: only for --suite roco" in capsys.readouterr().err


def test_tasks_are_a_number_of_seeds_or_a_list(tmp_path: Path) -> None:
    assert len(chosen_tasks("all")) == 20 * len(TASKS)
    (tmp_path / "some").write_text("move_rope 3\n# no\nsort_cubes 1\n", encoding="utf-8")
    assert chosen_tasks(str(tmp_path / "some")) == [("move_rope", 3), ("sort_cubes", 1)]
    (tmp_path / "some").write_text("move_rope\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="some:1: 'move_rope': expected a task"):
        chosen_tasks(str(tmp_path / "some"))


def test_without_mujoco_one_line_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mujoco", None)
    assert main(["run", "--suite", "roco", "--team", "roco", "--out", str(tmp_path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "MuJoCo" in line
    assert "./adhoc setup --dev" in line


def test_a_team_that_is_none_is_refused_and_who_waits_gets_nothing_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--suite", "roco", "--team", "nobody"]) == 2
    assert ", ".join(TEAMS) in capsys.readouterr().err
    pytest.importorskip("mujoco", reason="the extra `cells` is not installed")
    (tmp_path / "some").write_text("move_rope 1\n", encoding="utf-8")
    run = ["run", "--suite", "roco", "--team", "waiting", "--jobs", "1", "--out", str(tmp_path)]
    assert main([*run, "--tasks", str(tmp_path / "some")]) == 0
    (one,) = read_arms(tmp_path)
    assert (one.success, one.steps, one.calls) == (False, 6, 0)


def test_a_film_is_made_of_each_episode_that_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("mujoco", reason="the extra `cells` is not installed")
    tasks, films = tmp_path / "tasks", tmp_path / "films"
    tasks.write_text("move_rope 1", encoding="utf-8")
    words = ["run", "--team", "waiting", "--tasks", str(tasks), "--out", str(tmp_path)]
    words += ["--film", str(films), "--jobs", "1"]
    assert main(words) == 2
    assert "--film: only for --suite roco" in capsys.readouterr().err
    assert main([*words, "--suite", "roco"]) == 0
    names = ["waiting_move_rope_1.png", "waiting_move_rope_1.webp"]
    assert sorted(path.name for path in films.iterdir()) == names
