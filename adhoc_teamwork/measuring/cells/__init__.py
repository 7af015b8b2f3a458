# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Measure cells: checks of plans, the model of collisions, the planner of several arms, waypoints.

Each is given what is drawn from a seed and prints a table: `adhoc skills --plan-check`,
`--collisions`, `--joint-speed` and `--waypoints`.
"""
