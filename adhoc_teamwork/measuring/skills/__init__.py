# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sub-skills called at random in simulated houses, valid and invalid, without ROS or pictures.

Calls are drawn, executed against the simulator in this process, and set against what the world
allows.
"""
