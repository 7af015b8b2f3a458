# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The commands of `adhoc bench`.

Each module parses its words and hands over to the part that does the work.
"""
