# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The object-room map: what of the floor was seen, what blocks it, which room and class it is.

Frames draw on `grid_map`; layers, clouds and files are made from it. Grids are in `map`, cells in
metres.
"""
