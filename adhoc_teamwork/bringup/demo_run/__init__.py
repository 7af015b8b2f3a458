# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start one run of a team: its options, its settings, its folder, and what the terminal shows.

Arguments become checked options and a task, these the settings of processes; `run_team` starts them
and shows what the observer tells of them (`link`) as lines or as a table (`live`).
"""
