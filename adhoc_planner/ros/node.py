"""The planner node: callbacks enqueue, the agent decides on a thread of its own (executable)."""

import logging
import sys
import time
from pathlib import Path
from typing import Any

from adhoc_interfaces import msg as ros
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from nav_msgs.msg import Odometry
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from adhoc_planner.journal.inputs import GoalResult, Input, InputKind
from adhoc_planner.journal.set_up import SetUp, set_up_of
from adhoc_planner.policies.registry import find_policy
from adhoc_planner.prompts import PromptSet, load_prompts
from adhoc_planner.ros.agent_host import AgentHost
from adhoc_planner.ros.handover import Outbox
from adhoc_planner.ros.pose_source import PoseSource
from adhoc_planner.ros.skill_client import SkillClient
from adhoc_planner.settings import AgentSettings
from adhoc_planner.task_config import judged_by, load_task, with_goal
from adhoc_planner.weaker_model import weaker_model
from comm_bridge.ros.radio import RobotRadio
from llm_port.cache import with_cache
from llm_port.openai_model import ModelSettings, OpenAIModel
from llm_port.port import LanguageModel
from teamwork import topics
from teamwork.config import ConfigError
from teamwork.message import TeamMessage
from teamwork.robot_card import load_robot_card
from teamwork.ros import qos
from teamwork.ros.conversions.llm_call import llm_call_to_ros
from teamwork.ros.conversions.scene import detection_from_ros, scene_graph_from_ros
from teamwork.ros.node_main import run_node
from teamwork.ros.transforms import make_buffer
from teamwork.subskill import SkillResult

_DIAGNOSTICS_PERIOD = 1.0
_BACKSTOP_PERIOD = 0.2
_JOURNAL_PERIOD = 0.5
_GRIP = 1e-3
"""Effort of the gripper's joint from which on the hand holds something."""

_PARAMETERS: dict[str, Any] = {
    "robot_card": "",
    "task_config": "",
    "goal": "",
    "policy": "irot",
    "llm_base_url": "",
    "llm_model": "",
    "llm_temperature": 0.3,
    "llm_time_limit": 20.0,
    "llm_cache": "",
    "llm_cache_always": False,
    "n_irot": 3,
    "reflection_wait": 1.5,
    "judgement": "",
    "kinds": "",
    "simulated_air": False,
}
"""Parameters and defaults; empty `judgement` and `goal` are the task's own, `kinds` the radio's."""


