# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Press the button of a lamp or an appliance: its power goes on, or off.

`actions` describes the sub-skill and the sub-task; `power` has their rules, `robot` what a robot
does, `step_world` the same in the benchmark, `policy` a rule that makes use of it. The folder
`pressing` is a task that is done by it.
"""

from pathlib import Path

PRESSING = Path(__file__).resolve().parent / "pressing"
"""The task's folder."""
