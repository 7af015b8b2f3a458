# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The tidying-up benchmark: task sets, policies in step-synchronous episodes, metrics, tables.

`generation` makes tasks, `episodes` plays them with the controllers of `agents` in the lattice
world, `results` keeps and sums up what came of it. Other folders train policies or measure
perception, skills and speed.
"""
