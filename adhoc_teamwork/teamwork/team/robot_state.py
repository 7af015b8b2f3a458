# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a robot is and what it is doing: S of the paper's section III."""

from dataclasses import dataclass
from functools import cached_property

from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.records import changed


@dataclass(frozen=True)
class RobotState:
    """Describe one robot at one moment, as it tells it to its teammates.

    `pose` is of base_link in `map`; `battery` is in seconds of work left; `subtask` and `subskill`
    are in the prompt's notation, such as ``Explore <room_1>``; empty strings mean none or unknown.
    `heading_for` is where the base drives to, in `map`; None for nowhere, or unknown. Of two things
    in two hands `held_object` is the one taken last, `other_held` the one taken before.
    """

    pose: Pose
    room: str = ""
    held_object: str = ""
    held_category: str = ""
    battery: float = 0.0
    subtask: str = ""
    subskill: str = ""
    explored_rooms: tuple[str, ...] = ()
    heading_for: Point | None = None
    other_held: str = ""
    other_category: str = ""

    @cached_property
    def all_held(self) -> tuple[str, ...]:
        """Return the ids of all that it holds, what was taken last first."""
        if not self.other_held:
            return (self.held_object,) if self.held_object else ()
        return (self.held_object, self.other_held) if self.held_object else (self.other_held,)

    @property
    def activity(self) -> tuple[str, str, tuple[str, ...]]:
        """Return what it does and holds: a state without news of that only tells where it is."""
        return self.subtask, self.subskill, self.all_held

    @property
    def held_categories(self) -> tuple[str, ...]:
        """Return the categories of what it holds, as far as they are known."""
        return tuple(name for name in (self.held_category, self.other_category) if name)

    def holds_a(self, category: str) -> bool:
        """Tell whether it holds a thing of a category, whichever way that is capitalised."""
        return category.casefold() in [name.casefold() for name in self.held_categories]

    def holds(self, object_id: str) -> bool:
        """Tell whether it holds the thing of that id."""
        return object_id in self.all_held

    def taking(self, object_id: str, category: str) -> "RobotState":
        """Return it with one more thing in a hand."""
        return changed(
            self,
            held_object=object_id,
            held_category=category,
            other_held=self.held_object,
            other_category=self.held_category,
        )

    def letting_go(self, object_id: str) -> "RobotState":
        """Return it without a thing in a hand."""
        if object_id == self.other_held:
            return changed(self, other_held="", other_category="")
        return changed(
            self,
            held_object=self.other_held,
            held_category=self.other_category,
            other_held="",
            other_category="",
        )
