# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How fast the benchmark is: steps, memory, growth, path planning, and where the time goes.

What is timed plays the episodes that a run plays; ratios matter, not seconds.
"""
