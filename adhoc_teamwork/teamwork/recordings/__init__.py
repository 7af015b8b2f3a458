# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Recorded bags as bytes: topics, types and messages, also of a bag that was cut off.

Planner, perception and console read bags through this. Sizes are bounded whatever a file claims.
What was recorded with earlier definitions of our types is brought into the form of today's.
"""
