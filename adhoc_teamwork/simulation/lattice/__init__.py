# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The step-synchronous world of the benchmark: all robots act together, one action a step.

Actions come in together, one a robot; what each camera shows comes back. Motion is a step on a
grid, rules of hands are those of the world.
"""
