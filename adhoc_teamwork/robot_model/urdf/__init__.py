# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read a robot from an URDF: links, joints and cameras, with errors that name the element.

A file comes in; a `RobotModel` goes out.
"""
