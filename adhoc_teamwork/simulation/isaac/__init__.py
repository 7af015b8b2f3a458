# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A house and its arms in Isaac Sim: the stage, and ros2_control behind two topics.

What the exports make of a house goes into an OpenUSD stage; controllers are those of the Gazebo
files.
"""
