# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The task of a run where none is named."""

TIDY_UP = "tidy_up"
