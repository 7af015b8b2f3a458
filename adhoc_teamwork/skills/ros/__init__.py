# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The skills node: sub-skills as a ROS action over a navigation action and an arm.

Goals become jobs of the executor; back ends speak to Nav2, and through `arm` to ros2_control,
MoveIt or the simulator.
"""
