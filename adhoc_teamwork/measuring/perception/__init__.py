# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How right perception is: scripted explorations of simulated houses, measured against truth.

A scripted robot explores houses with perfect and imperfect sensors; what perception reports is set
against truth.
"""
