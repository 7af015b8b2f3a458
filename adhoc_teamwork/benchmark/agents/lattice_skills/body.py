# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""One robot as its sub-skills see it: where it stands, what it perceives, what it believes."""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.knowledge import Knowledge
from adhoc_teamwork.benchmark.tasks.task import BenchRobot
from adhoc_teamwork.simulation.houses.house import Wall
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.simulation.lattice.config import HEADINGS
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.robots import Observation
from adhoc_teamwork.simulation.rules.reach import why_behind_wall
from adhoc_teamwork.skills.belief.failed_standpoints import VainPlaces
from adhoc_teamwork.skills.belief.footprint import support_height
from adhoc_teamwork.skills.rules.standing import places_to_stand
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, Room
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

ROTATE_LEFT = Action(ActionKind.ROTATE_LEFT)
ROTATE_RIGHT = Action(ActionKind.ROTATE_RIGHT)
LOOK_UP = Action(ActionKind.LOOK_UP)
LOOK_DOWN = Action(ActionKind.LOOK_DOWN)

_EDGE = 0.3
"""How far, in right angles, a point may be off a heading to be surely in its picture."""
_TOUCH = 0.01
"""Walls this much farther off than the hand gets count, too, metres."""
_IN_THE_WAY = " is in the way"
_REMEMBERED = 30
"""How many steps long a robot goes around a cell on which another stood."""


