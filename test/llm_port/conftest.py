# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make the planner's fakes importable: the port is tested with the questions that planners ask."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "adhoc_planner"), str(Path(__file__).parent)]
