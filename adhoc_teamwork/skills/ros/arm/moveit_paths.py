# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Paths of an arm that MoveIt finds, through moveit_py.

Inverse kinematics, grasps, timing and the check of every path are the same with and without it.
It is written against moveit_py of ROS 2 Jazzy.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
from geometry_msgs.msg import Point, Pose, Quaternion
from scipy.spatial.transform import Rotation

from adhoc_teamwork.robot_model.arrays import Floats, pose
from adhoc_teamwork.robot_model.collision.covering import Spheres
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.teamwork.settings.config import ConfigError

SEARCH_TIME = 1.0
"""Wall seconds that MoveIt may search for all goals together: it takes no bound but time."""
_LOAD = "load"
_ADD = b"\x00"


class MoveItPaths:
    """Search for paths in a planning scene of their own: what else MoveIt watches stays as it is.

    Call it as `adhoc_teamwork.skills.arms.planner.FindPath` says, from one thread at a time.

    Args:
        group: The arm's joint group, as the SRDF names it.
        namespace: Of MoveIt's node, which is the robot's.
    """

    def __init__(self, group: str, namespace: str) -> None:
        """Start MoveIt, which reads its parameters from this process's parameter files.

        Raises:
            ConfigError: moveit_py is not installed, or the group or MoveIt's parameters are wrong.
        """
        try:
            planning = import_module("moveit.planning")
            self._scenes = import_module("moveit.core.planning_scene")
            self._states = import_module("moveit.core.robot_state")
            self._messages = import_module("moveit_msgs.msg")
            self._shapes = import_module("shape_msgs.msg")
        except ImportError as error:
            raise ConfigError(f"parameter arm: moveit: {error}; expected moveit_py") from None
        try:
            self._moveit = planning.MoveItPy(node_name="moveit", name_space=namespace)
            self._component = self._moveit.get_planning_component(group)
            self._parameters = planning.PlanRequestParameters(self._moveit, "")
        except RuntimeError as error:
            raise ConfigError(f"parameter moveit_group: {group}: {error}") from None

    def __call__(self, cell: Cell, start: Floats, goals: Sequence[Floats]) -> Floats | None:
        """Return a path to the first goal to which MoveIt finds one, (n, dof); None without one.

        Args:
            cell: One arm, with what it holds, and what stands around.
            start: Where the joints are, (dof,).
            goals: Where they may end, (dof,) each.
        """
        arm = cell.arms[0]
        scene = self._scene(cell, arm, start)
        self._parameters.planning_time = SEARCH_TIME / max(1, len(goals))
        self._component.set_start_state(robot_state=self._state(arm, start))
        for goal in goals:
            self._component.set_goal_state(robot_state=self._state(arm, goal))
            found = self._component.plan(
                single_plan_parameters=self._parameters, planning_scene=scene
            )
            if found:
                return _positions(found.trajectory, arm.joints)
        return None

    def shutdown(self) -> None:
        """End MoveIt's node."""
        self._moveit.shutdown()

    def _state(self, arm: Manipulator, joints: Floats) -> Any:
        state = self._states.RobotState(self._moveit.get_robot_model())
        state.set_to_default_values()
        state.joint_positions = {
            name: float(value) for name, value in zip(arm.joints, joints, strict=True)
        }
        state.update()
        return state

    def _scene(self, cell: Cell, arm: Manipulator, start: Floats) -> Any:
        scene = self._scenes.PlanningScene(self._moveit.get_robot_model())
        scene.current_state = self._state(arm, start)
        for number, obstacle in enumerate(cell.obstacles):
            scene.apply_collision_object(self._solid(f"{number} {obstacle.name}", arm, obstacle))
        if arm.load is not None:
            scene.process_attached_collision_object(self._attached(arm, arm.load))
        return scene

    def _solid(self, name: str, arm: Manipulator, obstacle: Obstacle) -> Any:
        """Return a box or cylinder in the frame of the robot's root, where MoveIt plans."""
        solid = self._object(name, arm.kinematics.model.root)
        primitive = self._shapes.SolidPrimitive()
        x, y, z = (2.0 * half for half in obstacle.half)
        if obstacle.kind == "box":
            primitive.type, primitive.dimensions = primitive.BOX, [x, y, z]
        else:
            primitive.type, primitive.dimensions = primitive.CYLINDER, [z, x / 2.0]
        solid.primitives.append(primitive)
        solid.primitive_poses.append(_pose_to_ros(np.linalg.inv(arm.base) @ obstacle.pose))
        return solid

    def _attached(self, arm: Manipulator, load: Spheres) -> Any:
        attached = self._messages.AttachedCollisionObject()
        attached.link_name = arm.tip
        attached.object = self._object(_LOAD, arm.tip)
        start = len(arm.name) + 1
        attached.touch_links = sorted({arm.tip, *(body[start:] for body in arm.hand)})
        for centre, radius in zip(load.centres, load.radii, strict=True):
            primitive = self._shapes.SolidPrimitive()
            primitive.type, primitive.dimensions = primitive.SPHERE, [float(radius)]
            attached.object.primitives.append(primitive)
            attached.object.primitive_poses.append(_pose_to_ros(pose(centre)))
        return attached

    def _object(self, name: str, frame: str) -> Any:
        made = self._messages.CollisionObject()
        made.header.frame_id, made.id, made.operation = frame, name, _ADD
        made.pose.orientation.w = 1.0
        return made


def _positions(trajectory: Any, joints: Sequence[str]) -> Floats:
    """Return the joint states of MoveIt's trajectory in the order of `joints`, (n, dof)."""
    message = trajectory.get_robot_trajectory_msg().joint_trajectory
    columns = [list(message.joint_names).index(joint) for joint in joints]
    return np.array([list(point.positions) for point in message.points])[:, columns]


def _pose_to_ros(frame: Floats) -> Any:
    x, y, z, w = (float(value) for value in Rotation.from_matrix(frame[:3, :3]).as_quat())
    at = [float(value) for value in frame[:3, 3]]
    return Pose(
        position=Point(x=at[0], y=at[1], z=at[2]), orientation=Quaternion(x=x, y=y, z=z, w=w)
    )
