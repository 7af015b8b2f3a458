# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Suites of tasks like other papers' own: their worlds, clocks, hands and what counts in them.

A task names its suite; what an episode, a table or a drawing needs to know of it is here.
"""
