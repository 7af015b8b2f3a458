# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plan how arms move: kinematics and collisions from the robot's URDF, sampling by OMPL.

A URDF's arm, its surroundings and a wish come in; joint trajectories or a reason go out.
"""
