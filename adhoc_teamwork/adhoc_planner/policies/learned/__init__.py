# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Policies that were trained from demonstrations (paper section V-B.2 and V-C.3, appendix F.2).

Features of a view go into small networks, sub-task types come out. Weights lie in `weights/`, plain
arrays with a description.
"""