class Body:
    """Hold a robot's latest observation, its floor plan and its knowledge.

    Of the house it uses what a drawing and a laser give: walls, the lattice of places to stand, the
    rooms' outlines, and which floor can be seen at all. Things are known from observations alone.
    """

    def __init__(self, robot: BenchRobot, plan: HousePlan, knowledge: Knowledge) -> None:
        house = plan.house
        self.name = robot.name
        self.height = robot.camera_height
        self.capability = capability_of(robot, house)
        self.plan = plan
        self.house = house
        self.lattice, self.paths = house.ways(robot.body.step if robot.body else math.inf)
        self.pitches = pitches_of(robot, house)
        self.tries_all = False
        self.knowledge = knowledge
        self.observation: Observation | None = None
        self.wrecks: set[int] = set()
        """Cells on which robots stand that act no more."""
        self.vain = VainPlaces(self.capability.reach)
        self._left: set[str] = set()
        self._obstacles: dict[int, int] = {}

    def try_all(self) -> None:
        """Have skills ask no more whether the arm gets to a place: it tries, and they see."""
        self.tries_all = True
        if self.capability.can_manipulate:
            self.capability = replace(
                self.capability, reach_min_height=0.0, reach_max_height=math.inf
            )

    def reach_for(self, thing: Detection) -> float:
        """Return how far the hand gets at a thing, metres; how near who has none comes to it."""
        height = thing.position.z if thing.pickupable else support_height(thing)
        return self.capability.reach_at(height) or self.house.config.reach

    def perceive(self, observation: Observation, now: float) -> list[Detection]:
        """Take in an observation; return what of it was new."""
        self.observation = observation
        self.knowledge.look_over(observation.explored)
        return self.knowledge.see(observation.detections, now)

    @property
    def now(self) -> Observation:
        """Return the latest observation.

        Raises:
            RuntimeError: There was none yet.
        """
        if self.observation is None:
            raise RuntimeError(f"{self.name} has perceived nothing yet")
        return self.observation

    @property
    def pose(self) -> Pose:
        """Return where the robot is in `map`."""
        return self.now.pose

    @property
    def place(self) -> Point:
        """Return where the robot stands, metres in `map`."""
        return self.now.pose.point

    @property
    def is_holding(self) -> bool:
        """Tell whether the hand holds something."""
        return bool(self.now.held)

    @property
    def has_free_hand(self) -> bool:
        """Tell whether one of its hands holds nothing."""
        return len(self.now.held) < self.capability.hands

    def in_hand(self, object_id: str) -> str:
        """Return the id of what is let go of: what is named, else what was taken last.

        Empty where no hand holds anything.
        """
        held = self.now.held
        if object_id in held:
            return object_id
        return held[-1] if held else ""

    @property
    def rooms(self) -> tuple[Room, ...]:
        """Return the rooms as they are believed."""
        return self.knowledge.rooms

    @property
    def things(self) -> tuple[Detection, ...]:
        """Return the objects and receptacles that are known."""
        return self.knowledge.known()

    def thing(self, object_id: str) -> Detection | None:
        """Return what is known of a thing, or None."""
        return self.knowledge.objects.get(object_id)

    def is_walled_off(self, thing: Detection, point: Point) -> bool:
        """Tell whether a wall bars the hand the way from here to a point of a thing."""
        walls = self.house.house.walls
        return why_behind_wall(walls, self.place, point, thing.object_id) is not None

    def in_view(self, object_id: str) -> bool:
        """Tell whether a thing is in view now."""
        return any(d.object_id == object_id for d in self.now.detections)

    def bearing(self, point: Point) -> float:
        """Return in how many right angles, counter-clockwise, a floor point lies off the heading.

        From -2 to 2; 0 is straight ahead.
        """
        here = self.now.pose
        angle = math.atan2(point.y - here.y, point.x - here.x) / (math.pi / 2.0)
        return (angle - self.now.heading + 2.0) % 4.0 - 2.0

    def turn_to(self, point: Point) -> Action | None:
        """Return the turn that brings a floor point closer to the middle of the view.

        None where it lies within half a right angle of straight ahead.
        """
        off = self.bearing(point)
        if abs(off) <= 0.5 + 1e-9:
            return None
        return ROTATE_LEFT if off > 0.0 else ROTATE_RIGHT

    def views_of(self, point: Point) -> list[tuple[int, int]]:
        """Return the views (heading, pitch in degrees) that may show a point, the best first.

        Besides the heading and the pitch that are closest there are those next to them where the
        point would lie near the picture's edge.
        """
        here, bearing = self.now.pose, self.bearing(point)
        away = math.hypot(point.x - here.x, point.y - here.y)
        down = math.degrees(math.atan2(self.height - point.z, max(away, 0.05)))
        pitches = sorted(self.pitches, key=lambda p: (abs(p - down), p))
        ahead = round(bearing)
        aside = ahead + (1 if bearing > ahead else -1)
        headings = [ahead, aside] if abs(bearing - ahead) > _EDGE else [ahead]
        return [((self.now.heading + h) % HEADINGS, p) for h in headings for p in pitches[:2]]

    def look(self, heading: int, pitch: int) -> Action | None:
        """Return the next action towards a view; None where the robot looks that way."""
        turn = (heading - self.now.heading) % HEADINGS
        if turn:
            return ROTATE_RIGHT if turn == HEADINGS - 1 else ROTATE_LEFT
        if pitch == self.now.pitch:
            return None
        return LOOK_DOWN if pitch > self.now.pitch else LOOK_UP

    def hear(self, message: TeamMessage) -> None:
        """Note who acts no more."""
        if message.kind is MessageKind.LEAVE:
            self._left.add(message.sender)

    def note_obstacle(self, cell: int, reason: str) -> None:
        """Remember what stood on a cell, for good where it acts no more; the reason names it."""
        if reason.removesuffix(_IN_THE_WAY) in self._left:
            self.wrecks.add(cell)
        else:
            self._obstacles[cell] = self.now.step

    def obstacles(self) -> list[int]:
        """Return the cells on which something stands for good or stood a short while ago."""
        if self._obstacles:
            since = self.now.step - _REMEMBERED
            self._obstacles = {c: at for c, at in self._obstacles.items() if at >= since}
        return sorted({*self.wrecks, *self._obstacles})

    def cells_near(self, thing: Detection, reach: float) -> NDArray[np.int32]:
        """Return the cells to stand on at a thing, from which the hand has not failed at it.

        Distances are on the floor plane, to the centre of what can be carried and to the edge of
        what cannot.
        """
        x, y = self.lattice.points[:, 0], self.lattice.points[:, 1]
        at, half_x, half_y = thing.position, thing.size.x / 2.0, thing.size.y / 2.0
        if thing.pickupable:
            half_x = half_y = 0.0
        to_x, to_y = (
            np.clip(x, at.x - half_x, at.x + half_x),
            np.clip(y, at.y - half_y, at.y + half_y),
        )
        near = np.hypot(x - to_x, y - to_y).round(9) <= reach
        for place in self.vain.places(thing.object_id):
            near &= np.hypot(x - place.x, y - place.y) > self.vain.apart
        walled_off = np.zeros(len(near), dtype=np.bool_)
        walls = self._walls_near(thing, reach)
        own_room = self.lattice.rooms == self.room_number(thing.room)
        for cells in (near & own_room, near & ~own_room) if walls else ():
            for cell in np.flatnonzero(cells):
                base, point = Point(x[cell], y[cell]), Point(to_x[cell], to_y[cell], at.z)
                walled_off[cell] = why_behind_wall(walls, base, point, "") is not None
            if (cells & ~walled_off).any():
                # The own room has places: those of others need no look.
                break
        chosen = places_to_stand(near, walled_off, own_room, near)
        return np.flatnonzero(chosen).astype(np.int32)

    def _walls_near(self, thing: Detection, reach: float) -> list[Wall]:
        """Return the walls that may be between a thing and a place within reach of it."""
        far_x, far_y = thing.size.x / 2.0 + reach + _TOUCH, thing.size.y / 2.0 + reach + _TOUCH
        at = thing.position
        return [
            wall
            for wall in self.house.house.walls
            if min(wall.x0, wall.x1) <= at.x + far_x
            and max(wall.x0, wall.x1) >= at.x - far_x
            and min(wall.y0, wall.y1) <= at.y + far_y
            and max(wall.y0, wall.y1) >= at.y - far_y
        ]

    def room_number(self, room_id: str) -> int:
        """Return a room's number in the lattice; -2 for none."""
        return self.plan.room_numbers.get(room_id, -2)


