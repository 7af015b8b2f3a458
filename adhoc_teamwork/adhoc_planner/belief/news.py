# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Key detections: which of a robot's findings its teammates have not heard yet (section IV-B)."""

from collections.abc import Iterable

from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence

MOVED = 0.5
"""A displacement, in metres, from which on a known object's place is told again."""
_TOO_MANY = 2
"""How many times as many things as are known may count as told before they are looked through."""


class News:
    """Pick what is worth telling, once each, and again when it has changed.

    Args:
        robot: Who tells it.
        is_any_wanted: Nobody can tell by rule what the team looks for, as where the goal is in
            words: whatever can be carried is worth telling.
    """

    def __init__(self, robot: str, is_any_wanted: bool = False) -> None:
        self._robot, self._is_any_wanted = robot, is_any_wanted
        self._told: dict[str, Detection] = {}
        self._carried: set[str] = set()
        self._stale: tuple[Detection, ...] | None = None
        self._looked_at: dict[str, Detection] = {}

    def fresh(self, objects: Iterable[Detection]) -> tuple[Detection, ...]:
        """Return misplaced or wanted objects, receptacles and vanished objects not yet told so.

        Only what this robot saw with its own eyes is told, or had told before, or where it put what
        it carried: nobody else knows that.
        """
        objects = tuple(objects)
        if objects is self._stale:
            return ()
        before = self._looked_at
        # What is the very same as before is no news, and most things are.
        changed = [o for o in objects if before.get(o.object_id) is not o]
        found = tuple(o for o in changed if self._is_news(o))
        before.update((o.object_id, o) for o in changed)
        if len(before) > len(objects):
            self._looked_at = {o.object_id: o for o in objects}
        self._told.update({o.object_id: o for o in found})
        if len(self._told) > _TOO_MANY * len(objects):
            self._told = {i: o for i, o in self._told.items() if i in self._looked_at}
        self._carried -= {o.object_id for o in found}
        self._carried |= {o.object_id for o in changed if self._carries(o)}
        self._stale = None if found else objects
        return found

    def _carries(self, thing: Detection) -> bool:
        return thing.status is Presence.HELD and thing.is_first_hand(self._robot)

    def _is_news(self, thing: Detection) -> bool:
        if thing.object_id in self._carried and not self._carries(thing):
            return True
        told = self._told.get(thing.object_id)
        if told is not None:
            return _differs(thing, told)
        if not thing.is_first_hand(self._robot):
            return False
        is_gone = thing.status is Presence.GONE
        is_wanted = thing.pickupable and (is_gone or self._is_any_wanted)
        return thing.is_receptacle or thing.misplaced is Misplaced.YES or is_wanted


def _differs(thing: Detection, told: Detection) -> bool:
    if thing.status is Presence.HELD is told.status:
        return False
    return (
        thing.status is not told.status
        or thing.misplaced is not told.misplaced
        or thing.receptacle != told.receptacle
        or thing.room_type != told.room_type
        or thing.position.distance_to(told.position) > MOVED
    )
