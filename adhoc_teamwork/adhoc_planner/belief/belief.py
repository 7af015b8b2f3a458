# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What one robot knows at this moment, gathered for those who decide (paper section IV-A)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.belief.battery import OwnBattery
from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.belief.outcomes import Outcomes
from adhoc_teamwork.adhoc_planner.belief.pictures import Pictures
from adhoc_teamwork.adhoc_planner.belief.situation import Kept
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.task_config import PAPER_TASK, TaskConfig
from adhoc_teamwork.teamwork.actions.effects import taken
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.maps.rooms import room_id_at
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Room, SceneGraph
from adhoc_teamwork.teamwork.team.channel import OPEN, TeamChannel
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask

EXPLORED = 0.98
"""Share of a room's floor that must have been seen for the room to count as explored."""


@dataclass(frozen=True)
class Held:
    """Name what a hand holds; both are empty strings where that is not known."""

    object_id: str = ""
    category: str = ""


_NOTHING = Held()


class Belief:
    """Keep the latest of every input; `judge` adds its judgements to known objects.

    `pictures` says how many of things a question to the model may have.
    """

    def __init__(
        self,
        robot: str,
        capability: Capability,
        judge: Judge,
        task: TaskConfig = PAPER_TASK,
        pictures: int = 0,
    ) -> None:
        self.robot = robot
        self.pictures = Pictures(pictures)
        self.capability = capability
        self.battery = OwnBattery(capability.battery)
        self.joined_at = 0.0
        self.graph: SceneGraph | None = None
        self.pose: Pose | None = None
        self.heading_for: Point | None = None
        self.held: tuple[Held, ...] = ()
        """What the hands hold, what was taken last first."""
        self._outcomes = Outcomes()
        self._judge = judge
        self._task = task
        self._in_view: tuple[Detection, ...] = ()
        self._explored: set[str] = set()
        self._lasting: tuple[object, tuple[Detection, ...]] = (None, ())
        """From what it was gathered, and what is known of all objects."""
        self._objects: tuple[object, object, tuple[Detection, ...]] = (None, None, ())
        """The lasting objects and the pose, and these with what is held where it is by now."""
        self._places: tuple[object, dict[str, int]] = (None, {})
        """The lasting objects, and at which place in their order each is, by id."""
        self._done_with: tuple[object, int, tuple[str, ...]] = (None, 0, ())
        """Rooms, how many are noted as explored, and which that makes."""
        self._homes_of: tuple[
            object, object, tuple[Mapping[str, tuple[str, str]], Mapping[str, Kept]]
        ] = (None, None, ({}, {}))
        """The lasting objects and what is held, and where such things belong and are kept."""
        self._stands_in: tuple[object, object, str] = (None, None, "")
        """Rooms and pose, and in which of them that is."""
        self._state: tuple[tuple[object, ...], RobotState] | None = None
        """What the state was made of last, and that state."""

    @property
    def is_ready(self) -> bool:
        """Tell whether enough is known to plan: where the robot is, and a map with rooms."""
        return self.pose is not None and self.graph is not None and bool(self.graph.rooms)

    @property
    def is_told_all(self) -> bool:
        """Tell whether the goal itself says what is out of place, so that nobody judges it."""
        return self._task.goal.says_all

    def see(self, detections: Iterable[Detection]) -> None:
        """Take in what the latest camera frame showed."""
        self._in_view = tuple(detections)

    def note_explored(self, rooms: Iterable[str]) -> None:
        """Remember that this robot has explored `rooms`."""
        self._explored.update(room for room in rooms if room)

    def note_outcome(self, subskill: SubSkill, result: SkillResult, now: float) -> None:
        """Remember how a sub-skill ended at `now` (s)."""
        self._outcomes.add(subskill, result, self.objects(), self.rooms(), now)

    def rooms(self) -> tuple[Room, ...]:
        """Return the rooms of the scene graph."""
        return self.graph.rooms if self.graph else ()

    def explored_rooms(self) -> tuple[str, ...]:
        """Return the ids of the rooms that this robot has explored, sorted."""
        rooms, noted = self.rooms(), len(self._explored)
        if self._done_with[0] is not rooms or self._done_with[1] != noted:
            seen = {room.room_id for room in rooms if room.explored >= EXPLORED}
            self._done_with = (rooms, noted, tuple(sorted(seen | self._explored)))
        return self._done_with[2]

    def objects(self) -> tuple[Detection, ...]:
        """Return all known objects, judged, with what these hands hold marked as held."""
        lasting, pose = self.lasting_objects(), self.pose
        if not self.held or pose is None:
            return lasting
        if self._objects[0] is not lasting or self._objects[1] != pose:
            objects, places = list(lasting), self._place_of()
            for place in {places[held.object_id] for held in self.held}:
                objects[place] = changed(objects[place], position=pose.point)
            self._objects = (lasting, pose, tuple(objects))
        return self._objects[2]

    def lasting_objects(self) -> tuple[Detection, ...]:
        """Return `objects`, the very same until one is more than carried along.

        What these hands hold is where the robot was by then.
        """
        has_pose = self.pose is not None
        ground = (self.graph, self.held, has_pose, self._judge.version)
        if self._lasting[0] != ground:
            self._lasting = (ground, self._gather())
        return self._lasting[1]

    def _gather(self) -> tuple[Detection, ...]:
        known = self._judge.apply_all(self.graph.objects if self.graph else ())
        if not self.held or self.pose is None:
            return known
        names = {held.object_id for held in self.held}
        unknown = names - {o.object_id for o in known}
        at = self.pose.point
        unseen = [
            Detection(held.object_id, held.category, at, pickupable=True, seen_by=self.robot)
            for held in self.held
            if held.object_id in unknown
        ]
        return tuple(self._mark_held(o) if o.object_id in names else o for o in (*known, *unseen))

    def object(self, object_id: str) -> Detection | None:
        """Return what is known of one object, or None."""
        place = self._place_of().get(object_id)
        return None if place is None else self.objects()[place]

    def _place_of(self) -> dict[str, int]:
        """Return at which place in the order of the known objects each is, by id."""
        lasting = self.lasting_objects()
        if self._places[0] is not lasting:
            self._places = (lasting, {o.object_id: n for n, o in enumerate(lasting)})
        return self._places[1]

    def ability(self) -> Capability:
        """Return what this robot can do from now on, with what its battery has left."""
        return changed(self.capability, battery=self.battery.left)

    def state(self, subtask: str = "", subskill: str = "") -> RobotState:
        """Return this robot's state, battery in seconds of work left."""
        room, left, explored = self._room(), self.battery.left, self.explored_rooms()
        ground = (self.pose, room, self.held, left, subtask, subskill, explored, self.heading_for)
        if self._state is not None and self._state[0] == ground:
            return self._state[1]
        last, before = (*self.held, _NOTHING, _NOTHING)[:2]
        state = RobotState(
            pose=self.pose or Pose(0.0, 0.0),
            room=room,
            held_object=last.object_id,
            held_category=last.category,
            battery=left,
            subtask=subtask,
            subskill=subskill,
            explored_rooms=explored,
            heading_for=self.heading_for,
            other_held=before.object_id,
            other_category=before.category,
        )
        self._state = (ground, state)
        return state

    def _room(self) -> str:
        """Return in which room this robot stands; empty where that is not known."""
        rooms, pose = self.rooms(), self.pose
        if pose is None:
            return ""
        if self._stands_in[0] is not rooms or self._stands_in[1] is not pose:
            self._stands_in = (rooms, pose, room_id_at(rooms, pose.point))
        return self._stands_in[2]

    def view(
        self,
        now: float,
        teammates: tuple[Teammate, ...],
        messages: tuple[TeamMessage, ...],
        *,
        subtask: SubTask | None = None,
        subskill: SubSkill | None = None,
        rejected: tuple[tuple[SubTask, str], ...] = (),
        departed: tuple[Teammate, ...] = (),
        older_messages: int = 0,
        channel: TeamChannel = OPEN,
    ) -> PlannerView:
        """Return all of it as a policy sees it, at `now` (s)."""
        known, places = self.objects(), self._place_of()
        in_view = ((places.get(o.object_id), o) for o in self._in_view)
        homes, kept = self._where_kept(known)
        return PlannerView(
            robot=self.robot,
            now=now,
            joined_at=self.joined_at,
            capability=self.capability,
            state=self.state(str(subtask or ""), str(subskill or "")),
            current_objects=tuple(o if n is None else known[n] for n, o in in_view),
            known_objects=known,
            rooms=self.rooms(),
            teammates=teammates,
            messages=messages,
            subtask=subtask,
            history=self._outcomes.telling(known, self.rooms(), now),
            rejected=rejected,
            departed=departed,
            older_messages=older_messages,
            task=self._task,
            channel=channel,
            homes=homes,
            kept=kept,
            pictures=self.pictures,
        )

    def _where_kept(
        self, known: Iterable[Detection]
    ) -> tuple[Mapping[str, tuple[str, str]], Mapping[str, Kept]]:
        """Return homes and what is kept where, of all that is to be moved: asked where it changed.

        Where things are that are carried along makes no difference.
        """
        lasting, ground = self.lasting_objects(), (self.held, self._judge.version)
        if self._homes_of[0] is not lasting or self._homes_of[1] != ground:
            to_move = self._to_move(known)
            self._homes_of = (lasting, ground, (self._homes(to_move), self._kept(to_move, known)))
        return self._homes_of[2]

    def _homes(self, to_move: Iterable[str]) -> dict[str, tuple[str, str]]:
        """Return where things of some categories belong, by category."""
        found = ((category, self._judge.home(category)) for category in to_move)
        return {category: home for category, home in found if home is not None}

    def _kept(self, to_move: Sequence[str], known: Iterable[Detection]) -> dict[str, Kept]:
        """Return where something beside the model says that such things are kept, by category."""
        if not to_move:
            return {}
        places = {(o.category, o.room_type) for o in known if o.is_receptacle and not o.pickupable}
        found = ((c, self._judge.kept(c, places)) for c in to_move)
        return {category: kept for category, kept in found if kept is not None}

    def _to_move(self, known: Iterable[Detection]) -> list[str]:
        """Return the categories of what is out of place or in a hand."""
        categories = {o.category for o in known if o.misplaced is Misplaced.YES}
        return sorted(categories | {held.category for held in self.held if held.category})

    def _mark_held(self, detection: Detection) -> Detection:
        position = self.pose.point if self.pose else detection.position
        return changed(taken(detection), position=position)
