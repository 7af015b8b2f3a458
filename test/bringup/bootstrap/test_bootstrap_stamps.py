# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

from pathlib import Path

import pytest

from adhoc_teamwork.bringup.bootstrap.stamps import SetUpStage, digest


def test_digest_depends_on_each_part_and_their_limits(tmp_path: Path) -> None:
    file = tmp_path / "pins.txt"
    file.write_text("a==1")
    before = digest(["3.11", file])
    assert digest(["3.11", file]) == before
    assert digest(["3.12", file]) != before
    assert digest(["3.1", "1a==1"]) != digest(["3.11", "a==1"])
    file.write_text("a==2")
    assert digest(["3.11", file]) != before


def test_a_missing_file_counts_as_empty(tmp_path: Path) -> None:
    assert digest([tmp_path / "none"]) == digest([""])


def test_a_stage_is_done_after_success_and_only_for_its_inputs(tmp_path: Path) -> None:
    stage = SetUpStage(tmp_path / "stamps", "environment", "one")
    assert not stage.is_done()
    with stage.under_way():
        assert not stage.is_done()
        assert stage.was_cut_short()
    assert stage.is_done()
    assert not stage.was_cut_short()
    assert not SetUpStage(tmp_path / "stamps", "environment", "two").is_done()


def test_a_failed_stage_is_neither_done_nor_trusted(tmp_path: Path) -> None:
    stage = SetUpStage(tmp_path, "environment", "one")
    with stage.under_way():
        pass
    with pytest.raises(RuntimeError, match="killed"), stage.under_way():
        raise RuntimeError("killed")
    assert not stage.is_done()
    assert stage.was_cut_short()
    stage.forget_mark()
    assert not stage.was_cut_short()
    assert not stage.is_done()


def test_a_process_killed_at_any_instant_leaves_no_done_stage(tmp_path: Path) -> None:
    stage = SetUpStage(tmp_path, "environment", "one")
    block = stage.under_way()
    block.__enter__()
    # The process dies here: nothing of the block's end runs.
    assert SetUpStage(tmp_path, "environment", "one").was_cut_short()
    assert not SetUpStage(tmp_path, "environment", "one").is_done()
