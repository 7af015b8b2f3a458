# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the offline model finds in a prompt's text: sections, facts, plans of teammates.

Messages come in; `Facts` go out, all that it knows of the world.
"""
