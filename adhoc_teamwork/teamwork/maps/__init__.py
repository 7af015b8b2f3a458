# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Maps and frames: the object-room map, heights of the ground, transforms over time.

All in REP-105 frames, metres and radians. They cross rooms as plain values.
"""
