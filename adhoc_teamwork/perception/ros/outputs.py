# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Publish what perception believes, each topic at its own bounded rate in ROS time."""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from adhoc_interfaces.msg import Crop as RosCrop
from adhoc_interfaces.msg import DetectionArray, ObjectRoomMap, SceneGraph
from nav_msgs.msg import OccupancyGrid
from sensor_msgs.msg import PointCloud2
from visualization_msgs.msg import MarkerArray

from adhoc_teamwork.perception.map.grid_map import FREE, OCCUPIED, UNKNOWN
from adhoc_teamwork.perception.objects.sightings import Sightings
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.perception.ros.clouds import cloud_to_ros
from adhoc_teamwork.perception.ros.markers import scene_graph_to_markers
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.crop import Crop
from adhoc_teamwork.teamwork.ros.conversions.crop import crop_to_ros
from adhoc_teamwork.teamwork.ros.conversions.object_room_map import object_room_map_to_ros
from adhoc_teamwork.teamwork.ros.conversions.occupancy import occupancy_to_ros
from adhoc_teamwork.teamwork.ros.conversions.scene import detection_to_ros, scene_graph_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.ros.qos import LATCHED, RELIABLE
from adhoc_teamwork.teamwork.scene import Detection

try:
    from vision_msgs.msg import Detection3DArray

    from adhoc_teamwork.perception.ros.known_objects import known_objects_to_ros
except ImportError:
    Detection3DArray = None

GRAPH_AT_LEAST_EVERY = 2.0


class Outputs:
    """Hold the publishers of one perception node; used by its worker thread only."""

    def __init__(self, node: Any, graph_rate: float, map_rate: float, sightings: Sightings) -> None:
        self.set_rates(graph_rate, map_rate)
        self._sightings = sightings
        self._detections = node.create_publisher(DetectionArray, topics.DETECTIONS, RELIABLE)
        self._crops = node.create_publisher(RosCrop, topics.CROPS, RELIABLE)
        self._graph = node.create_publisher(SceneGraph, topics.SCENE_GRAPH, LATCHED)
        self._markers = node.create_publisher(MarkerArray, topics.MARKERS, LATCHED)
        # Where vision_msgs is not installed nobody can listen to it.
        self._objects = (
            node.create_publisher(Detection3DArray, topics.KNOWN_OBJECTS, LATCHED)
            if Detection3DArray is not None
            else None
        )
        self._map = node.create_publisher(OccupancyGrid, topics.SEMANTIC_MAP, LATCHED)
        self._inspected = node.create_publisher(OccupancyGrid, topics.INSPECTED_SURFACES, LATCHED)
        self._layers = _OnDemand(node, ObjectRoomMap, topics.OBJECT_ROOM_MAP)
        self._cloud = _OnDemand(node, PointCloud2, topics.SEMANTIC_CLOUD)
        self.restart()

    def set_rates(self, graph_rate: float, map_rate: float) -> None:
        """Publish at most so often from now on, Hz of ROS time."""
        self._graph_every, self._map_every = 1.0 / graph_rate, 1.0 / map_rate

    def restart(self) -> None:
        """Publish everything anew, as after a clock that jumped back."""
        self._sightings.clear()
        self._graph_at = self._map_at = -math.inf
        self._wanted_at = -math.inf
        self._graph_revision = self._map_revision = -1
        self._layers.restart()
        self._cloud.restart()

    def detections(self, detections: tuple[Detection, ...], stamp: float) -> None:
        """Publish what one frame showed."""
        message = DetectionArray(detections=[detection_to_ros(d) for d in detections])
        message.header.frame_id = topics.MAP_FRAME
        message.header.stamp = time_to_ros(stamp)
        self._detections.publish(message)

    def crops(self, crops: Iterable[Crop], frame: str) -> None:
        """Publish small pictures of things, cut from one of the camera with that frame."""
        for crop in crops:
            self._crops.publish(crop_to_ros(crop, frame))

    def update(self, belief: Perception, now: float) -> None:
        """Publish scene graph and map where they changed and their time has come."""
        waited = now - self._graph_at
        changed = belief.revision != self._graph_revision
        if (changed and waited >= self._graph_every) or waited >= GRAPH_AT_LEAST_EVERY:
            graph = belief.scene_graph(now)
            self._graph.publish(scene_graph_to_ros(graph, topics.MAP_FRAME))
            self._sightings.take(graph.objects)
            if self._markers.get_subscription_count():
                drawn = belief.in_map(graph)
                self._markers.publish(scene_graph_to_markers(drawn, topics.MAP_FRAME))
            if self._objects is not None and self._objects.get_subscription_count():
                drawn = belief.in_map(graph)
                self._objects.publish(known_objects_to_ros(drawn, topics.MAP_FRAME))
            self._graph_at, self._graph_revision = now, belief.revision
        grid = belief.grid
        due = now - self._map_at >= self._map_every
        if belief.settled and due and grid.revision != self._map_revision:
            inspected = np.where(grid.inspected, np.int8(OCCUPIED), np.int8(FREE))
            inspected[grid.doubted] = UNKNOWN
            self._inspected.publish(occupancy_to_ros(grid.extent, inspected, now))
            self._map.publish(occupancy_to_ros(grid.extent, grid.values(), now))
            self._map_at, self._map_revision = now, grid.revision
        if belief.settled and now - self._wanted_at >= self._map_every:
            self._wanted_at = now
            self._publish_wanted(belief, now)

    def _publish_wanted(self, belief: Perception, now: float) -> None:
        """Publish what takes long to make, where somebody listens."""
        if self._layers.due(belief.revision):
            found = belief.object_room_map(now)
            self._layers.publish(object_room_map_to_ros(found, topics.MAP_FRAME))
        if self._cloud.due(belief.revision):
            cloud = belief.semantic_cloud()
            self._cloud.publish(cloud_to_ros(cloud, topics.MAP_FRAME, now))


class _OnDemand:
    """Publish what changed, or what a new listener has not heard, only while one listens."""

    def __init__(self, node: Any, kind: Any, topic: str) -> None:
        self._publisher = node.create_publisher(kind, topic, LATCHED)
        self.restart()

    def restart(self) -> None:
        """Hold nothing for published yet."""
        self._revision, self._listeners = -1, 0

    def due(self, revision: int) -> bool:
        """Tell whether the state of that revision is to be published."""
        listeners = self._publisher.get_subscription_count()
        is_news = revision != self._revision or listeners > self._listeners
        self._listeners = listeners
        if not listeners or not is_news:
            return False
        self._revision = revision
        return True

    def publish(self, message: Any) -> None:
        """Publish a message."""
        self._publisher.publish(message)
