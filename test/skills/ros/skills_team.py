# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A scripted robot, its skills node and a planner that sends goals."""

from pathlib import Path
from typing import Any

from adhoc_interfaces.action import ExecuteSkill
from adhoc_interfaces.msg import SceneGraph
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import OccupancyGrid
from rclpy.action import ActionClient
from rclpy.node import Node
from rclpy.parameter import Parameter
from scripted_servers import (
    ScriptedNav2,
    ScriptedRobot,
    Spinner,
    eventually,
    new_name,
)
from skills_fakes import open_grid, scene, square_room, thing
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.skills.ros.node import SkillsNode
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.action import arguments_to_ros
from adhoc_teamwork.teamwork.ros.conversions.scene import scene_graph_to_ros
from adhoc_teamwork.teamwork.team.subskill import SubSkill

CARD = """
capability:
  robot_type: quadruped with arm
  can_manipulate: true
  payload: 1.0
  reach: 0.8
  reach_max_height: 1.0
body:
  radius: 0.3
"""


def skills_node(context: Any, card: Path, robot: str = "rob", **limits: float) -> Any:
    """Return a skills node in the namespace of a robot."""
    overrides = [Parameter("robot_card", value=str(card)), Parameter("stop_settling", value=0.0)]
    overrides += [Parameter(f"time_limit.{name}", value=value) for name, value in limits.items()]
    return SkillsNode(context=context, namespace=robot, parameter_overrides=overrides)


class Team:
    """Hold the scripted robot, the skills node and a planner's action client."""

    def __init__(self, context: Any, card: Path) -> None:
        self.name = new_name()
        self.robot_node = Node("scripted", namespace=self.name, context=context)
        self.nav = ScriptedNav2(self.robot_node)
        self.robot = ScriptedRobot(self.robot_node, self.nav, f"{self.name}/odom")
        self.skills = skills_node(context, card, self.name)
        self.skills.setup()
        self.planner = Node("planner", namespace=self.name, context=context)
        self.client = ActionClient(self.planner, ExecuteSkill, topics.EXECUTE_SKILL)
        self.feedback: list[Any] = []
        self.diagnostics: list[Any] = []
        self.planner.create_subscription(
            DiagnosticArray, topics.DIAGNOSTICS, self.diagnostics.append, qos.RELIABLE
        )
        self.spinner = Spinner(context, self.robot_node, self.skills, self.planner)
        self._publish_world()
        assert self.client.wait_for_server(timeout_sec=15.0)
        assert eventually(lambda: self.skills._world.pose is not None)
        assert any(self._answers() for _ in range(5))

    def _answers(self) -> bool:
        """Tell whether a goal is answered: the first may be lost before both ends have matched."""
        sent = self.client.send_goal_async(ExecuteSkill.Goal(skill="Stop"))
        return eventually(sent.done, 3.0)

    def _publish_world(self) -> None:
        node = self.robot_node
        graph = scene(thing("Mug_0", 1.6, 1.0), rooms=(square_room("room_0", 0, 0, 4),))
        self.graphs = node.create_publisher(SceneGraph, topics.SCENE_GRAPH, qos.LATCHED)
        self.graphs.publish(scene_graph_to_ros(graph))
        grid = open_grid()
        message = OccupancyGrid(data=grid.cells.ravel().tolist())
        message.info.resolution = grid.frame.cell
        message.info.height, message.info.width = grid.cells.shape
        self.maps = node.create_publisher(OccupancyGrid, topics.SEMANTIC_MAP, qos.LATCHED)
        self.maps.publish(message)
        transform = TransformStamped(child_frame_id=f"{self.name}/odom")
        transform.header.frame_id = topics.MAP_FRAME
        transform.transform.rotation.w = 1.0
        self.tf = node.create_publisher(TFMessage, "/tf_static", qos.TF_STATIC)
        self.tf.publish(TFMessage(transforms=[transform]))

    def send(
        self,
        skill: str,
        time_limit: float = 0.0,
        needs_deadman: bool = False,
        **arguments: str | float,
    ) -> Any:
        """Send a goal and return its handle."""
        goal = ExecuteSkill.Goal(
            skill=skill,
            arguments=arguments_to_ros(SubSkill(skill, **arguments)),
            time_limit=time_limit,
            needs_deadman=needs_deadman,
        )
        sent = self.client.send_goal_async(goal, lambda m: self.feedback.append(m.feedback))
        assert eventually(sent.done)
        assert sent.result().accepted
        return sent.result()

    def end(self, handle: Any) -> tuple[int, Any]:
        """Return the status and the result of a goal."""
        result = handle.get_result_async()
        assert eventually(result.done)
        return result.result().status, result.result().result

    def close(self) -> None:
        self.skills.shutdown()
        self.spinner.close()
        for node in (self.skills, self.robot_node, self.planner):
            node.destroy_node()
