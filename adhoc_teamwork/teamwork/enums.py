# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""String enumerations on every supported Python."""

import sys

if sys.version_info >= (3, 11):
    from enum import StrEnum
else:
    from enum import Enum

    class StrEnum(str, Enum):
        """Enumerate strings; members print and compare as their value."""

        __str__ = str.__str__


__all__ = ["StrEnum"]
