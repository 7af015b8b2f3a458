# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The benchmark: task sets of several suites, policies in episodes, metrics, tables.

`generation` makes tasks, `episodes` plays them with the controllers of `agents` in the lattice
world, `arms` in cells; `store` keeps what came of it, `figures` sums it up. Other folders train
policies, prove bounds, put questions or measure speed.
"""
