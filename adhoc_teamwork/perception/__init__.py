# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""RGB-D, instance masks and pose to objects, relations, rooms, scene graph and map (IV-C).

Recordings or ROS give frames (`frames`, `masks`); `pipeline` turns them into `objects`, `map`,
`rooms` and the `scene` graph. Detections, map and graph go out to planner, skills and people.
"""
