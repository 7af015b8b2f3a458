# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How the skills node moves an arm: its controllers, MoveIt's paths, or the simulator's service.

`hands` chooses one; wishes come in as calls of a `Hand`, its goals go out as ROS actions and
services.
"""
