# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Furniture and belongings for a floor plan, with room left to walk.

Rooms come in; what stands and lies where goes out.
"""
