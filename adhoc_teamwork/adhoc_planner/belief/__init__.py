# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What one robot knows and believes: of objects, teammates, its hand, claims, what is misplaced.

Perception, messages and results come in through `belief` and `hand`; `view` is what a policy sees,
`action_effects` what it would see after an action.
"""
