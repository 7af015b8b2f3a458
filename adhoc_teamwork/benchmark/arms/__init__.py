# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The suite of arms in cells: episodes are played in physics, results kept line by line.

A task of config/cells, a seed, a team and a model come in; episodes and a table beside the paper's
go out.
"""
