# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The parameters of Nav2's two costmaps for one robot (ROS 2 Jazzy)."""

from typing import Any

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard

COSTMAP_CELL = 0.05
"""Edge of a cell, metres."""
INFLATED = 0.3
"""Metres beyond the robot's radius up to which cells cost more."""
WINDOW = 4
"""Edge of the local costmap, whole metres."""
LOCATED_WITHIN = 86400.0
"""Seconds within which somebody has told where the robot stands. Nav2 gives up for good after 60,
and a person who sets the pose in RViz later than that would have to start it anew."""
LOCAL_UPDATES, GLOBAL_UPDATES = 5.0, 1.0
"""How often a costmap is brought up to date in a second of the wall clock, in simulations, too."""


def local_costmap(card: RobotCard, frame: str, odom: str, scan: str) -> dict[str, Any]:
    """Return the costmap about the robot, which moves along.

    Args:
        card: Of the robot.
        frame: Of its base.
        odom: Of its odometry.
        scan: The laser's topic from the root: a costmap has a namespace of its own.
    """
    return {
        "update_frequency": LOCAL_UPDATES,
        "publish_frequency": 2.0,
        "global_frame": odom,
        "robot_base_frame": frame,
        "initial_transform_timeout": LOCATED_WITHIN,
        "rolling_window": True,
        "width": WINDOW,
        "height": WINDOW,
        "resolution": COSTMAP_CELL,
        "robot_radius": card.body.radius,
        "plugins": ["obstacle_layer", "inflation_layer"],
        "obstacle_layer": _obstacles(card, scan),
        "inflation_layer": _inflation(card),
        "always_send_full_costmap": True,
    }


def global_costmap(card: RobotCard, frame: str, scan: str, keep_out: str) -> dict[str, Any]:
    """Return the costmap of the whole map.

    Args:
        card: As of `local_costmap`.
        frame: Likewise.
        scan: Likewise.
        keep_out: The topic, from the root, on which the skills tell of keep-out zones.
    """
    return {
        "update_frequency": GLOBAL_UPDATES,
        "publish_frequency": 1.0,
        "global_frame": topics.MAP_FRAME,
        "robot_base_frame": frame,
        "initial_transform_timeout": LOCATED_WITHIN,
        "robot_radius": card.body.radius,
        "resolution": COSTMAP_CELL,
        "track_unknown_space": True,
        "plugins": ["static_layer", "obstacle_layer", "inflation_layer"],
        "static_layer": {
            "plugin": "nav2_costmap_2d::StaticLayer",
            "map_subscribe_transient_local": True,
        },
        "obstacle_layer": _obstacles(card, scan),
        "inflation_layer": _inflation(card),
        # Beside the plugins, so that zones are not inflated: skills keep the robot's middle out.
        "filters": ["keepout_filter"],
        "keepout_filter": {
            "plugin": "nav2_costmap_2d::KeepoutFilter",
            "enabled": True,
            "filter_info_topic": keep_out,
            # Who stands in a zone may leave it.
            "override_lethal_cost": True,
        },
        "always_send_full_costmap": True,
    }


def _obstacles(card: RobotCard, scan: str) -> dict[str, Any]:
    reach = 0.5 * WINDOW * 1.4
    return {
        "plugin": "nav2_costmap_2d::ObstacleLayer",
        "enabled": True,
        "observation_sources": "scan",
        "scan": {
            "topic": scan,
            "data_type": "LaserScan",
            "clearing": True,
            "marking": True,
            # A beam that hits nothing clears, too: Gazebo tells it as infinite.
            "inf_is_valid": True,
            "max_obstacle_height": card.body.height,
            "obstacle_max_range": round(reach, 3),
            "raytrace_max_range": round(reach + 0.5, 3),
        },
    }


def _inflation(card: RobotCard) -> dict[str, Any]:
    return {
        "plugin": "nav2_costmap_2d::InflationLayer",
        "inflation_radius": round(card.body.radius + INFLATED, 3),
        "cost_scaling_factor": 5.0,
    }
