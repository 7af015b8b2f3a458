# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Words that name what a command reads."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adhoc_teamwork.teamwork.settings.command_line import BAD_INPUT, DONE, WORDS_ONLY
from adhoc_teamwork.teamwork.settings.input_words import (
    file_to_read,
    folder_to_read,
    name_of_task,
    name_or_file,
    path_to_read,
)
from adhoc_teamwork.teamwork.settings.places import CHECKOUT


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "file.json").write_text("{}")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "dangling").symlink_to("gone")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refusal(check: Callable[[str], object], text: str) -> str:
    with pytest.raises(argparse.ArgumentTypeError) as error:
        check(text)
    said = str(error.value)
    assert "\n" not in said
    return said


def test_what_is_there_is_taken(made: Path) -> None:
    assert file_to_read("file.json") == Path("file.json")
    assert folder_to_read("folder") == Path("folder")
    assert path_to_read(str(made / "folder")) == made / "folder"


@pytest.mark.parametrize("check", [file_to_read, folder_to_read, path_to_read])
@pytest.mark.parametrize(
    "text", ["nowhere", "dangling", "file.json/below", "", "x" * 300, "~nobody-there/x"]
)
@pytest.mark.usefixtures("made")
def test_what_is_not_there_is_refused(check: Callable[[str], object], text: str) -> None:
    assert text in refusal(check, text) or not text


@pytest.mark.usefixtures("made")
def test_what_is_of_another_kind_is_refused() -> None:
    assert refusal(file_to_read, "folder") == "folder: is a folder; expected a file"
    assert refusal(file_to_read, "pipe") == "pipe: is no regular file; expected a file"
    assert refusal(folder_to_read, "file.json") == "file.json: is no folder; expected a folder"


@pytest.mark.usefixtures("made")
def test_what_may_not_be_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything, so the system's answer is given here."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert refusal(path_to_read, "file.json") == "file.json: cannot be read by this user"


@pytest.mark.usefixtures("made")
def test_a_name_in_a_folder_of_the_configuration_is_taken() -> None:
    check = name_or_file("scenarios", ".yaml")
    assert check("late_helper") == "late_helper"
    assert check("late_helper.yaml") == "late_helper.yaml"
    assert check("file.json") == "file.json"
    assert "late_helper" in refusal(check, "nothing")
    assert "late_helper" in refusal(check, "")
    assert refusal(check, "folder") == "folder: is a folder; expected a file"
    assert name_of_task("transport") == "transport"
    assert "transport" in refusal(name_of_task, "../tasks/transport")


@pytest.mark.parametrize(
    ("words", "code"), [(["config"], DONE), (["nowhere"], BAD_INPUT), (["--x"], BAD_INPUT)]
)
def test_a_program_can_be_asked_for_its_words_alone(words: list[str], code: int) -> None:
    program = (
        "from adhoc_teamwork.teamwork.settings.command_line import Parser\n"
        "from adhoc_teamwork.teamwork.settings.input_words import path_to_read\n"
        "parser = Parser(prog='p'); parser.add_argument('path', type=path_to_read)\n"
        "parser.parse_args(); raise SystemExit(99)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program, *words],
        env={**os.environ, WORDS_ONLY: "1"},
        cwd=CHECKOUT,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    assert answer.returncode == code
