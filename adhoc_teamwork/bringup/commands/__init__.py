# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The commands of `./adhoc`, one module each.

A module adds its words to the parser and hands over; nothing heavy is imported before that.
"""
