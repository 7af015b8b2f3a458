# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The broker as a node: a port for each robot, the log's thread, and its report.

Messages come from every robot's port; the relay's go out to all others, in this ROS domain and in
those that it joins.
"""
