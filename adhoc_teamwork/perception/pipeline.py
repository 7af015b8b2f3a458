# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""One robot's belief: frames and team messages in, detections, scene graph and map out.

No ROS and no clock in here: stamps come with frames and messages.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.alignment import WallAlignment
from adhoc_teamwork.perception.frames.camera import FloatArray, Frame
from adhoc_teamwork.perception.frames.views import Label, split_frame
from adhoc_teamwork.perception.laps import Laps
from adhoc_teamwork.perception.map.class_layers import object_room_map
from adhoc_teamwork.perception.map.footprints import Footprints
from adhoc_teamwork.perception.map.grid_map import GridMap
from adhoc_teamwork.perception.map.semantic_cloud import SemanticCloud, semantic_cloud
from adhoc_teamwork.perception.map.tops import inspect_along, tops_left
from adhoc_teamwork.perception.masks.labels import LabelBook
from adhoc_teamwork.perception.objects.holding import OwnHand, seen_carriers
from adhoc_teamwork.perception.objects.objects import KnownObject, ObjectStore, extents_of
from adhoc_teamwork.perception.objects.teammates import TeammateReports
from adhoc_teamwork.perception.objects.tracking import Tracker
from adhoc_teamwork.perception.rooms.floor_plan import check_outlines
from adhoc_teamwork.perception.rooms.found_rooms import RoomFinder, Rooms
from adhoc_teamwork.perception.rooms.levels import RoomLevels
from adhoc_teamwork.perception.scene.describing import Describer
from adhoc_teamwork.perception.scene.scene_graph import build_scene_graph
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.reach_line import ReachLine
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.maps.ground import LOWEST_STEP
from adhoc_teamwork.teamwork.maps.height_map import HeightMap
from adhoc_teamwork.teamwork.maps.object_room_map import ObjectRoomMap
from adhoc_teamwork.teamwork.scene import Detection, Predicate, Relation, Room, SceneGraph
from adhoc_teamwork.teamwork.team.message import TeamMessage


@dataclass(frozen=True)
class FloorPlan:
    """Hold what the floor plan gives: outlines of rooms and which are connected."""

    rooms: tuple[Room, ...] = ()
    connections: tuple[Relation, ...] = ()

    @classmethod
    def of(cls, graph: SceneGraph) -> "FloorPlan":
        """Return the plan in a scene graph; rooms with fewer than three corners are left out.

        Raises:
            ValueError: Corners that are not finite, or a plan larger than any building.
        """
        rooms = tuple(
            Room(room.room_id, room.outline) for room in graph.rooms if len(room.outline) >= 3
        )
        check_outlines(rooms)
        links = tuple(r for r in graph.relations if r.predicate is Predicate.CONNECTED)
        return cls(rooms, links)


