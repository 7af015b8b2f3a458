# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Small pictures of known things, as this robot's own camera last showed them."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

from adhoc_teamwork.teamwork.crop import Crop
from adhoc_teamwork.teamwork.scene import Detection

_MOST_REMEMBERED = 500


@dataclass
class Pictures:
    """Remember the latest pictures; a question is shown at most `most`, and none for 0."""

    most: int = 0
    _things: OrderedDict[str, Crop] = field(default_factory=OrderedDict, init=False)
    _after_grasp: Crop | None = field(default=None, init=False)

    def take(self, crop: Crop) -> None:
        """Take in a picture."""
        if not self.most:
            return
        if crop.after_grasp:
            self._after_grasp = crop
            return
        self._things[crop.object_id] = crop
        self._things.move_to_end(crop.object_id)
        while len(self._things) > _MOST_REMEMBERED:
            self._things.popitem(last=False)

    def of(self, things: Iterable[Detection]) -> tuple[Crop, ...]:
        """Return pictures of some of the things, as many as one question may have."""
        found = (self._things.get(thing.object_id) for thing in things)
        return tuple(crop for crop in found if crop is not None)[: self.most]

    def of_grasp(self, object_id: str, since: float) -> tuple[Crop, ...]:
        """Return how it looks where a thing lay that was taken at `since` (s), before it as it was.

        Empty where nothing shows that, or a question may not have so many pictures.
        """
        after, before = self._after_grasp, self._things.get(object_id)
        if after is None or after.object_id != object_id or after.stamp < since:
            return ()
        found = (after,) if before is None or before.stamp >= since else (before, after)
        return found[-self.most :]
