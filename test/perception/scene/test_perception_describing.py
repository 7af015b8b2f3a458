# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is described again, and that the rest is as if it were."""

from collections.abc import Callable

import numpy as np
import pytest
from box_rooms import ROOM, Looker

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.objects.objects import KnownObject
from adhoc_teamwork.perception.objects.presence import Look
from adhoc_teamwork.perception.objects.surfaces import Surface
from adhoc_teamwork.perception.scene.describing import Describer
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Misplaced, Presence

Change = Callable[[KnownObject, KnownObject], object]
CHANGES: dict[str, Change] = {
    "judged": lambda mug, _: setattr(mug, "misplaced", Misplaced.YES),
    "seen": lambda mug, _: setattr(mug, "seen", 99.0),
    "moved": lambda mug, _: mug.place(mug.centre - np.array((0.0, 0.0, 0.4), np.float32)),
    "table seen better": lambda _, table: table.drop_points(table.cloud.points[:, 0] > 3.0),
    "other surface": lambda _, table: setattr(table, "support", Surface(0.1)),
    "table gone": lambda _, table: setattr(table, "status", Presence.GONE),
    "gone": lambda mug, _: setattr(mug, "status", Presence.GONE),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_kept_equals_what_is_described_anew(looker: Looker, change: str) -> None:
    looker.look(times=2)
    objects = sorted(looker.belief._store, key=lambda known: known.pickupable)
    describer, rooms = Describer(PerceptionConfig()), (ROOM,)
    before = describer.describe(objects, rooms)
    assert all(a is b for a, b in zip(describer.describe(objects, rooms), before, strict=True))
    CHANGES[change](objects[1], objects[0])
    anew = Describer(PerceptionConfig()).describe(objects, rooms)
    assert anew != before
    assert describer.describe(objects, rooms) == anew


def test_only_things_in_the_picture_are_looked_for(looker: Looker) -> None:
    looker.look(times=2)
    objects = list(looker.belief._store)

    def looked_for(x: float, yaw: float) -> set[str]:
        look = Look.at(looker.room.frame(Pose(x, 2.0, yaw), 9.0), objects, PerceptionConfig())
        return {known.object_id for known in look.objects}

    assert looked_for(1.0, 0.0) == {"DiningTable_0", "Mug_0"}
    assert looked_for(1.0, np.pi) == set()
    assert looked_for(4.5, 0.0) == set()
