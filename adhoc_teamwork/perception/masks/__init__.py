# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which pixel shows which thing: ids, labels, detectors' boxes and the models that make masks.

Masks leave as ids with labels; `vocabulary` maps a model's classes to categories.
"""
