# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Recorded decisions, made once more: by the same code, by another, by another model.

Journals are read from a run's bag, played to the agent of now, and compared decision by decision.
"""
