# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A run's bag: what is recorded, and what of it is played.

Topics come from the vocabulary; the writer keeps a bag readable wherever it is interrupted.
"""
