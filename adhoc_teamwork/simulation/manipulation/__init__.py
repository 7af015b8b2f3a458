# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What hands and arms can do: reach, grasp, put, open, and the joints that do it.

`hand` answers requests at a point, `tool_hand` those of a tool that really is there, `robot_arm`
moves joints. What cannot be done is refused with a cause.
"""
