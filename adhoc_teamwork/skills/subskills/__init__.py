# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skills: each a precondition, a plan, an execution and a postcondition.

They read the world through `..world`, stand where `..places` says, and move through `..back_ends`.
Each ends in a result with its cause.
"""
