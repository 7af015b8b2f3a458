# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Trials as a command: what it plays, what it refuses, what is left where it is interrupted."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.cli import main
from adhoc_teamwork.bringup.trials.plan import find_houses, plan_trials
from adhoc_teamwork.bringup.trials.playing import UNFINISHED, demo_command
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

HOUSE = config_dir() / "houses" / "two_rooms.json"


def test_a_plan_is_every_house_with_every_seed(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / f"{name}.json").write_text("{}", encoding="utf-8")
    houses = find_houses([tmp_path, HOUSE, HOUSE])
    assert [house.stem for house in houses] == ["a", "b", "two_rooms"]
    trials = plan_trials("late_helper", houses, 2, 3)
    assert len({trial.name for trial in trials}) == len(trials) == 9
    assert trials[0].name == "late_helper-a-k2-s0"
    assert [trial.seed for trial in trials[:4]] == [0, 0, 0, 1]


def test_without_houses_the_scenario_has_its_own() -> None:
    (trial,) = plan_trials("missing_arm", [], None, 1)
    command = demo_command(trial, ["--speed", "3"], Path("out"))
    assert trial.name == "missing_arm-own-s0"
    assert "--house" not in command
    assert "--misplaced" not in command
    assert command[-2:] == ("--speed", "3")


def test_the_speed_of_trials_is_that_of_their_demos(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[list[str]] = []
    monkeypatch.setattr(
        "adhoc_teamwork.bringup.trials.session.play_trials",
        lambda _out, _trials, options, _jobs: given.append(options) or 0,
    )
    for speed in ("max", "2.5"):
        assert main(["trials", "--speed", speed, "--out", str(tmp_path)]) == 0
    assert given == [["--speed", "max"], ["--speed", "2.5"]]


def test_houses_that_cannot_be_told_apart_are_refused(tmp_path: Path) -> None:
    (tmp_path / HOUSE.name).write_text("{}", encoding="utf-8")
    with pytest.raises(ConfigError, match="have one name"):
        find_houses([tmp_path, HOUSE])
    with pytest.raises(ConfigError, match=r"no \.json file"):
        find_houses([config_dir() / "scenarios"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--houses", "/no/such/folder"], "/no/such/folder"),
        (["--seeds", "0"], "from 1 to 10000"),
        (["--seeds", "1000000000"], "from 1 to 10000"),
        (["--scenario", "nowhere"], "nowhere"),
        (["--houses", str(HOUSE), "--", "--seed", "3"], "--seed after --"),
        (["--houses", str(HOUSE), "--", "--no-such-option"], "--no-such-option"),
        (["--houses", str(HOUSE), "--runs", str(HOUSE.parent)], "not allowed with"),
    ],
)
def test_wrong_words_are_refused_in_one_line(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["trials", "--out", str(tmp_path / "out"), *words])
    except SystemExit as stopped:
        code = int(str(stopped.code))
    errors = capsys.readouterr().err.strip().splitlines()
    assert code == 2
    assert len(errors) == 1
    assert said in errors[0]
    assert not (tmp_path / "out").exists()


def test_a_folder_of_other_options_is_not_mixed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "options.json").write_text(json.dumps(["--speed", "9"]), encoding="utf-8")
    (tmp_path / "runs" / "one").mkdir(parents=True)
    assert main(["trials", "--houses", str(HOUSE), "--out", str(tmp_path)]) == 2
    assert "expected the same options" in capsys.readouterr().err


def test_a_folder_that_is_no_run_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "run").mkdir()
    words = ["trials", "--runs", str(tmp_path / "run"), "--out", str(tmp_path / "out")]
    assert main(words) == 2
    assert "task.json" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_a_house_that_offers_nothing_ends_the_trials_with_its_reason(tmp_path: Path) -> None:
    """The first run is refused by the demonstration itself; what it said is passed on."""
    house = tmp_path / "bare.json"
    house.write_text("{}", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "adhoc_teamwork.bringup", "trials", "--houses", str(house),
         "--misplaced", "1", "--out", str(tmp_path / "out")],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "bare.json" in done.stderr


@pytest.mark.slow
def test_interrupted_trials_leave_no_whole_run_and_no_process(tmp_path: Path) -> None:
    out = tmp_path / "out"
    trials = subprocess.Popen(
        [sys.executable, "-m", "adhoc_teamwork.bringup", "trials", "--houses", str(HOUSE),
         "--misplaced", "1", "--out", str(out)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
    )  # fmt: skip
    run = out / "runs" / "late_helper-two_rooms-k1-s0"
    unfinished = run.with_name(f"{run.name}{UNFINISHED}")
    try:
        deadline = time.monotonic() + 120.0
        while not (unfinished / "events.jsonl").is_file() and time.monotonic() < deadline:
            time.sleep(0.2)
        trials.send_signal(signal.SIGINT)
        said, _ = trials.communicate(timeout=90)
    finally:
        if trials.poll() is None:
            os.killpg(trials.pid, signal.SIGKILL)
    assert trials.returncode == 130, said
    assert "goes on where it stopped" in said
    assert unfinished.is_dir()
    assert not run.exists()
    assert not [
        path for path in Path("/proc").glob("[0-9]*/cmdline") if _names(path, str(unfinished))
    ]


def _names(path: Path, text: str) -> bool:
    try:
        return text.encode() in path.read_bytes()
    except OSError:
        return False
