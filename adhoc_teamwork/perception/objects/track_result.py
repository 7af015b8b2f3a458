# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a frame changed of the belief about objects."""

from dataclasses import dataclass, field

from adhoc_teamwork.perception.objects.objects import KnownObject


@dataclass
class TrackResult:
    """Hold what a frame changed: ids of objects seen and changed, mask ids that are carried.

    `unclear` are mask ids of small things of which too little shows to believe in them.
    """

    seen: dict[str, KnownObject] = field(default_factory=dict)
    changed: dict[str, KnownObject] = field(default_factory=dict)
    carried: set[int] = field(default_factory=set)
    unclear: set[int] = field(default_factory=set)
