# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The evaluator: what is tidy and which parts of a task are done, from the true state.

Worlds ask it for scores; no planner and no sub-skill may.
"""
