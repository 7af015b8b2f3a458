# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The task of a run where none is named; nothing here needs a set-up."""

TIDY_UP = "tidy_up"
"""A folder of config/tasks."""
