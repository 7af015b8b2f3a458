# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Every Python file says whose it is and under which licence, in the two lines of SPDX."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEADER = (
    "# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers\n"
    "# SPDX-License-Identifier: Apache-2.0\n"
)
MADE = {".adhoc", "build", "install", "log", "runs"}
"""Folders that no commit holds."""


@pytest.mark.slow
def test_every_file_has_its_header() -> None:
    files = [f for f in ROOT.rglob("*.py") if f.relative_to(ROOT).parts[0] not in MADE]
    lacking = [
        str(f.relative_to(ROOT))
        for f in files
        if (text := f.read_text("utf-8")) and HEADER not in text[:300]
    ]
    assert len(files) > 1000
    assert not lacking, f"{lacking}: expected the header that other files have"
