# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Catch what a model makes up: check its answers against what the robot knows.

A sub-task or sub-skill and a view come in; one sentence of what is wrong goes out, or nothing.
Policies and the model's stages ask before anything is taken up.
"""

from adhoc_teamwork.adhoc_planner.validity.subskills import check_subskill
from adhoc_teamwork.adhoc_planner.validity.subtasks import check_subtask

__all__ = ["check_subskill", "check_subtask"]
