# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot could do next, and what speaks against it.

Facts of a prompt come in; options in order of use go out, and the links of the chains that serve a
goal.
"""
