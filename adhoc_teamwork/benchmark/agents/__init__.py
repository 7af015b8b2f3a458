# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who acts in an episode: one controller per robot, by name of its policy.

A controller sees what its robot's camera shows and what teammates said, and answers with one action
a step.
"""
