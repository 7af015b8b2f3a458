# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Arms that share space, planned as one: a dialog's plan is read, checked and made motions.

`plan_text` reads what robots agreed upon, `validation` says as text what is wrong with it, and
`jointly` plans the motions of all arms at once.
"""
