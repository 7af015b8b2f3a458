# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make this folder's box rooms importable under any import mode; fixtures of its tests."""

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def looker() -> Any:
    """Return a robot that looks at a mug on a table."""
    import box_rooms

    return box_rooms.Looker(box_rooms.table_with_mug())
