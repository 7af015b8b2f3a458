# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The console: one page that shows a team, live or recorded, and lets a person take part.

Events and topics become tracks of a picture; the server streams them to pages and takes two
commands back: say and stop.
"""
