# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Episodes: which are needed, how one is played, what it cost.

`plan` works out what a run needs, `play` plays one episode, `runner` those that a folder lacks.
"""
