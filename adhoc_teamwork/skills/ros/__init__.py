# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The skills node: sub-skills as a ROS action over a navigation action and an arm service.

Goals become jobs of the executor; back ends speak to Nav2, ros2_control or the simulator.
"""
