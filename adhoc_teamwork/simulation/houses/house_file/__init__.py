# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read a house in ProcTHOR's format.

JSON comes in, of anybody; `furnishing`, `walls` and `ground_reading` make parts of it, and
`procthor` a `House` in `map`, or one line that says what is wrong and where.
"""
