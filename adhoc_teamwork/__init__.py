# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot joins an unknown team of different robots at any time and pitches in.

Each folder is a room of the house that docs/architecture.md describes: who may import whom is
written there and checked.
"""
