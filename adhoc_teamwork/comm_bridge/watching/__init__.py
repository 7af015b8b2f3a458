# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The team from outside: who is there, where, doing what, and how its links do.

States and messages come in, one table goes out.
"""
