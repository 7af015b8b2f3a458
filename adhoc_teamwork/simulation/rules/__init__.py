# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What bodies can do to things in every simulated world: reach, grasp, place, open, put in.

Boxes, walls and numbers go in; a refusal with its cause, or None, comes out. Nothing here keeps
robots or moves anything: `world` and `lattice` do, each in its own way, and ask these rules first.
"""
