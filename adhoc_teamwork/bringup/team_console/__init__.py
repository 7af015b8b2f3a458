# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The console: one page that shows a team, live or recorded, and lets a person take part."""
