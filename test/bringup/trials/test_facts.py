# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a run left, read from its folder."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from bringup_stories import a_task

import adhoc_teamwork.bringup.trials.facts as facts_of_runs
from adhoc_teamwork.bringup.trials.facts import read_facts


@pytest.mark.parametrize("house", ["somewhere/else.json", "h" * 300, "."])
def test_of_a_house_that_is_not_here_nothing_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, house: str
) -> None:
    monkeypatch.setattr(facts_of_runs, "_account", lambda _: [])
    monkeypatch.setattr(facts_of_runs, "_ways", lambda _: {})
    task = replace(a_task(), house=house)
    (tmp_path / "task.json").write_text(json.dumps(asdict(task)))
    (tmp_path / "events.jsonl").touch()
    assert read_facts(tmp_path).infeasible == {}
