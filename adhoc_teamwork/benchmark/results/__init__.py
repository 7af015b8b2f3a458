# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Results folders: kept, summed up, and drawn as tables and figures.

`store` adds episodes line by line; summaries, tables and pictures read them.
"""
