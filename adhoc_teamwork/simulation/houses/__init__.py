# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Houses: read from ProcTHOR's format into `map`, with what furniture is shaped like and carries.

`house_file` reads a file within limits and builds the house of it. What leaves is a `House`, SI
units, REP-103.
"""
