# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Try one input against one target, in a process that may die of it.

Targets and a seed come in; outcomes and their table go out.
"""
