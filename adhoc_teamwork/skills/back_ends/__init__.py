# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The protocols of navigation, arm and hand, and what is made of them without ROS.

Sub-skills start motions here and poll them; ROS implementations are under `..ros`.
"""
