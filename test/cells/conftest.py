# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Let the tests of cells find `physical` and `sorting_round`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
