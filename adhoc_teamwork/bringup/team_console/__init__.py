# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The console: one page that shows a team, live or recorded, and lets a person take part.

Events and topics become tracks of a picture; the server streams them to pages and takes three
commands back: say, stop, and a yes or no to what an agent asks for.
"""
