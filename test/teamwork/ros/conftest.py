# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make this folder's values importable under any import mode; skip without the interfaces."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("adhoc_interfaces.msg", reason="interfaces not built: run ./adhoc setup")
sys.path.insert(0, str(Path(__file__).parent))
