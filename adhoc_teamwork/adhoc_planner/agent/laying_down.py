# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""When a robot lays what it holds on the floor: nothing takes it, or its battery ends."""

from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.agent.active_task import FIRST_REST, GivenUp, Running
from adhoc_teamwork.adhoc_planner.agent.handing_over import gets_there, is_short, successor
from adhoc_teamwork.adhoc_planner.agent.view_builder import ViewBuilder
from adhoc_teamwork.adhoc_planner.belief.belief import Belief
from adhoc_teamwork.adhoc_planner.validity.re_placing import moving
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.goal import Place

MOST_PLACES = 3
"""After so many tasks in vain with what the hand holds, that is laid down for want of a place."""


@dataclass(frozen=True)
class Laying:
    """Say what is laid down, with which reason, and why it is then left alone for a while."""

    object_id: str
    reason: str
    afterwards: str


class LayingDown:
    """Know when to lay down what cannot be put away; times in seconds of the ROS clock."""

    def __init__(self, belief: Belief, views: ViewBuilder, given_up: GivenUp) -> None:
        """Store what to read, and where to note what is left alone (`given_up`)."""
        self._belief, self._views, self._given_up = belief, views, given_up
        self._begun = float("-inf")
        self._afterwards = ""
        self._in_vain = 0
        """How many tasks about what the hand holds were given up since it took that."""

    def clock_set_back(self) -> None:
        """Forget when something was last laid down."""
        self._begun = float("-inf")

    def hand_changed(self) -> None:
        """Count anew: the hand has taken or let go of something."""
        self._in_vain = 0

    def note_in_vain(self) -> None:
        """Note that a task about what the hand holds was given up."""
        self._in_vain += 1

    def nothing_takes_it(self, is_resting: bool, now: float) -> Laying | None:
        """Return what to lay down for want of a place: a full hand serves nobody.

        That is so where the robot rests, and where a few places were tried in vain.
        """
        held = self._belief.held
        nowhere = is_resting or self._in_vain >= MOST_PLACES
        if not nowhere or not held or lately(self._begun, now, FIRST_REST):
            return None
        reason = "Nothing takes what I hold, so I lay it down first."
        return Laying(held[0].object_id, reason, "there is nothing that your arm can put it on")

    def battery_ends(self, running: Running | None) -> Laying | None:
        """Return what the battery does not last to put away, for a teammate that is named.

        What an empty robot holds is lost to the team.
        """
        held = self._belief.held
        if not held or not is_short(self._belief.battery.left):
            return None
        view = self._views.view()
        thing = self._belief.object(held[0].object_id)
        if thing is None or gets_there(view, running):
            return None
        name = successor(view, thing)
        if not name:
            return None
        reason = f"My battery ends, so I put {thing.object_id} down here: go on with it, {name}."
        return Laying(thing.object_id, reason, f"your battery ends: {name} is to go on with it")

    def begun(self, laying: Laying, now: float) -> None:
        """Note that something is being laid down."""
        self._begun, self._afterwards = now, laying.afterwards

    def laid(self, object_id: str, now: float) -> None:
        """Have what lies on the floor now left alone for a while."""
        thing = self._belief.object(object_id)
        category = thing.category if thing is not None else ""
        subtask = moving(self._views.view().task, object_id, category, Place(FLOOR))
        self._given_up.add(subtask, False, None, self._afterwards, now)
