# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The results folder: episodes and measured times, whole lines, never lost or counted twice.

Runs write, figures read; one record of an episode is one line.
"""
