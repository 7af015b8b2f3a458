# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the offline model knows of things as such: their kinds, and where each is kept.

A name comes in; a kind, rooms and receptacles go out.
"""
