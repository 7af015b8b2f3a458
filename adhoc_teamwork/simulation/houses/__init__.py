# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Houses: read from ProcTHOR's format into `map`, with what furniture is shaped like and carries.

`procthor` reads a file within `limits`, `furnishing`, `walls` and `ground_reading` build the house.
What leaves is a `House`, SI units, REP-103.
"""
