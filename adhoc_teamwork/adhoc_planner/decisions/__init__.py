# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What decisions are made of: proposals, objections, the next sub-skill, the rule to fall back on.

Policies build on it; it sees views and knows no policy.
"""
