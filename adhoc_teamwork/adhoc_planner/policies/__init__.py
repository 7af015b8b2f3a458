# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Policies: how a robot decides what to do next (paper sections IV-D, V-B and V-C)."""
