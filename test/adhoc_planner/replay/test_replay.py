# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Recorded decisions made once more: the same by the same code, and what differs is named."""

import copy
import io
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from command_words import exit_code, state_of
from scripted_model import PROMPTS
from taped_team import TapedRobot, run_team, write_bag

from adhoc_teamwork.adhoc_planner.journal.coding import line_from_json, turn_to_json
from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.adhoc_planner.replay.command import main
from adhoc_teamwork.adhoc_planner.replay.decisions import Aspect, Verdict, compare, first_other_deed
from adhoc_teamwork.adhoc_planner.replay.playing import play
from adhoc_teamwork.adhoc_planner.replay.reading import Session, read_sessions
from adhoc_teamwork.adhoc_planner.task_config import load_task

pytestmark = pytest.mark.slow

TASK = load_task(PROMPTS)


@cache
def team() -> tuple[TapedRobot, ...]:
    return run_team(45.0, seed=3)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    write_bag(folder, team()).close()
    return folder


def edited_config(folder: Path, name: str, before: str, now: str) -> Path:
    """Return a copy of the configuration in which one line of one prompt was edited."""
    config = folder / "config"
    for part in ("prompts", "tasks"):
        shutil.copytree(PROMPTS.parents[1] / part, config / part)
    prompt = config / "prompts" / name
    text = prompt.read_text(encoding="utf-8")
    assert before in text
    prompt.write_text(text.replace(before, now), encoding="utf-8")
    return config


@pytest.mark.parametrize(
    ("policy", "seed"),
    [("irot", 1), ("llm", 1), ("gpl", 2), ("coela", 1), ("capo", 1)],
)
def test_every_decision_is_the_same_however_answers_came(policy: str, seed: int) -> None:
    for robot in run_team(30.0, seed, policy):
        turns = tuple(line_from_json(turn_to_json(t), "the test") for t in robot.turns)
        session = Session(robot.agent_record, turns)  # type: ignore[arg-type]
        played = list(play(session, TASK, load_prompts(PROMPTS)))
        compared = list(compare(played))
        assert first_other_deed(played) is None
        assert len(played) == len(robot.turns)
        assert len(compared) >= 2
        assert {c.verdict for c in compared} == {Verdict.SAME}


def test_a_bag_gives_back_the_journals_whole(run: Path) -> None:
    sessions = read_sessions(run)
    assert [s.record for s in sessions] == [robot.agent_record for robot in team()]
    for session, robot in zip(sessions, team(), strict=True):
        assert list(map(turn_to_json, session.turns)) == list(map(turn_to_json, robot.turns))
        assert session.missing == 0


