# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A person as a teammate: what is typed, what it means to the team, what is shown.

Lines come in, team messages go out; what teammates said comes back as sentences.
"""
