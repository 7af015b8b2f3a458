# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whose turn it is, what is waited for, and how it ends: what all methods that talk have alike.

In: what members say, who of them is there, the time. Out: whose turn it is, utterances, an ending.
"""
