# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run ./adhoc itself, on a Python that has nothing but its standard library."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.bootstrap.commands import COMMANDS
from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY

PYTHON = Path(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Copy what a start needs, into a path with spaces."""
    root = tmp_path / "a folder with spaces"
    skip = shutil.ignore_patterns("__pycache__")
    for room in (
        "adhoc_teamwork",
        "adhoc_interfaces",
        "embedded_interfaces",
        "requirements",
        "config",
    ):
        shutil.copytree(REPOSITORY / room, root / room, ignore=skip)
    shutil.copy(REPOSITORY / "adhoc", root / "adhoc")
    return root


def tools(tmp_path: Path, *more: Path) -> str:
    """Return a PATH with the few programs of a bare system, and what is added."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in ("sh", "readlink", "dirname", "id", "mkdir", "tail", "env"):
        (folder / name).symlink_to(str(shutil.which(name)))
    for path in more:
        (folder / path.name).symlink_to(path)
    return str(folder)


def start(
    program: Path, *words: str, path: str, cwd: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [program, *words],
        env={"PATH": path, "HOME": "/nonexistent"},
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def path(tmp_path: Path) -> str:
    python = tmp_path / "python3"
    python.symlink_to(PYTHON)
    return tools(tmp_path, python)


def test_help_needs_no_set_up(checkout: Path, path: str) -> None:
    answer = start(checkout / "adhoc", "--help", path=path)
    assert answer.returncode == 0
    assert all(command.name in answer.stdout for command in COMMANDS)
    assert not (checkout / ".adhoc").exists()


def test_without_a_command_there_is_help_and_exit_code_2(checkout: Path, path: str) -> None:
    answer = start(checkout / "adhoc", path=path)
    assert answer.returncode == 2
    assert "usage:" in answer.stdout


def test_what_attacks_is_no_command_where_it_is_not_installed(checkout: Path, path: str) -> None:
    shutil.rmtree(checkout / "adhoc_teamwork" / "attack")
    answer = start(checkout / "adhoc", "attack", "--help", path=path)
    assert answer.returncode == 2
    assert "there is no command 'attack'" in answer.stderr
    assert "attack" not in start(checkout / "adhoc", "--help", path=path).stdout


def test_a_wrong_command_is_named_in_one_line(checkout: Path, path: str) -> None:
    answer = start(checkout / "adhoc", "dmeo", path=path)
    assert answer.returncode == 2
    assert answer.stderr.splitlines() == [
        f"adhoc: there is no command 'dmeo'; expected one of {', '.join(c.name for c in COMMANDS)}"
    ]


@pytest.mark.parametrize("command", ["", *(c.name for c in COMMANDS if c.name != "test")])
def test_a_refused_word_does_nothing_to_the_terminal(
    checkout: Path, path: str, command: str
) -> None:
    word = "--x\x1b]0;title\x07\x1b[31m\u202e\x9b2J\nadhoc: all is well"
    answer = start(checkout / "adhoc", *([command] if command else []), word, path=path)
    assert answer.returncode == 2
    shown = answer.stdout + answer.stderr
    assert all(character == "\n" or character.isprintable() for character in shown), repr(shown)
    assert "adhoc: all is well" not in shown.splitlines()
    assert not (checkout / ".adhoc").exists()


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_help_of_a_command_needs_no_set_up(checkout: Path, path: str, command: str) -> None:
    answer = start(checkout / "adhoc", command, "--help", path=path)
    assert answer.returncode == 0, answer.stderr
    assert f"adhoc {command}" in answer.stdout
    assert not (checkout / ".adhoc").exists()


def test_a_wrong_option_is_refused_before_the_set_up(checkout: Path, path: str) -> None:
    answer = start(checkout / "adhoc", "demo", "--seed", "x", path=path)
    assert answer.returncode == 2
    assert "--seed" in answer.stderr.splitlines()[-1]
    assert not (checkout / ".adhoc").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("demo --house nowhere.json", "--house: nowhere.json: no such file"),
        ("demo --scenario nothing", "expected one, or one of high_shelf"),
        ("demo --task nothing", "expected one of household"),
        ("demo --llm openai", "OPENAI_API_KEY is not set"),
        ("demo --cache-always", "--cache-always: only with --cache DIR"),
        ("timeline nowhere", "nowhere: no such file or folder"),
        ("console nowhere", "nowhere: no such file or folder"),
        ("replay nowhere", "nowhere: no such file or folder"),
        ("perceive nowhere --out x", "nowhere: no such file or folder"),
        ("perceive --evaluate --houses nowhere", "nowhere: no such file or folder"),
        ("skills --evaluate --houses nowhere", "nowhere: no such file or folder"),
        ("bench run --tasks nowhere.json", "nowhere.json: no such file"),
        ("bench plot --taskset adhoc", "adhoc: is no folder"),
        ("bench nothing", "invalid choice: 'nothing'"),
        ("resume config", "config: is a folder"),
        ("world nowhere", "nowhere: no such file"),
        ("stranger nowhere", "nowhere: no such file"),
        ("comm-bench --seconds x", "--seconds"),
    ],
)
def test_what_is_wrong_with_words_is_said_before_the_set_up(
    checkout: Path, path: str, words: str, said: str
) -> None:
    answer = start(checkout / "adhoc", *words.split(), path=path, cwd=checkout)
    assert answer.returncode == 2, answer.stderr
    assert said in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert not (checkout / ".adhoc").exists()


