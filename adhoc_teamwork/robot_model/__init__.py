# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot's body is, from its URDF: links, joints, kinematics, arms, cameras.

`urdf` reads a file within bounds; kinematics, arms and `collision` are worked out of it. Everything
is in the robot's own frames, SI units.
"""
