# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Objects over time: which are new, moved, held or gone, and how sure their places are.

Views come in, `association` and `tracking` keep the store in `objects`, `teammates` adds what
others saw. `scene` tells them to planners and teammates.
"""
