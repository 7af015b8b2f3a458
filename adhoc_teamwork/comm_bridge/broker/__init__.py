# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The broker: takes what robots say, passes it on at once, and sees that it arrives.

`gate` lets sound messages in, `relay` passes them on by `rules`, `memory` and `log` keep them for
who joins or was away. `log_writer` remembers off the way of what is passed on.
"""
