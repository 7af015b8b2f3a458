# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What this robot has told the team it will do: its intents, and when two mean the same thing."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice

from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.memory import OPEN_INTENTS
from adhoc_teamwork.teamwork.team.same_object import same_place
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

_KEPT = 100
"""So many intents are remembered, and any more that are open."""


@dataclass(frozen=True)
class Claim:
    """Pair an intent of this robot with the time (s) at which its present status was announced."""

    intent: Intent
    stamp: float


def same_target(one: Intent, other: Intent) -> bool:
    """Tell whether two robots' intents are about the same room or the same object.

    Object ids are each robot's own, so objects are matched by category and place.
    """
    both_move = one.subtask.moves_object and other.subtask.moves_object
    if one.subtask.kind is not other.subtask.kind and not both_move:
        return False
    if one.subtask.kind is SubTaskKind.EXPLORE:
        return one.subtask.room_id == other.subtask.room_id
    if one.subtask.kind is SubTaskKind.DO:
        return one.subtask.text.casefold() == other.subtask.text.casefold()
    if not one.subtask.is_about_object:
        return False
    if one.object_category.casefold() != other.object_category.casefold():
        return False
    if one.object_position is None or other.object_position is None:
        return one.subtask.object_id == other.subtask.object_id
    return same_place(one.object_position, other.object_position)


def describe(subtask: SubTask, target: Detection | None) -> Intent:
    """Return an unannounced intent (id 0) for comparison with others' intents."""
    return Intent(
        intent_id=0,
        status=IntentStatus.PROPOSED,
        subtask=subtask,
        object_category=target.category if target else "",
        object_position=target.position if target else None,
    )


class Claims:
    """Number this robot's intents and announce each change through `announce`."""

    def __init__(self, announce: Callable[[Intent], float]) -> None:
        """Store how to announce: `announce` sends an intent and returns its stamp (s)."""
        self._announce = announce
        self._claims: dict[int, Claim] = {}
        self._next_id = 1

    def propose(self, subtask: SubTask, target: Detection | None, reason: str) -> int:
        """Announce a proposed sub-task; `target` is its object. Return its id."""
        intent_id, self._next_id = self._next_id, self._next_id + 1
        self._say(replace(describe(subtask, target), intent_id=intent_id, reason=reason))
        return intent_id

    def move_to(
        self, intent_id: int, status: IntentStatus, reason: str, cause: Cause | None = None
    ) -> None:
        """Announce that an intent was taken up, or ended and by which cause; ended ones stay so."""
        claim = self._claims.get(intent_id)
        if claim is not None and claim.intent.status in OPEN_INTENTS:
            self._say(replace(claim.intent, status=status, reason=reason, cause=cause))

    def get(self, intent_id: int) -> Claim | None:
        """Return the claim with that id, or None."""
        return self._claims.get(intent_id)

    def open(self) -> tuple[Claim, ...]:
        """Return what is proposed or taken up and not ended."""
        return tuple(c for c in self._claims.values() if c.intent.status in OPEN_INTENTS)

    def done(self) -> tuple[Claim, ...]:
        """Return what was brought to its end."""
        return tuple(c for c in self._claims.values() if c.intent.status is IntentStatus.DONE)

    def _say(self, intent: Intent) -> None:
        self._claims[intent.intent_id] = Claim(intent, self._announce(intent))
        ended = (n for n, c in self._claims.items() if c.intent.status not in OPEN_INTENTS)
        for number in list(islice(ended, max(0, len(self._claims) - _KEPT))):
            del self._claims[number]
