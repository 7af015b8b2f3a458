# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The shared vocabulary on ROS: conversions, QoS profiles, topic names, transforms.

Every node takes its life cycle, QoS and transforms from here.
"""
