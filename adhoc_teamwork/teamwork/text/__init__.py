# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Text of others made safe, templates of others within bounds, and writing to a terminal.

What comes from outside passes `plain_text` or `quoting` before a person or a model reads it.
"""
