# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The attacks that speak ROS.

They join a team's domain as an intruder would.
"""
