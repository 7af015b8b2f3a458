# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the fakes of this folder importable under any import mode, in worker processes too."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from bench_episodes import DrawnSet, draw_set


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> DrawnSet:
    """Return a small task set, drawn once."""
    return draw_set(tmp_path_factory.mktemp("drawn"))
