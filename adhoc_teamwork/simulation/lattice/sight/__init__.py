# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is seen from a cell of the lattice.

Walls and boxes come in; which cells and things a ray reaches goes out.
"""