def test_command_reports_each_decision_as_the_same(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = state_of(run)
    assert main([str(run)]) == 0
    assert state_of(run) == before
    lines = capsys.readouterr().out.splitlines()
    decided = [line for line in lines if " same " in line and " s  " in line]
    assert len(decided) == sum(
        1 for r in team() for t in r.turns for n in t.notes if n.kind == "begun"
    )
    assert any(line.startswith("alpha") and "none diverged" in line for line in lines)


@pytest.mark.parametrize("seed", ["1"])
def test_the_order_of_sets_changes_nothing(run: Path, seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [
        sys.executable,
        "-m",
        "adhoc_teamwork.adhoc_planner.replay",
        str(run),
        "--robot",
        "alpha",
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_edited_line_of_a_prompt_names_the_decisions_that_were_asked_with_it(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = edited_config(tmp_path, "rank.j2", "Think step by step:", "Think:")
    assert main([str(run), "--config", str(config), "--json"]) == 1
    decided = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    ranked = {d["time"] for d in decided if d["verdict"] == "diverged"}
    assert {d["kind"] for d in decided if d["verdict"] == "diverged"} == {"sub-task"}
    stages = {x["stage"] for d in decided for x in d["differences"]}
    assert stages == {"rank"}
    assert 0 < len(ranked) < len(decided)
    assert main([str(run), "--config", str(config), "--robot", "alpha"]) == 1
    report = capsys.readouterr().out
    assert "-Think step by step: evaluate" in report
    assert "+Think: evaluate" in report
    assert "prompt of rank: as above" in report
    assert "changed since the recording: prompts/rank.j2" in report


def test_a_recording_cannot_bring_a_task_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mark = tmp_path / "executed"
    edited_config(tmp_path, "rank.j2", "Think step by step:", "Think:")
    (tmp_path / "config").rename(tmp_path / "evil")
    evil = tmp_path / "evil" / "tasks" / "tidy_up"
    call = f"cycler.__init__.__globals__.os.mkdir('{mark}')"
    (evil / "task.j2").write_text("{{ " + call + " }}", encoding="utf-8")
    (robot, *_) = team()
    forged = copy.copy(robot)
    task = os.path.relpath(evil, PROMPTS.parent)
    forged.agent_record = replace(robot.agent_record, task=task)  # type: ignore[type-var]
    write_bag(tmp_path / "run", (forged,)).close()
    assert main([str(tmp_path / "run")]) == 2
    complaint = capsys.readouterr().err
    assert "not a name of a task" in complaint
    assert complaint.count("\n") == 1
    assert not mark.exists()


def test_another_model_is_asked_the_same_and_its_choices_are_compared(
    run: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where answers were usable they were the offline model's: it chooses the same once more.
    assert main([str(run), "--llm", "offline", "--robot", "beta"]) == 0
    capsys.readouterr()
    said = "[result] Explore <room_1>"
    monkeypatch.setattr(
        "adhoc_teamwork.adhoc_planner.model_queries.offline_in_process.answer", lambda *_: said
    )
    assert main([str(run), "--llm", "offline", "--robot", "beta", "--json"]) == 1
    decided = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    others = [x for d in decided for x in d["differences"]]
    assert {x["in"] for x in others} == {Aspect.SECOND_CHOICE}
    assert any("unusable" in x["now"] for x in others)
    assert any(x["stage"] == "generate" and x["now"] == "Explore <room_1>" for x in others)


def test_a_decision_of_another_code_is_told_from_a_recorded_one(run: Path) -> None:
    session = read_sessions(run)[0]
    fewer = tuple(t for t in session.turns if t.number <= 400)
    other = Session(type(session.record)(**{**vars(session.record), "policy": "cot"}), fewer)
    compared = list(compare(play(other, TASK, load_prompts(PROMPTS))))
    assert {Verdict.DIVERGED} <= {c.verdict for c in compared}


def test_until_and_robot_limit_what_is_replayed(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(run), "--robot", "beta", "--until", "110", "--json"]) == 0
    decided = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {d["robot"] for d in decided} == {"beta"}
    assert 0 < max(d["time"] for d in decided) <= 110.0


def test_a_bag_that_was_never_closed_replays_as_far_as_it_goes(tmp_path: Path) -> None:
    writer = write_bag(tmp_path, team()[:1])
    assert not (tmp_path / "bag" / "metadata.yaml").exists()
    assert main([str(tmp_path)]) == 0
    writer.close()


def test_batches_heard_twice_count_once(tmp_path: Path, run: Path) -> None:
    again = tmp_path / "run"
    shutil.copytree(run, again)
    (file,) = (again / "bag").glob("*.mcap")
    shutil.copyfile(file, again / "bag" / "bag_1.mcap")
    (again / "bag" / "metadata.yaml").unlink()
    assert [s.turns for s in read_sessions(again)] == [s.turns for s in read_sessions(run)]


def test_a_gap_in_a_journal_is_told_and_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    robot = copy.copy(team()[0])
    robot.turns = [turn for turn in robot.turns if not 101 <= turn.number <= 110]
    write_bag(tmp_path, [robot]).close()
    assert main([str(tmp_path)]) == 2
    assert "alpha: turn 101 is missing from its journal" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nowhere"], "nowhere: no such file or folder"),
        (["RUN", "--robot", "gamma"], "not in the recording; expected alpha, beta"),
        (["RUN", "--model", "x"], "--model: only with --llm openai"),
        (["RUN", "--config", "/"], "no folder tasks in it"),
        (["RUN", "--until", "nan"], "'nan': expected a number from 0 up"),
        (["RUN", "--json", "--step"], "--json: not with --step"),
    ],
)
def test_wrong_input_is_told_in_one_line(
    run: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert exit_code(main, [str(run) if word == "RUN" else word for word in words]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_step_shows_a_decision_whole(
    run: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main([str(run), "--robot", "alpha", "--until", "104", "--step"]) == 0
    report = capsys.readouterr().out
    assert "asked (generate):" in report
    assert "## Candidate sub-tasks" in report or "--- user" in report
    assert "chose (generate): " in report
