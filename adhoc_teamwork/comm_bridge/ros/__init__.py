# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The broker and the robots' radios as parts of ROS 2 nodes.

Frames come in and go out on topics, at a robot in `radio`, at the broker in `broker`; deciding is
left to the parts without ROS.
"""
