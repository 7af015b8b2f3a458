# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Press the button of an appliance: its door springs open, or shuts.

`actions` describes the sub-skill and the sub-task; `planning` has their rules, `robot` what a robot
does, `step_world` the same in the benchmark, `policy` a rule that makes use of it.
"""
