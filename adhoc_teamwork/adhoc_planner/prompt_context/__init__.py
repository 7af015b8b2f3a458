# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot knows, in the few clean words that a prompt has room for.

Each module turns one part of the belief into lines; foreign text is quoted. `..prompts` puts them
into templates.
"""
