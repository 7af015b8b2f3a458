# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is written for people is plain, by whatever way it is written; our own colours stay."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from rich.live import Live
from rich.table import Table
from rich.text import Text

from adhoc_teamwork.teamwork.settings.places import CHECKOUT
from adhoc_teamwork.teamwork.text.console import PlainStream, complain, say, say_lines, write
from adhoc_teamwork.teamwork.text.tables import PlainConsole

EVIL = "dog\x1b[2J\x1b]0;pwned\x07\u202e\x9b1A\u200b\n  0.0 s  house  all tidied\ud800"
BAD = set("\x1b\x07\x9b\u202e\u200b\ud800")


def test_a_line_is_one_line_whatever_is_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    say(EVIL)
    complain(EVIL)
    out, err = capsys.readouterr()
    assert out == err == "dog   0.0 s  house  all tidied\ufffd\n"


def test_several_lines_stay_several(capsys: pytest.CaptureFixture[str]) -> None:
    say_lines("a\nb\x1b[2J\n")
    assert capsys.readouterr().out == "a\nb\n\n"


def test_our_own_movements_pass() -> None:
    terminal = io.StringIO()
    write(PlainStream(terminal), "\r\x1b[K3 of 4")  # type: ignore[arg-type]
    assert terminal.getvalue() == "\r\x1b[K3 of 4"


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a terminal be one that can do something, whatever the tests were started from."""
    monkeypatch.setenv("TERM", "xterm")


def test_tables_titles_and_texts_are_plain_and_have_colours() -> None:
    terminal = io.StringIO()
    console = PlainConsole(file=terminal, force_terminal=True, width=100)
    table = Table(title=EVIL)
    table.add_column(EVIL)
    table.add_row(Text(EVIL), style="green")
    console.print(table)
    console.print(EVIL, markup=False)
    shown = terminal.getvalue()
    assert "\x1b[32m" in shown
    for ours in ("\x1b[0m", "\x1b[1m", "\x1b[3m", "\x1b[32m", "\x1b[1;32m", "\x1b[1;36m"):
        shown = shown.replace(ours, "")
    assert not BAD & set(shown), repr(shown)


def test_a_live_table_still_moves() -> None:
    terminal = io.StringIO()
    console = PlainConsole(file=terminal, force_terminal=True, width=60)
    with Live(console=console, auto_refresh=False) as live:
        live.update("one\ntwo", refresh=True)
        live.update("three", refresh=True)
    assert "\x1b[1A" in terminal.getvalue()


_WAYS = """
import argparse, logging, sys
from adhoc_teamwork.teamwork.text.console import make_plain
make_plain(); make_plain()
evil = "dog\\x1b[2J\\u202e\\x9b1A\\ud800"
print(evil)
print(evil, file=sys.stderr)
sys.stdout.write(evil + "\\n")
logging.basicConfig(); logging.warning("%s", evil)
try:
    argparse.ArgumentParser(prog="p").parse_args([evil])
except SystemExit:
    pass
raise ValueError(evil)
"""


def test_print_errors_logs_and_exceptions_are_plain() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WAYS], cwd=CHECKOUT, capture_output=True, check=False
    )
    assert not set((done.stdout + done.stderr).decode()) & BAD
    assert done.stdout.decode() == "dog\ufffd\ndog\ufffd\n"
    assert done.stderr.decode().count("dog") == 4


def test_a_command_refuses_hostile_words_in_one_plain_line() -> None:
    evil = EVIL.replace("\ud800", "")
    for words in (
        ("console", evil),
        ("replay", evil),
        ("timeline", evil),
        ("doctor", evil),
        (evil,),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "adhoc_teamwork.bringup", *words],
            cwd=CHECKOUT, capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 2
        shown = (done.stdout + done.stderr).decode()
        assert not set(shown) & BAD, words
        assert shown.count("\n") == 1, shown


def test_a_line_is_as_long_as_a_person_reads(capsys: pytest.CaptureFixture[str]) -> None:
    say("x" * 70_000)
    line = capsys.readouterr().out
    assert len(line) < 1600
    assert line.endswith("(68500 more characters)\n")


_TELLS = """
import sys
from adhoc_teamwork.teamwork.text.console import exit_code, say
say("one"); say("two")
sys.exit(exit_code(int(sys.argv[1])))
"""


@pytest.mark.parametrize(("code", "ends"), [(0, 1), (2, 2)])
def test_what_a_full_disk_loses_is_told_once_and_by_the_exit_code(code: int, ends: int) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", _TELLS, str(code)],
            cwd=CHECKOUT, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == ends
    assert done.stderr == "standard output is not whole, and ends here: No space left on device\n"


def test_a_reader_that_has_seen_enough_is_no_failure() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", f"input()\n{_TELLS}", "0"], cwd=CHECKOUT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write("\n")
        process.stdin.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0
