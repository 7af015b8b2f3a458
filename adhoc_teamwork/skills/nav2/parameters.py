# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The parameters of all of Nav2's nodes for one robot (Jazzy, Kilted, Lyrical), from its card.

Robots share `/tf`, so that frames carry the robot's name. What is not here keeps Nav2's default.
"""

from typing import Any

from adhoc_teamwork.skills.nav2.costmaps import (
    COSTMAP_CELL,
    GLOBAL_UPDATES,
    LOCAL_UPDATES,
    global_costmap,
    local_costmap,
)
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Pose

NEAR, TURNED = 0.05, 0.1
"""Metres and radians off the goal with which a drive has arrived: an arm is to reach from there. To
places that are nearer to the robot Nav2 does not drive."""
TURNED_WITH_LINE = 0.03
"""The same, of a robot that brings its arm's line to a thing by turning: what is within reach is
little to one side of the line then, and between fingers that open wider."""
BACK = 0.5
"""How much slower than ahead a robot backs out."""
WAITED_UPDATES = 10.0
"""Updates that a cleared costmap is waited for. They come by the wall clock while the wait ends by
simulated time: at `--speed N` one takes N times as long, and Nav2's own 0.3 s and 1 s would end a
drive before its costmap is back."""
ANSWERED = 2000
"""Milliseconds of simulated time within which one node of Nav2 answers another. Nav2's own 20 are
less than a step of the built-in simulator's clock: one step before a late answer, and a plan or a
drive fails."""
VELOCITY_NODES = (
    *("controller_server", "behavior_server", "velocity_smoother", "collision_monitor"),
    *("docking_server", "following_server"),
)
"""Who hears or tells velocities. They are Twist here in every distribution: Jazzy's default, from
Kilted on TwistStamped is. One chain, from the controller to the base, has to speak one of both."""
_LOCAL, _GLOBAL = "local_costmap", "global_costmap"


def nav2_parameters(
    robot: str,
    card: RobotCard,
    start: Pose | None = None,
    base: str = "base_link",
    located: bool = False,
) -> dict[str, Any]:
    """Return the parameters by node, as nav2_bringup's launch files take them, without namespace.

    Args:
        robot: Its name, which is its namespace and the first part of its frames.
        card: What it is: radius, speeds, reach of the laser.
        start: Where it stands in `map` when Nav2 starts; None waits for `initialpose`.
        base: The link between the wheels, on the floor.
        located: Something else tells where `odom` is in `map`; amcl then only looks on.
    """
    frame, odom = topics.frame(robot, base), topics.frame(robot, "odom")
    scan = f"/{robot}/{topics.SCAN}"
    nodes: dict[str, dict[str, Any]] = {
        "amcl": {**_localization(card, frame, odom, start), "tf_broadcast": not located},
        "bt_navigator": _navigator(frame),
        "controller_server": _controllers(card),
        "planner_server": _planners(),
        "smoother_server": _smoothers(frame),
        "behavior_server": _behaviors(card, frame, odom),
        "waypoint_follower": {"stop_on_failure": False},
        "velocity_smoother": _smooth_velocity(card),
        "collision_monitor": _collision_monitor(card, frame, odom),
        "docking_server": _docking(frame, odom),
        # Started from Lyrical on.
        "following_server": {"base_frame": frame, "fixed_frame": odom},
        "route_server": {"route_frame": topics.MAP_FRAME, "base_frame": frame},
    }
    for name in VELOCITY_NODES:
        nodes[name]["enable_stamped_cmd_vel"] = False
    told: dict[str, Any] = {name: {"ros__parameters": given} for name, given in nodes.items()}
    for name, costmap in (
        (_LOCAL, local_costmap(card, frame, odom, scan)),
        (_GLOBAL, global_costmap(card, frame, scan, f"/{robot}/{topics.KEEP_OUT_FILTER}")),
    ):
        told[name] = {name: {"ros__parameters": costmap}}
    return told


def _localization(card: RobotCard, frame: str, odom: str, start: Pose | None) -> dict[str, Any]:
    given: dict[str, Any] = {
        "base_frame_id": frame,
        "odom_frame_id": odom,
        "global_frame_id": topics.MAP_FRAME,
        "scan_topic": topics.SCAN,
        "robot_model_type": "nav2_amcl::DifferentialMotionModel",
        "laser_model_type": "likelihood_field",
        "laser_max_range": card.body.scan_range,
        "max_beams": 60,
        "min_particles": 300,
        "max_particles": 1500,
        "update_min_d": 0.1,
        "update_min_a": 0.1,
        "transform_tolerance": 0.5,
        "set_initial_pose": start is not None,
    }
    if start is not None:
        given["initial_pose"] = {"x": start.x, "y": start.y, "z": 0.0, "yaw": start.yaw}
    return given


def _navigator(frame: str) -> dict[str, Any]:
    return {
        "global_frame": topics.MAP_FRAME,
        "robot_base_frame": frame,
        "odom_topic": topics.ODOM,
        "default_server_timeout": ANSWERED,
        "default_cancel_timeout": ANSWERED,
        "navigators": ["navigate_to_pose", "navigate_through_poses"],
        "navigate_to_pose": {"plugin": "nav2_bt_navigator::NavigateToPoseNavigator"},
        "navigate_through_poses": {"plugin": "nav2_bt_navigator::NavigateThroughPosesNavigator"},
    }


def _controllers(card: RobotCard) -> dict[str, Any]:
    speed, body = card.capability.max_speed, card.body
    return {
        "controller_frequency": 20.0,
        "costmap_update_timeout": WAITED_UPDATES / LOCAL_UPDATES,
        "speed_limit_topic": topics.SPEED_LIMIT,
        "progress_checker_plugins": ["progress_checker"],
        "goal_checker_plugins": ["goal_checker"],
        "controller_plugins": ["FollowPath"],
        "progress_checker": {
            "plugin": "nav2_controller::PoseProgressChecker",
            "required_movement_radius": 0.2,
            "required_movement_angle": 0.5,
            "movement_time_allowance": 15.0,
        },
        "goal_checker": {
            "plugin": "nav2_controller::SimpleGoalChecker",
            "xy_goal_tolerance": NEAR,
            "yaw_goal_tolerance": TURNED if card.reach_line is None else TURNED_WITH_LINE,
            "stateful": True,
        },
        "FollowPath": {
            "plugin": "nav2_regulated_pure_pursuit_controller::RegulatedPurePursuitController",
            "desired_linear_vel": speed,
            "lookahead_dist": 0.5,
            "min_lookahead_dist": 0.3,
            "max_lookahead_dist": 0.8,
            "use_velocity_scaled_lookahead_dist": True,
            "use_collision_detection": True,
            "use_rotate_to_heading": True,
            "rotate_to_heading_min_angle": 0.6,
            "rotate_to_heading_angular_vel": body.max_turn_rate,
            "max_angular_accel": body.turn_acceleration,
            "allow_reversing": False,
        },
    }


def _planners() -> dict[str, Any]:
    return {
        "planner_plugins": ["GridBased"],
        "costmap_update_timeout": WAITED_UPDATES / GLOBAL_UPDATES,
        "GridBased": {
            "plugin": "nav2_navfn_planner::NavfnPlanner",
            "tolerance": 2.0 * COSTMAP_CELL,
            "use_astar": True,
            "allow_unknown": True,
        },
    }


def _smoothers(frame: str) -> dict[str, Any]:
    return {
        # Where it checks for collisions it takes the body's outline from there.
        "robot_base_frame": frame,
        "smoother_plugins": ["simple_smoother"],
        "simple_smoother": {"plugin": "nav2_smoother::SimpleSmoother", "do_refinement": True},
    }


def _behaviors(card: RobotCard, frame: str, odom: str) -> dict[str, Any]:
    turn = card.body.max_turn_rate
    kinds = {
        "spin": "Spin",
        "backup": "BackUp",
        "drive_on_heading": "DriveOnHeading",
        "wait": "Wait",
        "assisted_teleop": "AssistedTeleop",
    }
    return {
        **{
            f"{which}_{what}": f"{which}_costmap/{topic}"
            for which in ("local", "global")
            for what, topic in (
                ("costmap_topic", "costmap_raw"),
                ("footprint_topic", "published_footprint"),
            )
        },
        "behavior_plugins": list(kinds),
        **{name: {"plugin": f"nav2_behaviors::{kind}"} for name, kind in kinds.items()},
        "local_frame": odom,
        "global_frame": topics.MAP_FRAME,
        "robot_base_frame": frame,
        "max_rotational_vel": turn,
        "min_rotational_vel": 0.3 * turn,
        "rotational_acc_lim": card.body.turn_acceleration,
    }


def _smooth_velocity(card: RobotCard) -> dict[str, Any]:
    speed, body = card.capability.max_speed, card.body
    turning = body.turn_acceleration
    return {
        "smoothing_frequency": 20.0,
        "feedback": "OPEN_LOOP",
        "max_velocity": [speed, 0.0, body.max_turn_rate],
        "min_velocity": [-BACK * speed, 0.0, -body.max_turn_rate],
        "max_accel": [body.acceleration, 0.0, turning],
        "max_decel": [-body.acceleration, 0.0, -turning],
        "odom_topic": topics.ODOM,
        "velocity_timeout": 1.0,
    }


def _collision_monitor(card: RobotCard, frame: str, odom: str) -> dict[str, Any]:
    return {
        "base_frame_id": frame,
        "odom_frame_id": odom,
        "cmd_vel_in_topic": "cmd_vel_smoothed",
        "cmd_vel_out_topic": topics.CMD_VEL_AUTONOMOUS,
        "state_topic": "collision_monitor_state",
        "transform_tolerance": 0.3,
        "source_timeout": 2.0,
        "polygons": ["body"],
        "body": {
            "type": "circle",
            "radius": card.body.radius,
            "action_type": "approach",
            "time_before_collision": 0.8,
            "simulation_time_step": 0.1,
            "min_points": 4,
            "visualize": False,
            "enabled": True,
        },
        "observation_sources": ["scan"],
        "scan": {
            "type": "scan",
            "topic": topics.SCAN,
            "min_height": 0.0,
            "max_height": card.body.height,
            "enabled": True,
        },
    }


def _docking(frame: str, odom: str) -> dict[str, Any]:
    """Return what lets nav2_bringup's docking server start; no dock is known."""
    return {
        "base_frame": frame,
        "fixed_frame": odom,
        "dock_plugins": ["dock"],
        "dock": {"plugin": "opennav_docking::SimpleChargingDock"},
    }
