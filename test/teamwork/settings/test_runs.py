# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tests of how runs are named."""

from pathlib import Path

import pytest

from adhoc_teamwork.adhoc_planner.replay.command import build_parser as replay_parser
from adhoc_teamwork.bringup.cli import build_parser
from adhoc_teamwork.teamwork.settings.runs import named_run, point_to

LATEST = Path("runs/latest")


def test_latest_is_a_name_and_all_else_a_path() -> None:
    assert named_run("latest") == LATEST
    assert named_run("runs/20260101-120000") == Path("runs/20260101-120000")
    assert named_run("./latest") == Path("latest")


def test_every_command_that_takes_a_run_knows_the_latest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    LATEST.mkdir(parents=True)
    everything = build_parser()
    assert replay_parser().parse_args(["latest"]).run == LATEST
    assert everything.parse_args(["console", "latest"]).run_folder == LATEST
    assert everything.parse_args(["timeline", "latest"]).runs == [LATEST]


def test_a_link_follows_what_was_made_last(tmp_path: Path) -> None:
    link = tmp_path / "runs" / "latest"
    for name in ("first", "second"):
        point_to(Path(name), link)
        assert link.readlink() == Path(name)


def test_where_no_link_can_be_made_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "runs").write_text("mine")
    point_to(Path("other"), tmp_path / "runs" / "latest")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("it does not lead to other")


def test_what_is_no_link_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link = tmp_path / "latest"
    link.write_text("mine")
    point_to(Path("other"), link)
    assert link.read_text() == "mine"
    assert "latest is no link" in capsys.readouterr().err
