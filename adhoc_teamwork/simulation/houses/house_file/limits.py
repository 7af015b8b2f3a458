# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How large a house may be: anybody may have written its file, and work grows with all of these."""

FARTHEST = 1000.0
"""Metres from the origin of any point."""
LARGEST = 50.0
"""Metres along an edge of any object."""
HEAVIEST = 100_000.0
"""Kilograms of any object."""
MOST_AREA = 10_000.0
"""Square metres of the rectangle around all rooms: what maps of it take."""
MOST_ROOMS, MOST_WALLS, MOST_DOORS, MOST_OBJECTS = 200, 2000, 1000, 5000
MOST_CORNERS, MOST_CORNERS_OF_ALL = 200, 5000
"""Of one polygon, and of all rooms."""
MOST_RAISED, MOST_STEPS = 100, 200
"""Platforms, and stairs; steps of one of these."""
LONGEST_NAME = 200
"""Characters of an id."""
