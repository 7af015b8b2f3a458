# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which pixel shows which thing: instance masks, labels and the models that make them.

Masks come from a topic, from Isaac Sim or from a segmenter (`segmenter`, `yolo`); `vocabulary` maps
their classes to categories. They leave as ids with labels that `..frames` splits by.
"""