class Perception:
    """Hold and update what one robot believes; not thread-safe, call it from one thread."""

    settled: bool
    """A floor plan is there, or was waited for in vain: the map will not begin anew."""

    def __init__(
        self,
        robot: str,
        capability: Capability,
        config: PerceptionConfig | None = None,
        step: float = LOWEST_STEP,
        line: ReachLine | None = None,
    ) -> None:
        self._robot = robot
        self._capability, self._line = capability, line
        self._config = config or PerceptionConfig()
        self._step = step
        self._ground: HeightMap | None = None
        self._levels = RoomLevels()
        self._plan = FloorPlan()
        self._labels = LabelBook()
        self.counters: Counter[str] = Counter()
        self.laps = Laps()
        """How long the steps of `process` and `scene_graph` took, the last time."""
        self.settled = False
        """A floor plan is there, or was waited for in vain: the map will not begin anew."""
        self.reset()

    def reset(self) -> None:
        """Forget every object and what was looked at; floor plan and labels stay."""
        self._store = ObjectStore(self._config)
        self._hand = OwnHand(self._robot, self._capability, self._line)
        self._tracker = Tracker(self._robot, self._store, self._hand, self._config)
        self._describer = Describer(self._config)
        self._reports = TeammateReports(self._robot, self._store)
        self._alignment = WallAlignment(self._plan.rooms)
        self._labels.restart()
        self._stamp = 0.0
        self._classes: dict[str, int] = {}
        self._begin_map()
        self._first_stamp = math.inf
        self._room_types: dict[str, str] = {}
        self.small_shown: Mapping[str, int] = {}
        """Mask ids of the small things that the last frame showed, by object id."""
        self.revision = 0
        """Counts up whenever the scene graph may have changed."""

    def set_floor_plan(self, graph: SceneGraph) -> None:
        """Take in the floor plan; the map begins anew where its rooms changed.

        Raises:
            ValueError: It cannot be a building's.
        """
        plan = FloorPlan.of(graph)
        if plan == self._plan:
            return
        rooms_changed = plan.rooms != self._plan.rooms
        self._plan = plan
        if rooms_changed:
            self._alignment = WallAlignment(plan.rooms)
            self._begin_map()
        self.revision += 1

    def set_ground(self, ground: HeightMap) -> None:
        """Take in how high the floor is; steps that the robot does not climb bar its way."""
        self._ground = ground
        self._levels.set_ground(ground)
        self._bar_steps()
        self.revision += 1

    def set_labels(self, labels: Mapping[int, Label], stamp: float = 0.0) -> None:
        """Add names of mask ids to those known, given at `stamp`; 0: with the last frame.

        With the first names the map begins anew where frames came before: what they showed, nobody
        could tell, and it has to be looked at again.
        """
        if labels and not self._labels.has_names and self.counters["unknown_ids"]:
            settled = self.settled
            self._begin_map()
            self.settled = settled
        self._labels.update(labels, stamp or self._stamp)
        self.counters["relabelled"] = self._labels.relabelled

    def feel(self, holds: bool, base: Pose | None = None) -> None:
        """Take in whether the own gripper holds something, and where the robot stood then."""
        self._hand.feel(holds, base and self._alignment.correction.pose(base))

    def hear_own_planner(self, held_object: str) -> None:
        """Take in which object, by its id here, the robot's own planner says that it holds."""
        self._hand.hear(held_object)

    def process(self, frame: Frame) -> tuple[Detection, ...]:
        """Take in one frame and return the objects that it showed or whose belief it changed."""
        self._stamp = frame.stamp
        self.laps.begin()
        if self._ground is not None:
            frame = replace(frame, ground=self._ground)
        frame = self._alignment.correct(frame)
        self.counters["aligned"] = self._alignment.aligned
        self.laps.end("alignment")
        views = split_frame(frame, self._labels.at(frame.stamp), self._config)
        self.laps.end("split")
        self.counters["frames"] += 1
        self._reports.begin(frame.stamp)
        self._first_stamp = min(self._first_stamp, frame.stamp)
        self._settle(frame.stamp)
        self.counters["unknown_ids"] += len(views.unknown)
        if not views.objects and not frame.distance.any():
            self.counters["empty_depth"] += 1
        carriers = [*self._reports.carriers(), *seen_carriers(views.robots)]
        result = self._tracker.update(frame, views, carriers)
        self.laps.end("tracking")
        grid_before = self.grid.revision
        robots = {view.instance for view in views.robots}
        self.small_shown = {
            object_id: instance
            for object_id, instance in result.shown.items()
            if (known := self._store.get(object_id)) is not None and known.pickupable
        }
        self.grid.integrate(
            frame,
            robots | result.carried,
            result.unclear.union(views.unknown),
            result.suspected,
            self.small_shown.values(),
        )
        inspect_along(self.grid, frame, self._store, self._capability)
        if any(not known.pickupable for known in result.changed.values()):
            covers = self._footprints.covered
            self.grid.cover(covers(self._store, self.grid.occupied(), self.grid.extent))
        self.laps.end("map")
        self.revision += self.grid.revision != grid_before
        self.revision += bool(result.changed)
        shown = {**result.seen, **result.changed}
        details = self._describe(k for k in shown.values() if k.object_id in self._store)
        self.laps.end("describe")
        return details

    def hear(self, message: TeamMessage) -> bool:
        """Take in a teammate's message; return whether it changed the belief.

        What in it cannot be true is left out and counted; see `refused_reports`.
        """
        changed = self._reports.hear(message)
        self.revision += bool(changed)
        return bool(changed)

    def scene_graph(self, stamp: float) -> SceneGraph:
        """Return the belief as a scene graph, at `stamp` in seconds of the ROS clock."""
        objects = list(self._store)
        self.grid.tops_left = tops_left(self.grid, objects, self._capability)
        rooms = self._rooms(stamp)
        rooms = replace(rooms, rooms=self._levels.of(rooms.rooms, rooms.connections))
        belief = build_scene_graph(objects, rooms, self._config, stamp, self._describer)
        self._room_types = {room.room_id: room.room_type for room in belief.rooms}
        return belief

    @property
    def refused_reports(self) -> tuple[int, str]:
        """Return how many of teammates' reports could not be true, and the last one in words."""
        return self._reports.refused, self._reports.last_refused

    def object_room_map(self, stamp: float) -> ObjectRoomMap:
        """Return the map with its layers of classes and rooms, at `stamp` in seconds."""
        numbers = self._number_classes()
        room_ids = [room.room_id for room in self._plan.rooms or self._found.rooms]
        return object_room_map(self.grid, self._store, list(numbers), room_ids, stamp)

    def semantic_cloud(self) -> SemanticCloud:
        """Return the points of all objects present in `map`, thinned to voxels."""
        cloud = semantic_cloud(self._store, self._number_classes(), self._config.cloud_voxel)
        if self._ground is None:
            return cloud
        return replace(cloud, positions=self._ground.in_map(cloud.positions))

    def in_map(self, graph: SceneGraph) -> SceneGraph:
        """Return a scene graph to be drawn: objects as high as they are in `map`."""
        if self._ground is None or not graph.objects:
            return graph
        centres = np.array([(o.position.x, o.position.y, o.position.z) for o in graph.objects])
        drawn = zip(graph.objects, self._ground.in_map(centres).tolist(), strict=True)
        return replace(graph, objects=tuple(replace(o, position=Point(*at)) for o, at in drawn))

    @property
    def hand_feels(self) -> bool:
        """Tell whether the own gripper feels that it holds something."""
        return self._hand.closed

    def box(self, object_id: str) -> tuple[FloatArray, FloatArray] | None:
        """Return the lower and upper corner of where an object lies, metres; None of no object."""
        known = self._store.get(object_id)
        return None if known is None else (known.lower, known.upper)

    def count_objects(self) -> int:
        """Return how many objects are known, those gone included."""
        return len(self._store)

    def _number_classes(self) -> dict[str, int]:
        """Return the number of each category ever known; numbers stay."""
        for known in self._store:
            self._classes.setdefault(known.category, len(self._classes))
        return self._classes

    def _begin_map(self) -> None:
        self.grid = GridMap(self._plan.rooms, self._config)
        self._bar_steps()
        self._footprints = Footprints(self._config)
        self._finder = RoomFinder(self._config)
        self._found = Rooms()
        self._found_at = -math.inf
        self._found_revision = -1
        self.settled = bool(self._plan.rooms)

    def _bar_steps(self) -> None:
        if self._ground is not None:
            self.grid.bar(self._ground, self._step)

    def _settle(self, stamp: float) -> None:
        self.settled |= stamp - self._first_stamp >= self._config.plan_wait

    def _rooms(self, stamp: float) -> Rooms:
        """Return the floor plan's rooms, or those found on the map where there is no plan."""
        if self._plan.rooms:
            return Rooms(self._plan.rooms, self._plan.connections, tuple(self._explored()))
        self._settle(stamp)
        if not self.settled:
            return self._found
        due = stamp - self._found_at >= self._config.room_interval
        if due and self.grid.revision != self._found_revision:
            self._found = self._finder.find(self.grid)
            self._found_at, self._found_revision = stamp, self.grid.revision
        return self._found

    def _explored(self) -> list[float]:
        furniture = [k for k in self._store.present() if not k.pickupable]
        lower, upper = extents_of(furniture)
        footprints = np.hstack([lower[:, :2], upper[:, :2]])
        return self.grid.explored(len(self._plan.rooms), footprints)

    def _describe(self, objects: Iterable[KnownObject]) -> tuple[Detection, ...]:
        """Return detections of some objects; what carries them is sought among all."""
        wanted = {known.object_id for known in objects}
        rooms = self._plan.rooms or self._found.rooms
        describer, types = self._describer, self._room_types
        details = describer.describe(list(self._store), rooms, wanted)
        return tuple(describer.with_room_type(d, types.get(d.room, "")) for d in details)
