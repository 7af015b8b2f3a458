# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Episodes: how one is played, recorded and what its decisions cost.

`play` lets the controllers of `agents` act step by step in the lattice world; what came of it goes
to the store.
"""
