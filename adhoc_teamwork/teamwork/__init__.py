# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The vocabulary of ad hoc teamwork: plain typed values that every room shares.

`team` holds what crosses robots, `bodies` what they can do, `maps` where things are. `settings`,
`text` and `recordings` read and write what comes from outside; nothing here imports another room.
"""