class PlannerNode(Node):
    """Connect an `Agent` to topics, the action `execute_skill` and a model endpoint."""

    def __init__(self, **arguments: Any) -> None:
        """Declare parameters; `arguments` are those of rclpy's Node."""
        super().__init__("planner", **arguments)
        for name, default in _PARAMETERS.items():
            self.declare_parameter(name, default)
        self._robot = self.get_namespace().strip("/")
        self._outbox: Outbox | None = None
        self._host: AgentHost | None = None
        self._skills = SkillClient(self, self._now, self._on_result)
        self._radio: RobotRadio | None = None
        self._transforms: Any = None
        self._refused = 0
        self._holding: bool | None = None
        self._sensed: tuple[Any, Any] = (None, None)

    def setup(self) -> None:
        """Read the configuration, connect, and start the agent."""
        settings, set_up, model, prompts = self._configure()
        self._outbox = Outbox(self._wake)
        self._transforms = make_buffer(self)
        self._pose_source = PoseSource(self._transforms)
        self._host = AgentHost(
            settings, set_up, model, prompts, self._outbox, self._now, self._sense
        )
        self._radio = RobotRadio(
            self,
            self._on_message,
            session=settings.session,
            told_gone=self._on_gone,
            kinds=str(self.get_parameter("kinds").value),
            simulated_air=bool(self.get_parameter("simulated_air").value),
        )
        self._radio.setup()
        self._llm_calls = self.create_publisher(ros.LlmCall, topics.LLM_CALLS, qos.LLM_CALLS)
        self._journal = self.create_publisher(String, topics.PLANNER_JOURNAL, qos.JOURNAL)
        self._diagnostics = self.create_publisher(DiagnosticArray, topics.DIAGNOSTICS, qos.RELIABLE)
        self._skills.setup()
        self._host.start()
        self._subscribe()
        self.create_timer(_DIAGNOSTICS_PERIOD, self._diagnose)
        # For what the agent says before an executor has this node.
        wall = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(_BACKSTOP_PERIOD, self._carry_out, clock=wall)
        self.create_timer(_JOURNAL_PERIOD, self._publish_journal, clock=wall)

    def shutdown(self) -> None:
        """Say goodbye to the team and end, within two seconds."""
        if self._host is None:
            return
        self._host.stop("its planner ends")
        self._carry_out()
        self._publish_journal()
        if self._radio is not None:
            self._radio.shutdown()
        self._skills.shutdown()
        self._transforms.close()

    def _configure(self) -> tuple[AgentSettings, SetUp, LanguageModel, PromptSet]:
        if not self._robot:
            raise ConfigError("planner: expected a namespace, which is the robot's name, got '/'")
        value = {name: self.get_parameter(name).value for name in _PARAMETERS}
        for name in ("robot_card", "task_config", "policy", "llm_base_url", "llm_model"):
            if not value[name]:
                raise ConfigError(f"planner: parameter {name}: expected a value, got ''")
        if value["n_irot"] < 1 or value["reflection_wait"] < 0.0:
            raise ConfigError("planner: expected n_irot of at least 1 and reflection_wait >= 0")
        self.get_logger().info(", ".join(f"{name}={value[name]}" for name in _PARAMETERS))
        card = load_robot_card(Path(value["robot_card"]))
        task = Path(value["task_config"])
        settings = AgentSettings(
            robot=self._robot,
            session=int(time.time()),
            capability=card.capability,
            policy=value["policy"],
            candidates=value["n_irot"],
            reflection_wait=value["reflection_wait"],
            task=judged_by(with_goal(load_task(task), value["goal"]), value["judgement"]),
        )
        model = OpenAIModel(
            ModelSettings(
                base_url=value["llm_base_url"],
                model=_model_of(value["policy"], value["llm_model"]),
                temperature=value["llm_temperature"],
                time_limit=value["llm_time_limit"],
            )
        )
        cached = with_cache(model, value["llm_cache"], value["llm_cache_always"])
        set_up = set_up_of(settings, task, value["judgement"], model.name, model.temperature)
        return settings, set_up, cached, load_prompts(task)

    def _subscribe(self) -> None:
        for kind, topic, callback, profile in (
            (ros.SceneGraph, topics.SCENE_GRAPH, self._on_graph, qos.LATCHED),
            (ros.DetectionArray, topics.DETECTIONS, self._on_detections, qos.RELIABLE),
            (Odometry, topics.ODOM, self._pose_source.on_odometry, qos.SENSOR),
            (JointState, topics.JOINT_STATES, self._on_joints, qos.SENSOR),
        ):
            self.create_subscription(kind, topic, callback, profile)

    # --- from ROS to the agent ------------------------------------------------------------------

    def _on_graph(self, message: Any) -> None:
        graph = self._understood(scene_graph_from_ros, message)
        if graph is not None:
            self._post(InputKind.GRAPH, graph)

    def _on_detections(self, message: Any) -> None:
        found = [self._understood(detection_from_ros, d) for d in message.detections]
        self._post(InputKind.DETECTIONS, tuple(d for d in found if d is not None))

    def _on_joints(self, message: Any) -> None:
        if topics.GRIPPER_JOINT not in message.name:
            return
        index = list(message.name).index(topics.GRIPPER_JOINT)
        holding = index < len(message.effort) and message.effort[index] > _GRIP
        if index < len(message.effort) and holding is not self._holding:
            self._holding = holding
            self._post(InputKind.HAND, holding)

    def _on_message(self, message: TeamMessage) -> None:
        self._post(InputKind.MESSAGE, message)

    def _on_gone(self, gone: frozenset[str]) -> None:
        self._post(InputKind.GONE, tuple(sorted(gone)))

    def _on_result(self, goal: int, result: SkillResult) -> None:
        self._post(InputKind.RESULT, GoalResult(goal, result))

    def _post(self, kind: InputKind, value: Any) -> None:
        if self._host is not None:
            self._host.post(kind, value)

    def _understood(self, convert: Any, message: Any) -> Any:
        """Return the converted message, or None where it has a value that nobody knows."""
        try:
            return convert(message)
        except ValueError as error:
            self._refused += 1
            self.get_logger().warning(
                f"a message was not understood: {error}", throttle_duration_sec=10.0
            )
            return None

    def _sense(self) -> list[Input]:
        """Return where the robot is and where it drives to, as far as that is news."""
        pose, heading = self._pose_source.pose(), self._skills.heading_for
        if pose is None:
            return []
        news = []
        if pose != self._sensed[0]:
            news.append(Input(InputKind.POSE, pose))
        if heading != self._sensed[1]:
            news.append(Input(InputKind.HEADING, heading))
        self._sensed = (pose, heading)
        return news

    def _now(self) -> float:
        return float(self.get_clock().now().nanoseconds) * 1e-9

    # --- from the agent to ROS ------------------------------------------------------------------

    def _wake(self) -> None:
        """Have the agent's outputs carried out on the executor's thread; called from any."""
        executor = self.executor
        if executor is not None:
            executor.create_task(self._carry_out)

    def _carry_out(self) -> None:
        for what, item in self._outbox.take() if self._outbox else ():
            if what == "send":
                if self._radio is not None:
                    self._radio.say(item)
            elif what == "record":
                self._llm_calls.publish(llm_call_to_ros(item))
            elif what == "start":
                self._skills.start(*item)
            else:
                self._skills.cancel(item)

    def _publish_journal(self) -> None:
        lines = self._host.journal() if self._host is not None else ""
        if lines:
            self._journal.publish(String(data=lines))

    def _diagnose(self) -> None:
        if self._host is None:
            return
        status = self._host.status()
        level, summary = DiagnosticStatus.OK, status.doing
        radio = self._radio
        refused, waiting = (radio.refused, radio.radio.waiting) if radio else (0, 0)
        is_heard = radio is not None and radio.radio.hears_broker(time.monotonic())
        if not self._host.is_alive:
            level, summary = DiagnosticStatus.ERROR, "the agent's thread has ended; see the log"
        elif not status.model_alive:
            level = DiagnosticStatus.WARN
            summary = f"no usable answer from the language model; {status.doing}"
        values = {
            "doing": status.doing,
            "skill": self._skills.feedback,
            "model_alive": str(status.model_alive),
            "last_error": status.last_error,
            "teammates": ", ".join(status.teammates),
            "decisions": str(status.decisions),
            "messages_not_understood": str(self._refused + refused),
            "messages_waiting": str(waiting),
            "broker": "heard" if is_heard else "away",
        }
        report = DiagnosticArray()
        report.header.stamp = self.get_clock().now().to_msg()
        report.status = [
            DiagnosticStatus(
                level=level,
                name=f"{self._robot}: planner",
                message=summary,
                hardware_id=self._robot,
                values=[KeyValue(key=key, value=value) for key, value in values.items()],
            )
        ]
        self._diagnostics.publish(report)


def _model_of(policy: str, model: str) -> str:
    """Return the model that a policy asks where `model` is given."""
    return weaker_model(model) if find_policy(policy).weaker_model else model


def main() -> int:
    """Run the planner of one robot until it is told to end."""
    logging.basicConfig(level=logging.INFO, format="[%(levelname)s] [%(name)s]: %(message)s")
    logging.getLogger("httpx").setLevel(logging.WARNING)
    return run_node(PlannerNode, quick=True)


if __name__ == "__main__":
    sys.exit(main())
