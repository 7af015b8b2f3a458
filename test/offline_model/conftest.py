# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the planner's fakes importable: the port is tested with the questions that planners ask."""

import sys
from pathlib import Path

for folder in (Path(__file__).parent, Path(__file__).parents[1] / "adhoc_planner"):
    sys.path.insert(0, str(folder))
