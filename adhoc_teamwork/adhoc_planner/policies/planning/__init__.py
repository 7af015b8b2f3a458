# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Policies that plan ahead by search: from what a robot believes to its next sub-goal.

`errand` is the problem, without a word of tasks or robots; `tree_search` solves it on worlds drawn
from the belief; `mcts` makes it from a view, and a sub-task of its solution.
"""
