# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The robot resume: what an URDF's body can do, from its kinematics (EMOS section 3.3).

An URDF comes in, numbers from kinematics and a short text go out.
"""
