# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The observer as a ROS 2 node.

The observer, the recorder, the player, the console's node, and what launch files share.
"""
