# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Catch what a model makes up: check its answers against what the robot knows."""

from adhoc_teamwork.adhoc_planner.validity.subskills import check_subskill
from adhoc_teamwork.adhoc_planner.validity.subtasks import check_subtask

__all__ = ["check_subskill", "check_subtask"]
