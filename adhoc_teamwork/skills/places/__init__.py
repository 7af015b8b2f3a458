# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where to stand: within reach of a thing, before unseen floor, on the way to a room.

The believed map and scene come in, poses in `map` go out.
"""
