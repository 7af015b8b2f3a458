# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The planner as a ROS 2 node.

Callbacks enqueue, the agent decides on a thread of its own, and what it wants leaves as goals and
messages. Nothing here decides anything.
"""
