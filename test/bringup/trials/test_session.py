# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The folder of some trials: what is known of a run goes when it is played again."""

from pathlib import Path

import pytest
from trial_stories import end, facts

from adhoc_teamwork.bringup.trials import session as session_module
from adhoc_teamwork.bringup.trials.records import FILE, read_records, record_of, write_records
from adhoc_teamwork.bringup.trials.session import Session, play_trials
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.folder_lock import FolderLock


def test_options_bind_once_a_run_was_played_to_its_end(tmp_path: Path) -> None:
    refused, meant, other = (["--policy", name] for name in ("nosuch", "cot", "irot"))
    Session(tmp_path).open(refused)
    (tmp_path / "runs" / "house.unfinished").mkdir()
    Session(tmp_path).open(meant)
    (tmp_path / "runs" / "house").mkdir()
    Session(tmp_path).open(meant)
    with pytest.raises(ConfigError, match="expected the same options"):
        Session(tmp_path).open(other)


def test_what_is_known_of_a_run_goes_when_it_is_played_anew(tmp_path: Path) -> None:
    write_records(tmp_path / FILE, [record_of(name, facts(end(9.0))) for name in ("a", "b")])
    session = Session(tmp_path)
    session.open([])
    session.forget("a")
    session.forget("never")
    assert [record.name for record in read_records(tmp_path / FILE)] == ["b"]


def test_a_picture_that_cannot_be_written_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "read_facts", lambda _: facts(end(9.0)))
    session = Session(tmp_path)
    session.open([])
    (tmp_path / "pictures").rmdir()
    with pytest.raises(
        ConfigError, match=r"pictures/a-0\.svg: No such file or directory; expected"
    ):
        session.take("a", tmp_path)


def test_a_picture_that_is_none_is_one_line(tmp_path: Path) -> None:
    write_records(tmp_path / FILE, [record_of("a", facts(end(9.0)))])
    session = Session(tmp_path)
    session.open([])
    (tmp_path / "pictures" / "a-0.svg").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match=r"pictures/a-0\.svg: not a text file.*a picture"):
        session.write()


def test_two_series_do_not_share_a_folder(tmp_path: Path) -> None:
    """Each would take what the other is playing for what an interrupted series left."""
    with (
        FolderLock(tmp_path / "trials"),
        pytest.raises(ConfigError, match="trials: another run is writing there"),
    ):
        play_trials(tmp_path / "trials", [], [], 1)
    assert play_trials(tmp_path / "trials", [], [], 1) == 0
