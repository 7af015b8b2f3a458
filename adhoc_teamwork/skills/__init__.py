# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sub-skill execution: what a robot can be told to do, and how it says why it could not.

`rules` say when a sub-skill can begin, here and in the benchmark's step world. `subskills` decide
where to stand (`places`) and move through `back_ends`, of which `grasping` plans an arm (`arms`)
itself; `execution` runs them one at a time and keeps them safe. Results go back with a cause and a
remedy.
"""
