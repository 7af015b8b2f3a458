# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The one table of all methods on all suites, as teams and beside each other's teams.

Here are its fixed sample, its figures, and the file by which groups add their rows. What plays
episodes and keeps them is that of `bench run`: each suite has a results folder of its own.
"""
