# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tables and pictures of results folders, beside the paper's.

The store comes in; Markdown, CSV and pictures go out.
"""
