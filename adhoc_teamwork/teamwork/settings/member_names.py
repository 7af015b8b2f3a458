# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a member of a team may be called, with the standard library alone."""

import re

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,62}")


def is_member_name(text: str) -> bool:
    """Tell whether a member may have this name: its topics' namespace, so letters, digits and _."""
    return _NAME.fullmatch(text) is not None
