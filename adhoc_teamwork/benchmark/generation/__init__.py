# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make task sets: houses, misplaced objects, teams, and which tasks cannot be done."""
