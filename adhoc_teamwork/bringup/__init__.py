# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bring a team up: set-up, doctor, the command line, the processes of a team, reports."""
