# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The simulator as a ROS 2 node.

Topics, actions and services as robots' drivers offer them; the loop itself knows no ROS.
"""
