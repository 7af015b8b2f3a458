# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Suites of tasks like other papers' own: their worlds, clocks, hands, goals and metrics.

In goes a seed, out come houses with goods in them and tasks; what an episode needs to know of a
suite its task names by the suite's name.
"""