def test_what_may_not_be_written_is_one_line(checkout: Path, path: str) -> None:
    """Root may write anywhere, so a file stands where a folder is to be made."""
    (checkout / ".adhoc").write_text("")
    answer = start(checkout / "adhoc", "setup", path=path)
    assert answer.returncode == 2
    assert answer.stderr.startswith(f"adhoc: {checkout / '.adhoc'}")
    assert answer.stderr.count("\n") == 1


def test_who_may_not_write_needs_an_own_clone() -> None:
    from adhoc_teamwork.bringup.start import _said

    refused = PermissionError(errno.EACCES, "Permission denied", "/a/.adhoc")
    assert _said(refused).startswith("/a/.adhoc: Permission denied; expected a clone of")
    assert _said(FileExistsError(errno.EEXIST, "File exists", "/a")) == "/a: File exists"


def test_it_works_from_anywhere_through_links(checkout: Path, path: str, tmp_path: Path) -> None:
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    (elsewhere / "first").symlink_to(checkout / "adhoc")
    (elsewhere / "second").symlink_to("first")
    # A folder that would be taken for ours, were the current folder looked at first.
    (elsewhere / "adhoc_teamwork").mkdir()
    (elsewhere / "adhoc_teamwork" / "__init__.py").write_text("raise SystemExit('the wrong one')")
    if sys.version_info < (3, 11):
        shutil.rmtree(elsewhere / "adhoc_teamwork")
    answer = start(elsewhere / "second", "--help", path=path, cwd=elsewhere)
    assert answer.returncode == 0, answer.stderr


def test_a_python_that_is_too_old_or_broken_is_passed_over(checkout: Path, tmp_path: Path) -> None:
    broken = tmp_path / "python3"
    broken.write_text("#!/bin/sh\necho version not installed >&2\nexit 127\n")
    broken.chmod(0o755)
    good = tmp_path / "python3.12"
    good.symlink_to(PYTHON)
    answer = start(checkout / "adhoc", "--help", path=tools(tmp_path, broken, good))
    assert answer.returncode == 0
    assert answer.stderr == ""


def test_without_a_python_the_line_to_type_is_given(checkout: Path, tmp_path: Path) -> None:
    answer = start(checkout / "adhoc", "demo", path=tools(tmp_path))
    assert answer.returncode == 2
    assert "apt-get install -y --no-install-recommends python3" in answer.stderr


def test_root_gets_a_python_installed(checkout: Path, tmp_path: Path) -> None:
    folder = tools(tmp_path)
    (tmp_path / "tools" / "id").unlink()
    for name, body in (
        ("id", "echo 0"),
        ("apt-get", f'[ "$1" = update ] || /bin/ln -s {PYTHON} {folder}/python3.11'),
    ):
        program = Path(folder) / name
        program.write_text(f"#!/bin/sh\n{body}\n")
        program.chmod(0o755)
    answer = start(checkout / "adhoc", "--help", path=folder)
    assert answer.returncode == 0, answer.stderr
    assert "installing Python" in answer.stderr


def test_a_ready_environment_is_reached_quickly(checkout: Path, path: str) -> None:
    """The work before the command starts, with stamps as a finished set-up leaves them."""
    program = (
        "import os, sys, time\n"
        "from adhoc_teamwork.bringup.start import main\n"
        "from adhoc_teamwork.bringup.bootstrap.plan import choose_set_up\n"
        "from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY\n"
        "set_up = choose_set_up(REPOSITORY, {})\n"
        "os.makedirs(set_up.layout.python.parent)\n"
        f"os.symlink({str(PYTHON)!r}, set_up.layout.python)\n"
        "for stage in (set_up._environment(), set_up._interfaces()):\n"
        "    with stage.under_way(): pass\n"
        "os.execve = lambda program, words, env: (print(program, *words), sys.exit(0))\n"
        "begin = time.process_time()\n"
        "try: main(['demo', '--seed', '1'])\n"
        "finally: print(time.process_time() - begin)\n"
    )
    answer = subprocess.run(
        [PYTHON, "-S", "-c", program],
        env={"PATH": path, "PYTHONPATH": str(checkout)},
        cwd=checkout,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    lines = answer.stdout.splitlines()
    assert lines[0].endswith("-m adhoc_teamwork.bringup demo --seed 1"), answer.stderr
    assert lines[0].startswith(str(checkout))
    assert float(lines[1]) < 0.2
