# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""By which words a chat tells the program that types into it what has become of each line."""

TAKEN = "[taken]"
"""The line was said to the team, or its question answered."""
REFUSED = "[refused]"
"""It was wrong, as the line before says."""
