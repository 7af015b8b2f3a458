# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the files in launch/ are made of.

Launch arguments and config/nodes.yaml come in; actions of ROS's launch go out.
"""
