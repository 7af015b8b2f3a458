# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Arms that share space: a dialog's plan is read, and arms are planned as one.

`plan_text` reads what robots agreed upon, and `jointly` plans the motions of all arms at once.
"""
