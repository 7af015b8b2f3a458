# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What identifies a version of the code: all of it that an episode may depend on."""

import re
from pathlib import Path

import pytest

from adhoc_teamwork.benchmark.code_version import ROOMS, ROOT, code_version

_NEEDS = re.compile(r"\badhoc_teamwork\.(\w+)\.")


def needed_by(room: str) -> set[str]:
    files = (ROOT / "adhoc_teamwork" / room).rglob("*.py")
    named = {name for path in files for name in _NEEDS.findall(path.read_text(encoding="utf-8"))}
    return {name for name in named if (ROOT / "adhoc_teamwork" / name).is_dir()}


def test_all_that_the_benchmark_needs_is_part_of_the_version() -> None:
    rooms, new = set[str](), {"benchmark"}
    while new:
        rooms |= new
        new = set[str]().union(*map(needed_by, new)) - rooms
    assert rooms == set(ROOMS)


@pytest.mark.parametrize("room", ["offline_model", "simulation"])
def test_another_line_is_another_version(tmp_path: Path, room: str) -> None:
    path = tmp_path / "adhoc_teamwork" / room / "a.py"
    path.parent.mkdir(parents=True)
    versions = []
    for line in ("A = 1", "A = 2", "A = 1"):
        path.write_text(line)
        code_version.cache_clear()
        versions.append(code_version(tmp_path))
    code_version.cache_clear()
    assert versions[0] == versions[2] != versions[1]
