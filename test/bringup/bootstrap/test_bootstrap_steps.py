# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.bootstrap.steps import SetUpError, StepRunner, last_lines


def run(logs: Path, program: str) -> None:
    StepRunner(logs).run("step", "trying", [sys.executable, "-c", program], os.environ)


def test_output_goes_to_the_log(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run(tmp_path / "log", "import sys; print('out'); print('err', file=sys.stderr)")
    assert sorted((tmp_path / "log" / "step.log").read_text().split()) == ["err", "out"]
    assert capfd.readouterr() == ("", "")


def test_a_failure_shows_the_last_lines_and_names_the_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SetUpError, match=r"trying failed with exit code 3.*step\.log"):
        run(tmp_path, "for i in range(100): print('line', i)\nraise SystemExit(3)")
    shown = capfd.readouterr().err.splitlines()
    assert shown[-1] == "line 99"
    assert len(shown) == 15


def test_without_a_network_there_is_one_clear_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    noise = "print('x\\n' * 50 + 'Failed to establish a new connection: [Errno -3]'); exit(1)"
    with pytest.raises(SetUpError, match="network") as error:
        run(tmp_path, noise)
    assert "\n" not in str(error.value)
    assert capfd.readouterr().err == ""


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SetUpError, match="cannot start /none/there"):
        StepRunner(tmp_path).run("step", "trying", ["/none/there"], os.environ)


@pytest.mark.slow
def test_what_takes_long_is_shown(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run(tmp_path, "import time; time.sleep(2.3)")
    shown = capfd.readouterr().err.splitlines()
    assert shown[0].startswith("adhoc: trying (2 s)")
    assert shown[-1].endswith("done")
    with pytest.raises(SetUpError):
        run(tmp_path, "import time; time.sleep(2.3); raise SystemExit(1)")
    assert "failed" in capfd.readouterr().err


def test_an_interruption_ends_the_child(tmp_path: Path) -> None:
    marker = tmp_path / "pid"
    program = (
        f"import os, pathlib, time; pathlib.Path({str(marker)!r}).write_text(str(os.getpid())); "
        "time.sleep(60)"
    )
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, program)
    with pytest.raises(ProcessLookupError):
        os.kill(int(marker.read_text()), 0)


def test_last_lines_of_a_progress_bar(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"one\n\n 10%\r 20%\r 30%\xff\n")
    assert last_lines(log, 2) == " 20%\n 30%\ufffd"
    log.write_bytes(b"")
    assert last_lines(log, 2) == ""


def test_children_inherit_the_lock(tmp_path: Path) -> None:
    read, write = os.pipe()
    program = f"import os; os.write({write}, b'here')"
    StepRunner(tmp_path, lock=write).run(
        "step", "trying", [sys.executable, "-c", program], os.environ
    )
    os.close(write)
    assert os.read(read, 10) == b"here"
    os.close(read)
    with pytest.raises(SetUpError):
        run(tmp_path, f"import os; os.write({write}, b'here')")


def test_commands_run_beside_each_other_and_one_that_fails_ends_the_others(tmp_path: Path) -> None:
    def meeting(own: str, other: str) -> list[str | Path]:
        wait = (
            f"import pathlib, time; d = pathlib.Path({str(tmp_path)!r}); (d / {own!r}).touch()\n"
            f"while not (d / {other!r}).exists(): time.sleep(0.01)"
        )
        return [sys.executable, "-c", wait]

    runner = StepRunner(tmp_path)
    runner.run_beside({"one": meeting("a", "b"), "two": meeting("b", "a")}, "trying", os.environ)
    failing = [sys.executable, "-c", "print('why'); raise SystemExit(4)"]
    with pytest.raises(SetUpError, match=r"exit code 4.*two\.log"):
        runner.run_beside({"one": meeting("c", "d"), "two": failing}, "trying", os.environ)
