# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the helpers of the parts that are measured importable."""

import sys
from pathlib import Path

for room in ("comm_bridge", "benchmark"):
    sys.path.insert(0, str(Path(__file__).parents[1] / room))
