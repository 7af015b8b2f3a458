# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How a robot of the step world carries out a sub-skill, one action a step.

The planner's agent starts and ends sub-skills; `body` is what the robot knows of itself and its
house. Driving, exploring and handling turn that into the next action of the world, and into a
result with a cause when the sub-skill has ended.
"""
