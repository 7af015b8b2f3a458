# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pick up and put down with an arm: where to take hold, and what hand and arm do after another.

An object's extents and what stands around it come in; `hand_plan` says motions and openings of the
fingers, and `joint_hand` moves them through an arm's controllers.
"""
