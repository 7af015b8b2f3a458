# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Map and scene graph as one picture for people.

`picture` draws the floor from above and lays the tree of the graph beside it. Nothing else reads
what is drawn.
"""
