# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Runs: which tasks and episodes, which are still missing, what becomes of those that fail.

A selection becomes a plan, engines play it, the store keeps it.
"""
