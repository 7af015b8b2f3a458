# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.bootstrap.commands import COMMANDS
from adhoc_teamwork.bringup.commands import testing
from adhoc_teamwork.bringup.commands.testing import CheckResult, run_check, run_tests

PASSING = "def test_something():\n    assert True\n"
FAILING = "def test_something():\n    assert False\n"


def parse(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="adhoc")
    [command] = [command for command in COMMANDS if command.name == "test"]
    testing.add_parser(parser.add_subparsers(), command)
    return parser.parse_args(["test", *words])


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the tests within these tests the plugins of others, and what is said to these tests."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    # colcon test says there what it hands to pytest.
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a project of one test, checked by one check."""
    (tmp_path / "test_one.py").write_text(PASSING)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow: takes long\n")
    monkeypatch.setattr(testing, "REPOSITORY", tmp_path)
    monkeypatch.setattr(testing, "CHECKS", (("style", ("ruff", "check", "--quiet", ".")),))
    return tmp_path


def last_line(text: str) -> str:
    return text.strip().splitlines()[-1]


def test_all_good_is_0_and_the_last_line_is_pytests(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert project.is_dir()
    args = parse("-q", "-p", "no:cacheprovider")
    assert args.run(args) == 0
    out = capfd.readouterr().out
    assert "1 passed" in last_line(out)
    assert "style passed" in out


@pytest.mark.slow
def test_without_arguments_some_tests_run_alone_and_the_others_in_parallel(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    marked = "import pytest\n\n\n@pytest.mark.alone\ndef test_two():\n    assert True\n"
    (project / "test_two.py").write_text(marked)
    (project / "pytest.ini").write_text("[pytest]\nmarkers = alone: by itself\n")
    args = parse()
    assert args.run(args) == 0
    out = capfd.readouterr().out
    assert "1 passed, 1 deselected" in out
    assert "tests that run alone passed" in out
    assert "1 passed" in last_line(out)
    assert "deselected" not in last_line(out)


@pytest.mark.slow
def test_a_failure_among_those_that_run_alone_fails(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    marked = "import pytest\n\n\n@pytest.mark.alone\ndef test_two():\n    assert False\n"
    (project / "test_two.py").write_text(marked)
    args = parse()
    assert args.run(args) == 1
    assert "tests that run alone FAILED" in capfd.readouterr().out


@pytest.mark.slow
def test_a_failing_check_does_not_hide_the_tests(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (project / "bad.py").write_text("import os\n")
    args = parse()
    assert args.run(args) == 1
    out = capfd.readouterr().out
    assert re.search("style +FAILED", out)
    assert "`os` imported but unused" in out
    assert "1 passed" in last_line(out)


@pytest.mark.slow
def test_a_failing_test_fails(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "test_one.py").write_text(FAILING)
    args = parse()
    assert args.run(args) == 1
    assert "1 failed" in last_line(capfd.readouterr().out)


@pytest.mark.slow
def test_fast_leaves_out_what_is_slow(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    slow = "import pytest\n\n\n@pytest.mark.slow\ndef test_two():\n    raise AssertionError\n"
    (project / "test_two.py").write_text(slow)
    args = parse("--fast")
    assert args.run(args) == 0
    out = capfd.readouterr().out
    assert "1 passed" in last_line(out)
    assert "failed" not in out


@pytest.mark.parametrize("words", [(), ("-q",)])
def test_fast_leaves_out_nodes(
    words: tuple[str, ...], project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    nodes = "import pytest\n\n\n@pytest.mark.nodes\ndef test_two():\n    raise AssertionError\n"
    (project / "test_two.py").write_text(nodes)
    (project / "pytest.ini").write_text("[pytest]\nmarkers = nodes: has ROS nodes\n")
    args = parse("--fast", *words)
    assert args.run(args) == 0
    assert "1 passed" in last_line(capfd.readouterr().out)


@pytest.mark.slow
def test_fast_leaves_out_what_runs_alone(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    marked = "import pytest\n\n\n@pytest.mark.alone\ndef test_two():\n    raise AssertionError\n"
    (project / "test_two.py").write_text(marked)
    args = parse("--fast")
    assert args.run(args) == 0
    assert "tests that run alone" not in capfd.readouterr().out


def test_all_other_words_go_to_pytest() -> None:
    assert parse("--fast", "-k", "a or b", "-x", "--", "test/x").words[:4] == [
        *("--fast", "-k", "a or b", "-x")
    ]


def test_help_is_ours(capsys: pytest.CaptureFixture[str]) -> None:
    args = parse("--help")
    assert args.run(args) == 0
    assert "--fast" in capsys.readouterr().out


def test_a_check_tells_its_time(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    result = run_check("style", ("ruff", "--version"), tmp_path)
    assert result.passed
    assert f"style: passed ({result.seconds} s)" in capfd.readouterr().out


def test_the_report_stands_above_pytests_last_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_one.py").write_text(PASSING)
    checks = [CheckResult("types", False, 3.2)]
    assert run_tests(["-p", "no:cacheprovider"], checks, tmp_path) == 0
    lines = capfd.readouterr().out.strip().splitlines()
    assert "types FAILED (3.2 s)" in lines[-2]


def test_without_the_checks_the_plugin_is_silent(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(PASSING)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "adhoc_teamwork.bringup.test_report",
        str(tmp_path),
    ]
    env = {name: value for name, value in os.environ.items() if name != "ADHOC_TEST_CHECKS"}
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=60, check=False)
    assert done.returncode == 0
    assert "before these" not in done.stdout
