# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a team says, intends and does: messages, sub-tasks, sub-skills, goals, the emergency stop.

These are the values of the paper's section III; they cross robots in one envelope.
"""
