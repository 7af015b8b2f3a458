# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the skills believe of the world: the map, what stands on it, what failed before.

Perception's topics and the robot's pose come in through `world`; sub-skills and places read it.
Nothing here moves anything.
"""
