# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Runs with real worker processes: killed, interrupted, resumed; the same bytes in the end."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from adhoc_teamwork.benchmark.store.results import EPISODES, read_results

pytestmark = pytest.mark.slow

HERE = Path(__file__).parents[1]
DRIVER = HERE / "bench_driver.py"
ROOT = HERE.parents[1]
TASKS = 60


def start(out: Path, *words: str, **environment: str) -> subprocess.Popen[str]:
    """Start `adhoc bench run` over made-up tasks in a process group of its own."""
    path = os.pathsep.join([str(HERE), str(ROOT)])
    return subprocess.Popen(
        [sys.executable, str(DRIVER), "run", "--jobs", "2", "--out", str(out), *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "PYTHONPATH": path, **environment},
    )  # fmt: skip


def finish(process: subprocess.Popen[str], code: int = 0) -> str:
    """Wait for the end, expect its exit code, and return all output."""
    out, error = process.communicate(timeout=60)
    assert process.returncode == code, f"{process.returncode}\n{out}{error}"
    assert "Traceback" not in error
    return out + error


def wait_for_lines(out: Path, count: int) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        path = out / EPISODES
        if path.is_file() and path.read_bytes().count(b"\n") >= count:
            return
        time.sleep(0.02)
    raise AssertionError(f"no {count} episodes within 30 s")


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    out = tmp_path_factory.mktemp("reference")
    finish(start(out))
    return (out / EPISODES).read_bytes()


def test_a_run_plays_each_task_with_and_without_the_ad_hoc_robot(reference: bytes) -> None:
    assert reference.count(b"\n") == 2 * TASKS


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_the_number_of_jobs_does_not_show(tmp_path: Path, reference: bytes, jobs: str) -> None:
    finish(start(tmp_path, "--jobs", jobs))
    assert (tmp_path / EPISODES).read_bytes() == reference


def test_a_second_run_plays_nothing(tmp_path: Path, reference: bytes) -> None:
    finish(start(tmp_path))
    log = tmp_path / "log"
    text = finish(start(tmp_path, FAKE_LOG=str(log)))
    assert "0 episodes played, 120 were there already" in text
    assert not log.exists()
    assert (tmp_path / EPISODES).read_bytes() == reference


def test_more_tasks_add_to_fewer(tmp_path: Path, reference: bytes) -> None:
    finish(start(tmp_path, "--tasks", "7"))
    assert len(read_results(tmp_path)) == 14
    assert "106 episodes played, 14 were there" in finish(start(tmp_path))
    assert (tmp_path / EPISODES).read_bytes() == reference


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_goes_on(tmp_path: Path, reference: bytes, number: int) -> None:
    out, log = tmp_path / "out", tmp_path / "log"
    process = start(out, FAKE_SECONDS="0.05", FAKE_LOG=str(log))
    wait_for_lines(out, 10)
    # Ctrl-C reaches every process of the terminal's group.
    os.killpg(process.pid, number)
    text = finish(process, code=130)
    kept = len(read_results(out))
    assert f"{kept} episodes are kept" in text
    assert 10 <= kept < 2 * TASKS
    assert_no_processes(process.pid)
    finish(start(out, FAKE_LOG=str(log)))
    assert (out / EPISODES).read_bytes() == reference
    played = Counter(log.read_text().splitlines())
    assert len(played) == 2 * TASKS
    # Only what two workers were playing at the time is played twice.
    assert sum(played.values()) <= 2 * TASKS + 2 + 2


def test_a_killed_run_leaves_no_processes_and_goes_on(tmp_path: Path, reference: bytes) -> None:
    process = start(tmp_path, FAKE_SECONDS="0.05")
    wait_for_lines(tmp_path, 10)
    process.kill()
    process.communicate(timeout=30)
    assert_no_processes(process.pid)
    finish(start(tmp_path))
    assert (tmp_path / EPISODES).read_bytes() == reference


def test_a_worker_that_dies_once_costs_nothing(tmp_path: Path, reference: bytes) -> None:
    marker = tmp_path / "marker"
    finish(start(tmp_path / "out", FAKE_KILL_ONCE=f"r04_h1_k2_t4:{marker}"))
    assert marker.exists()
    assert (tmp_path / "out" / EPISODES).read_bytes() == reference


def test_an_episode_that_kills_its_worker_twice_is_named(tmp_path: Path, reference: bytes) -> None:
    text = finish(start(tmp_path, FAKE_KILL="r04_h1_k2_t4"), code=1)
    assert text.count("r04_h1_k2_t4 (heuristic") == 2
    assert "ended 2 times: killed by SIGKILL" in text
    assert len(read_results(tmp_path)) == 2 * TASKS - 2
    finish(start(tmp_path))
    assert (tmp_path / EPISODES).read_bytes() == reference


def test_a_defect_in_one_episode_ends_no_other(tmp_path: Path, reference: bytes) -> None:
    text = finish(start(tmp_path, FAKE_RAISE="r01_h0_k1_t3"), code=1)
    assert "r01_h0_k1_t3 (heuristic, none, t0 0): RuntimeError: the fake was told to fail" in text
    assert "the fake was told\nto fail" in (tmp_path / "failures.log").read_text()
    assert len(read_results(tmp_path)) == 2 * TASKS - 2
    finish(start(tmp_path))
    assert (tmp_path / EPISODES).read_bytes() == reference


def test_where_nothing_works_a_run_gives_up(tmp_path: Path) -> None:
    text = finish(start(tmp_path, FAKE_RAISE="all"), code=1)
    assert "given up" in text
    assert text.count("RuntimeError") == 5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--team", "best"), "--team best: no such policy"),
        (("--adhoc", "best"), "--adhoc best: no such policy"),
        (("--t0", "500"), "--t0 500: expected a step from 0 to 499"),
        (("--jobs", "0"), "expected a whole number from 1 up"),
        (("--model", "m"), "--model: only for --llm openai"),
        (("--llm-time-limit", "60"), "--llm-time-limit: only for --llm openai"),
        (("--tasks", "61"), "expected 1 to 60"),
    ],
)
def test_wrong_input_is_one_line_and_2(
    tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    text = finish(start(tmp_path / "out", *words), code=2)
    assert message in text
    assert text.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_results_of_another_task_set_are_refused(tmp_path: Path) -> None:
    finish(start(tmp_path, "--tasks", "2"))
    text = finish(start(tmp_path, FAKE_DIGEST="e" * 64), code=2)
    assert "holds results of another task set" in text
    assert text.count("\n") == 1


def assert_no_processes(group: int) -> None:
    """Expect that a whole process group is gone within a few seconds."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("a process of the run is still there")
