# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A cell on ROS: physics with its arms' controllers, the rounds of its task, who speaks for an arm.

`cell_node` steps the physics and serves each arm's controllers; `rounds_node` plays an `Episode` by
what it hears of the cell (`cell_on_ros`) and of the robots' talk (`team_on_ros`); one
`speaker_node` for each arm takes its part in the dialog over the radio.
"""
