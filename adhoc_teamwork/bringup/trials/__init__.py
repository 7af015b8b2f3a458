# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Trials: many runs of the whole stack, and what became of every misplaced object in each.

Houses and seeds make a plan; each run of it is a demonstration's process, which leaves its folder;
facts are read from that folder; outcomes and figures are worked out from facts alone; records of
them make the file, the table and the page.
"""
