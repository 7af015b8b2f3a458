# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""MoveIt for a robot with an arm: what its nodes are told, from the robot's card and URDF.

Parameters and an SRDF go out, written from the card alone.
"""
