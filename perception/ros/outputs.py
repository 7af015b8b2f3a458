"""Publish what perception believes, each topic at its own bounded rate in ROS time."""

import math
from array import array
from typing import Any

from adhoc_interfaces.msg import DetectionArray, SceneGraph
from nav_msgs.msg import OccupancyGrid
from visualization_msgs.msg import MarkerArray

from perception.grid_map import GridMap
from perception.pipeline import Perception
from perception.ros.markers import scene_graph_to_markers
from teamwork.ros import topics
from teamwork.ros.conversions.scene import detection_to_ros, scene_graph_to_ros
from teamwork.ros.conversions.stamp import time_to_ros
from teamwork.ros.qos import LATCHED, RELIABLE
from teamwork.scene import Detection

GRAPH_AT_LEAST_EVERY = 2.0


class Outputs:
    """Hold the publishers of one perception node; used by its worker thread only."""

    def __init__(self, node: Any, graph_rate: float, map_rate: float) -> None:
        self._graph_every = 1.0 / graph_rate
        self._map_every = 1.0 / map_rate
        self._detections = node.create_publisher(DetectionArray, topics.DETECTIONS, RELIABLE)
        self._graph = node.create_publisher(SceneGraph, topics.SCENE_GRAPH, LATCHED)
        self._markers = node.create_publisher(MarkerArray, topics.MARKERS, LATCHED)
        self._map = node.create_publisher(OccupancyGrid, topics.SEMANTIC_MAP, LATCHED)
        self.restart()

    def restart(self) -> None:
        """Publish everything anew, as after a clock that jumped back."""
        self._graph_at = self._map_at = -math.inf
        self._graph_revision = self._map_revision = -1

    def detections(self, detections: tuple[Detection, ...], stamp: float) -> None:
        """Publish what one frame showed."""
        message = DetectionArray(detections=[detection_to_ros(d) for d in detections])
        message.header.frame_id = topics.MAP_FRAME
        message.header.stamp = time_to_ros(stamp)
        self._detections.publish(message)

    def update(self, belief: Perception, now: float) -> None:
        """Publish scene graph and map where they changed and their time has come."""
        waited = now - self._graph_at
        changed = belief.revision != self._graph_revision
        if (changed and waited >= self._graph_every) or waited >= GRAPH_AT_LEAST_EVERY:
            graph = belief.scene_graph(now)
            self._graph.publish(scene_graph_to_ros(graph, topics.MAP_FRAME))
            if self._markers.get_subscription_count():
                self._markers.publish(scene_graph_to_markers(graph, topics.MAP_FRAME))
            self._graph_at, self._graph_revision = now, belief.revision
        grid = belief.grid
        due = now - self._map_at >= self._map_every
        if grid is not None and due and grid.revision != self._map_revision:
            self._map.publish(_grid_to_ros(grid, now))
            self._map_at, self._map_revision = now, grid.revision


def _grid_to_ros(grid: GridMap, now: float) -> Any:
    """Return a nav_msgs/OccupancyGrid."""
    message = OccupancyGrid()
    message.header.frame_id = topics.MAP_FRAME
    message.header.stamp = time_to_ros(now)
    message.info.map_load_time = message.header.stamp
    message.info.resolution = float(grid.cell)
    message.info.width, message.info.height = grid.width, grid.height
    message.info.origin.position.x, message.info.origin.position.y = grid.origin
    message.info.origin.orientation.w = 1.0
    message.data = array("b", grid.values().tobytes())
    return message
