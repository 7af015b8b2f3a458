# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is to be done in a house, and how it is judged at the end.

Scenarios and `task_maker` decide what is misplaced or asked for; `evaluation` says what is tidy.
Planners share none of it.
"""
