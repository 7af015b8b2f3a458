# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ROS side of perception.

Callbacks put frames into an inbox, a worker perceives, outputs are published at bounded rates.
"""