def pitches_of(robot: BenchRobot, house: StepHouse) -> tuple[int, ...]:
    """Return the angles to which a robot's camera turns, degrees down, from high to low."""
    own = robot.body.pitches if robot.body else ()
    return tuple(pitch for pitch in house.config.pitches if not own or pitch in own)


def capability_of(robot: BenchRobot, house: StepHouse) -> Capability:
    """Return what a robot of the benchmark announces; a second of its clock is a step."""
    config, body = house.config, robot.body
    view = math.radians(config.field_of_view)
    arm = robot.can_manipulate
    if body is not None:
        # A camera that turns is told as one that sees all that it can turn to.
        pitches = pitches_of(robot, house)
        middle, span = (pitches[0] + pitches[-1]) / 2.0, pitches[-1] - pitches[0]
        reach = (body.reach or config.reach) if arm else 0.0
        return Capability(
            robot_type=body.kind,
            can_manipulate=arm,
            camera_height=robot.camera_height,
            camera_pitch=math.radians(middle),
            horizontal_fov=view,
            vertical_fov=view + math.radians(span),
            camera_range=config.visibility_range,
            payload=robot.payload if arm else 0.0,
            reach=reach,
            reach_min_height=body.reach_min_height if arm else 0.0,
            reach_max_height=robot.reach_max_height if arm else 0.0,
            max_speed=config.move,
            battery=float(robot.battery),
            hands=robot.hands if arm else 1,
            mobility=body.mobility,
            step=body.step,
            width=body.width,
            height=body.height,
            reach_bands=body.reach_bands if arm else (),
        )
    return Capability(
        robot_type="mobile manipulator" if arm else "mobile robot without an arm",
        can_manipulate=arm,
        camera_height=robot.camera_height,
        camera_pitch=math.radians(config.start_pitch),
        horizontal_fov=view,
        vertical_fov=view,
        camera_range=config.visibility_range,
        payload=robot.payload if arm else 0.0,
        reach=config.reach if arm else 0.0,
        reach_max_height=robot.reach_max_height if arm else 0.0,
        max_speed=config.move,
        battery=float(robot.battery),
        hands=robot.hands if arm else 1,
    )
