# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""One run of a team: its settings, its folder, its events, and what is told of it.

Options become settings and processes; the observer's events become lines, statistics, a summary and
a timeline.
"""
