# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot and its house in Gazebo Harmonic: descriptions, bridges, and what Gazebo leaves open.

A house and cards come in; world, URDFs, bridges and controllers go out as files.
"""
