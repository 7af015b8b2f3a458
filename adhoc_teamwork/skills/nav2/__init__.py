# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Nav2 for a robot: its parameters from the robot's card.

Costmaps, controllers and velocity priorities go out as parameters.
"""
