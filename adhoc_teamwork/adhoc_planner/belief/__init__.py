# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What one robot knows and believes: of objects, teammates, its hand, and what is out of place.

Perception, messages and results come in through `belief` and `hand`; `view` is what a policy sees
of it. Judges say which objects are misplaced, by the goal itself or by a model's opinion.
"""
