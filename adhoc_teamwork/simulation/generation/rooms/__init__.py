# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plans of rooms: which there are, their outlines, doors and windows.

A seed and a size come in; a `FloorPlan` and its openings go out.
"""
