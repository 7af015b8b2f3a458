# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the stories of this folder importable, and give each test a small run."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def run_folder(tmp_path: Path) -> Path:
    from console_stories import a_run

    return a_run().write(tmp_path / "run")
