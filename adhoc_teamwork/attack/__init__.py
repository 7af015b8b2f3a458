# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Attack the project with a hostile corpus: what is tried, what held (`adhoc attack`).

`corpus` makes inputs, `trial` tries each on a target in a process of its own, and what became of it
goes into a table. It is not installed on robots, and nothing imports it.
"""
