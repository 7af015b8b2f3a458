# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the hands hold: pick-ups and put-downs, set against what the gripper feels."""

from adhoc_teamwork.adhoc_planner.belief.belief import Belief, Held
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.scene import Presence
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.notation import read_subtask
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask

GRACE = 2.0
"""How long, in seconds, the gripper's feeling may lag behind a grasp or a release."""


class Recall:
    """Remember what this robot told the team before its planner was started again."""

    def __init__(self) -> None:
        self.state: RobotState | None = None
        self.intent: Intent | None = None
        self._state_at = float("-inf")
        self._intent_at = float("-inf")

    def add(self, message: TeamMessage) -> None:
        """Take in one of this robot's own messages that the broker repeats."""
        if message.state is not None and message.stamp >= self._state_at:
            self.state, self._state_at = message.state, message.stamp
        is_replace = message.intent and message.intent.subtask.moves_object
        if is_replace and message.stamp >= self._intent_at:
            self.intent, self._intent_at = message.intent, message.stamp

    def subtask(self) -> SubTask | None:
        """Return what was under way with an object, or None."""
        if self.intent is not None:
            under_way = self.intent.status is IntentStatus.ADOPTED
            return self.intent.subtask if under_way else None
        said = read_subtask(self.state.subtask) if self.state and self.state.subtask else None
        return said if said is not None and said.moves_object else None

    def forget(self) -> None:
        """Forget it all: it has been used."""
        self.state = self.intent = None


class Hand:
    """Keep `Belief.held` true to what the hand feels; times in seconds of the ROS clock."""

    def __init__(self, belief: Belief) -> None:
        self._belief = belief
        self._feels: bool | None = None
        self._changed_at = float("-inf")
        self._released_at = float("-inf")
        self._unseen: tuple[str, float] | None = None

    def feel(self, holding: bool, now: float) -> None:
        """Take in whether the gripper's effort shows that it holds something."""
        if holding is not self._feels:
            self._feels, self._changed_at = holding, now

    def took(self, object_id: str, now: float) -> None:
        """Note a successful pick-up."""
        self._changed_at = now
        self._unseen = (object_id, now)
        others = [held for held in self._belief.held if held.object_id != object_id]
        kept = others[: self._belief.capability.hands - 1]
        self._belief.held = (self._held(object_id), *kept)

    def let_go(self, now: float, object_id: str = "") -> None:
        """Note that no hand holds a thing any more; without its name, that all are empty.

        What is put down under a name that no hand knows is what was taken last.
        """
        held = self._belief.held
        named = [one for one in held if one.object_id == object_id] or list(held[:1])
        gone = named if object_id else held
        self._belief.held = tuple(one for one in held if one not in gone)
        self._released_at = now

    def unfelt_grasp(self) -> tuple[str, float] | None:
        """Return what was taken last, and when, where the hand cannot feel that it holds it."""
        return self._unseen if self._feels is None else None

    def has_seen(self) -> None:
        """Note that what was taken last is being looked for: once is enough."""
        self._unseen = None

    def is_empty(self, now: float) -> bool:
        """Tell whether the hand has felt empty for a while."""
        return self._feels is False and not lately(self._changed_at, now, GRACE)

    def has_dropped(self, now: float) -> bool:
        """Tell whether the hand has felt empty for a while though it should hold something."""
        return bool(self._belief.held) and self.is_empty(now)

    def is_unexplained(self, now: float) -> bool:
        """Tell whether the hand feels full and nobody knows of what."""
        full = self._feels is True and not lately(self._released_at, now, GRACE)
        return full and not self._belief.held

    def explain(self, recall: Recall) -> None:
        """Find out what the hand holds after a restart or an unclear pick-up.

        This robot's last words to the team tell: what it held, else what it was about to fetch.
        Else the scene graph does, which marks it as held.
        """
        told, fetching = recall.state, recall.subtask()
        if told is not None and told.held_object:
            self._belief.held = (Held(told.held_object, told.held_category),)
            return
        if fetching is not None:
            self._belief.held = (self._held(fetching.object_id),)
            return
        graph = self._belief.graph
        marked = [o for o in (graph.objects if graph else ()) if o.status is Presence.HELD]
        own = (o for o in marked if o.is_first_hand(self._belief.robot))
        thing = next(own, None)
        self._belief.held = (Held(thing.object_id, thing.category) if thing else UNKNOWN,)

    def _held(self, object_id: str) -> Held:
        thing = self._belief.object(object_id)
        return Held(object_id, thing.category if thing else "")


UNKNOWN = Held("Object_held", "Object")
"""What a hand holds of which nobody can say what it is."""
