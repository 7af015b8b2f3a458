# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Prove that tasks can be done in time, by robots that know everything and act by the rules.

In goes a task, out comes how far they got; who fetches what is searched for beforehand.
"""
