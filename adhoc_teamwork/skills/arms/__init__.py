# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plan how arms move: kinematics and collisions from the robot's URDF, sampling by OMPL."""
