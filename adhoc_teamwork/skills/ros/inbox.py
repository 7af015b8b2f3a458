# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Keep the newest messages about the world, and read them when a sub-skill needs them."""

from typing import Any

from adhoc_interfaces.msg import SceneGraph, TeamMessage
from nav_msgs.msg import OccupancyGrid
from sensor_msgs.msg import PointCloud2

from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.ros.conversions import semantic_grid_from_ros
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.height_cloud import height_map_from_ros
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.geometry import point_from_ros, pose_from_ros
from adhoc_teamwork.teamwork.ros.conversions.scene import things_from_ros
from adhoc_teamwork.teamwork.team.message import MessageKind


class Inbox:
    """Subscribe to the robot's own perception and to where teammates say they are.

    Callbacks only keep the newest message; `refresh` converts what is new, on the caller's thread.
    """

    def __init__(self, node: Any, world: World, callback_group: Any = None) -> None:
        self._node, self._world, self._group = node, world, callback_group
        self._name = node.get_namespace().strip("/")
        self._graph: Any = None
        self._map: Any = None
        self._inspected: Any = None
        self._ground: Any = None
        self._teammates: dict[str, Point] = {}
        self._claims: dict[str, Point] = {}

    def setup(self) -> None:
        """Subscribe."""
        for kind, topic, keep, profile in (
            (SceneGraph, topics.SCENE_GRAPH, self._keep_graph, qos.LATCHED),
            (OccupancyGrid, topics.SEMANTIC_MAP, self._keep_map, qos.LATCHED),
            (OccupancyGrid, topics.INSPECTED_SURFACES, self._keep_inspected, qos.LATCHED),
            (PointCloud2, topics.GROUND, self._keep_ground, qos.LATCHED),
            (TeamMessage, topics.TEAM_IN, self.on_team_message, qos.TEAM),
        ):
            self._node.create_subscription(kind, topic, keep, profile, callback_group=self._group)

    def refresh(self) -> None:
        """Bring the world up to date; a message that cannot be read is left out and reported."""
        graph, self._graph = self._graph, None
        grid, self._map = self._map, None
        inspected, self._inspected = self._inspected, None
        ground, self._ground = self._ground, None
        try:
            if ground is not None:
                self._world.ground = height_map_from_ros(ground)
            if graph is not None:
                self._world.hear_of(things_from_ros(graph))
            if inspected is not None:
                self._world.inspected = semantic_grid_from_ros(inspected)
            if grid is not None:
                self._world.grid = semantic_grid_from_ros(grid)
        except ValueError as error:
            self._node.get_logger().error(
                f"perception sent what cannot be read: {error}", throttle_duration_sec=10.0
            )
        self._world.teammates = tuple(dict(self._teammates).values())
        claims = dict(self._claims)
        self._world.claims = tuple(claims.values())
        # Both robots know the same names, so that exactly one of two gives way.
        self._world.prior_claims = tuple(p for who, p in claims.items() if who < self._name)

    def on_team_message(self, message: Any) -> None:
        """Keep where a teammate says it is and where it drives to."""
        if message.sender in ("", self._name):
            return
        if message.kind == int(MessageKind.LEAVE):
            self._teammates.pop(message.sender, None)
            self._claims.pop(message.sender, None)
        elif message.state:
            state = message.state[0]
            self._teammates[message.sender] = pose_from_ros(state.pose).point
            self._claims.pop(message.sender, None)
            for place in state.heading_for:
                self._claims[message.sender] = point_from_ros(place)

    def _keep_graph(self, message: Any) -> None:
        self._graph = message

    def _keep_ground(self, message: Any) -> None:
        self._ground = message

    def _keep_map(self, message: Any) -> None:
        self._map = message

    def _keep_inspected(self, message: Any) -> None:
        self._inspected = message
