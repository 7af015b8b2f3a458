# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the benchmark's commands share with a person: words, progress, tables, Ctrl-C.

Nothing here knows an episode.
"""
