# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The planner's names of stages, which the stand-in calls otherwise: it knows no methods."""

_OF_THE_PLANNER = {"choose": "naive", "reason": "cot"}


def planner_stage(stage: str) -> str:
    """Return the planner's name of a stage that the stand-in read in a prompt."""
    return _OF_THE_PLANNER.get(stage, stage)
