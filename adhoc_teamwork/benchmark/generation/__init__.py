# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make task sets: houses, misplaced objects, teams, and which tasks cannot be done.

Houses come from our generator or from files; tasks that nobody can do are named, not drawn.
"""
