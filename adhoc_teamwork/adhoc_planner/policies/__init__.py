# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Policies: how a robot decides what to do next (paper sections IV-D, V-B and V-C).

`registry` knows them by name, those of other packages too. A policy sees a view and answers with a
sub-task; whether it asks a model or follows a rule is its own affair.
"""
