# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from adhoc_teamwork.benchmark.flagship.rows import (
    FILE,
    FlagshipRow,
    Sample,
    check_samples,
    read_rows,
    write_rows,
)
from adhoc_teamwork.teamwork.settings.config import ConfigError

SAMPLES = {"c-wah": Sample("d" * 64, ("d0_00_tea",))}
ROW = FlagshipRow("c-wah", "mhp", "mhp", "", "open", 1, 44.0, 44.0, 44.0, 228.0, 0.0, 0.0)


def test_rows_that_were_written_are_read_by_who_has_the_same_sample(tmp_path: Path) -> None:
    written = write_rows(tmp_path, "a lab", SAMPLES, [ROW])

    found = read_rows(written)

    assert (found.by, found.rows) == ("a lab", (ROW,))


def test_a_name_that_is_none_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--by"):
        write_rows(tmp_path, "a\nlab", SAMPLES, [ROW])
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 2}, "format: 2; expected 1"),
        ({"samples": {"c-wah": {"digest": "e" * 64, "tasks": ["d0_00_tea"]}}}, "another sample"),
        ({"samples": {"c-wah": {"digest": "d" * 64, "tasks": []}}}, "another sample"),
        ({"samples": {}}, "another sample"),
        ({"rows": [{**asdict(ROW), "suite": "nowhere"}]}, "another sample"),
        ({"rows": [{**asdict(ROW), "value": float("nan")}]}, "finite number"),
        ({"rows": [{**asdict(ROW), "tokens": -1.0}]}, "finite numbers"),
        ({"rows": [{**asdict(ROW), "episodes": 0}]}, "and episodes"),
        ({"rows": [{**asdict(ROW), "team": "a | b"}]}, "rows.0.team"),
        ({"rows": [{**asdict(ROW), "adhoc": "x" * 101}]}, "rows.0.adhoc"),
        ({"by": "\x1b[2J"}, "by: "),
        ({"rows": [asdict(ROW)] * 10_001}, "expected up to 10000"),
        ({"rows": 3}, "rows"),
        ({"more": 3}, "more"),
    ],
)
def test_what_others_send_is_refused_in_one_line(
    tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    path = write_rows(tmp_path, "", SAMPLES, [ROW])
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))

    with pytest.raises(ConfigError) as caught:
        check_samples(path, read_rows(path), SAMPLES)

    assert said in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_fewer_tasks_of_the_sample_are_another_sample(tmp_path: Path) -> None:
    path = write_rows(tmp_path, "", SAMPLES, [ROW])
    longer = {"c-wah": replace(SAMPLES["c-wah"], tasks=("d0_00_tea", "d0_01_tea"))}

    with pytest.raises(ConfigError, match="another sample"):
        check_samples(path, read_rows(path), longer)
