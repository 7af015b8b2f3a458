# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Rooms: outlines from a floor plan or found on the map, and what each room is for.

`room_segmentation` parts the floor at doorways, `found_rooms` keeps names stable, `room_types`
infers a room's use from its things.
"""
