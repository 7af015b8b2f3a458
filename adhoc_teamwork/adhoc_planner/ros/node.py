# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The planner node: callbacks enqueue, the agent decides on a thread of its own (executable)."""

import logging
import math
import sys
import time
from collections.abc import Mapping
from typing import Any

from adhoc_interfaces import msg as ros
from nav_msgs.msg import Odometry
from rclpy.clock import Clock, ClockType
from sensor_msgs.msg import BatteryState, JointState
from std_msgs.msg import String

from adhoc_teamwork.adhoc_planner.agent_files import AgentFiles, make_model, read_agent_files
from adhoc_teamwork.adhoc_planner.journal.inputs import GoalResult, Input, InputKind
from adhoc_teamwork.adhoc_planner.parameters import MODEL, PARAMETERS
from adhoc_teamwork.adhoc_planner.policies.registry import find_policy
from adhoc_teamwork.adhoc_planner.ros.agent_host import AgentHost
from adhoc_teamwork.adhoc_planner.ros.diagnostics import agent_status_to_ros
from adhoc_teamwork.adhoc_planner.ros.handover import Outbox
from adhoc_teamwork.adhoc_planner.ros.seat import SeatTopics
from adhoc_teamwork.adhoc_planner.ros.skill_client import SkillClient
from adhoc_teamwork.comm_bridge.ros.radio import RobotRadio
from adhoc_teamwork.llm_port.bounded_client import log_no_requests
from adhoc_teamwork.llm_port.port import LanguageModel
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.grip import felt_grip
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.crop import crop_from_ros
from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros
from adhoc_teamwork.teamwork.ros.conversions.llm_call import llm_call_to_ros
from adhoc_teamwork.teamwork.ros.conversions.scene import detection_from_ros, things_from_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.conversions.team import capability_from_ros
from adhoc_teamwork.teamwork.ros.managed_node import ManagedNode
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.patience import pace_clock
from adhoc_teamwork.teamwork.ros.pose_source import PoseSource
from adhoc_teamwork.teamwork.ros.worked_off import WorkedOff
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.parameters import Value
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.seat import order_from_json
from adhoc_teamwork.teamwork.team.subskill import SkillResult

_DIAGNOSTICS_PERIOD = 1.0
_BACKSTOP_PERIOD = 0.2
_JOURNAL_PERIOD = 0.5
_SET_BACK = 3
"""How often a node believes that its clock was set back: two robots of one name would go on."""


class PlannerNode(ManagedNode):
    """Connect an `Agent` to topics, the action `execute_skill` and a model endpoint.

    An agent begins whenever the node is activated, and leaves the team when it is deactivated.
    """

    def __init__(self, **arguments: Any) -> None:
        """Declare parameters; `arguments` are those of rclpy's Node."""
        super().__init__("planner", PARAMETERS, **arguments)
        self._files: AgentFiles | None = None
        self._model: LanguageModel | None = None
        self._session = self._set_back = 0
        self._begins_anew = False
        self._outbox: Outbox | None = None
        self._host: AgentHost | None = None
        self._worked_off = WorkedOff(self, self._wake_agent)
        self._skills = SkillClient(self, self._now, self._on_result)
        self._radio: RobotRadio | None = None
        self._pose_source = PoseSource(self)
        self._seat: SeatTopics | None = None
        self._refused = 0
        self._holding: bool | None = None
        self._full, self._battery = 0.0, -1
        self._sensed: tuple[Any, Any] = (None, None)

    def configure(self) -> None:
        """Read the configuration and connect.

        Raises:
            ConfigError: No namespace, or an unusable file or parameter.
        """
        if not self.robot:
            raise ConfigError("planner: expected a namespace, which is the robot's name, got '/'")
        value = self.parameters.values()
        self.get_logger().info(", ".join(f"{name}={value[name]}" for name in PARAMETERS.names))
        self._files = read_agent_files(self.robot, value)
        self._model = make_model(self.robot, value)
        self._pose_source.setup()
        self._llm_calls = self.create_publisher(ros.LlmCall, topics.LLM_CALLS, qos.LLM_CALLS)
        self._journal = self.create_publisher(String, topics.PLANNER_JOURNAL, qos.JOURNAL)
        self._skills.setup()
        wall = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(_JOURNAL_PERIOD, self._on_half_second, clock=wall)

    def activate(self) -> None:
        """Start an agent, which joins the team.

        Raises:
            ConfigError: A parameter is not usable any more.
        """
        if self._files is None:
            raise ConfigError("planner: is not configured")
        value, self._begins_anew = self.parameters.values(), False
        model, self._model = self._model or make_model(self.robot, value), None
        self._session = max(int(time.time()), self._session + 1)
        settings = self._files.settings(value, self._session)
        self._holding, self._sensed = None, (None, None)
        self._full, self._battery = settings.capability.battery, -1
        self._outbox = Outbox(self._wake)
        self._host = AgentHost(
            settings,
            self._files.record(settings, model),
            model,
            self._files.prompts,
            self._outbox,
            self._now,
            self._sense,
            value["llm_simulated_latency"],
            self._outbox.worked_off,
        )
        self._radio = RobotRadio(
            self,
            self._on_message,
            session=self._session,
            told_gone=self._on_gone,
            told_session=self._on_later_session,
            kinds=value["kinds"],
            simulated_air=value["simulated_air"],
            channel=settings.channel,
        )
        self._radio.setup()
        self._host.start()
        self._subscribe()
        if find_policy(settings.policy).by_person:
            self._seat = SeatTopics(self, settings.channel.name, self._on_person, self._host)
            self._seat.setup()
        self._worked_off.setup()
        self.create_timer(_DIAGNOSTICS_PERIOD, self._diagnose, clock=pace_clock(self))
        # For what the agent says before an executor has this node.
        wall = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(_BACKSTOP_PERIOD, self._carry_out, clock=wall)

    def deactivate(self) -> None:
        """End the sub-skill that runs, and say goodbye to the team."""
        self._worked_off.close()
        if self._seat is not None:
            self._seat.shutdown()
        if self._host is not None:
            self._host.stop("its planner ends" if self.is_ending else "its planner is paused")
            self._carry_out()
            self._publish_journal()
        if self._radio is not None:
            self._radio.shutdown()
        self._host = self._radio = self._seat = None

    def cleanup(self) -> None:
        """Let go of the skills and of transforms."""
        self._skills.shutdown()
        self._pose_source.close()
        self._files = self._model = None

    def take_changes(self, changes: Mapping[str, Value]) -> None:
        """Ask another model from the next question on, or soon begin anew."""
        if any(name not in MODEL for name in changes):
            self._begins_anew = True
        elif self._host is not None:
            self._host.use_model(make_model(self.robot, self.parameters.values()))
        self._model = None

    def _subscribe(self) -> None:
        for kind, topic, callback, profile in (
            (ros.SceneGraph, topics.SCENE_GRAPH, self._on_graph, qos.LATCHED),
            (ros.DetectionArray, topics.DETECTIONS, self._on_detections, qos.RELIABLE),
            (Odometry, topics.ODOM, self._pose_source.on_odometry, qos.SENSOR),
            (JointState, topics.JOINT_STATES, self._on_joints, qos.SENSOR),
            (BatteryState, topics.BATTERY_STATE, self._on_battery, qos.SENSOR),
            (ros.Capability, topics.BODY, self._on_body, qos.LATCHED),
        ):
            self.create_subscription(kind, topic, callback, profile)
        if self.parameters["llm_pictures"]:
            self.create_subscription(ros.Crop, topics.CROPS, self._on_crop, qos.RELIABLE)

    # --- from ROS to the agent ------------------------------------------------------------------

    def _on_graph(self, message: Any) -> None:
        graph = self._understood(things_from_ros, message)
        if graph is not None:
            self._post(InputKind.GRAPH, graph)

    def _on_detections(self, message: Any) -> None:
        found = [self._understood(detection_from_ros, d) for d in message.detections]
        self._post(InputKind.DETECTIONS, tuple(d for d in found if d is not None))

    def _on_crop(self, message: Any) -> None:
        crop = self._understood(crop_from_ros, message)
        if crop is not None:
            self._post(InputKind.CROP, crop)

    def _on_joints(self, message: Any) -> None:
        holding = self._understood(lambda joints: felt_grip(joints.name, joints.effort), message)
        if holding is not None and holding is not self._holding:
            self._holding = holding
            self._post(InputKind.HAND, holding)

    def _on_battery(self, message: Any) -> None:
        share = message.percentage
        if not 0.0 <= share <= 1.0:
            return  # NaN is what a driver says that does not know.
        left = math.ceil(share * self._full)
        if left != self._battery:
            self._battery = left
            self._post(InputKind.BATTERY, float(left))

    def _on_body(self, message: Any) -> None:
        body = self._understood(capability_from_ros, message)
        if body is not None:
            self._post(InputKind.BODY, body)

    def _on_message(self, message: TeamMessage) -> None:
        self._post(InputKind.MESSAGE, message)

    def _on_gone(self, gone: frozenset[str]) -> None:
        self._post(InputKind.GONE, tuple(sorted(gone)))

    def _on_later_session(self, session: int) -> None:
        """Soon begin anew, above a session in which the team heard this robot before."""
        if self._set_back >= _SET_BACK:
            return
        self._set_back += 1
        self._session, self._begins_anew = session, True
        self.get_logger().warning(
            f"the team heard this robot in session {session}, which is later than its clock says: "
            "begins anew above it, to be heard"
        )

    def _on_person(self, text: str) -> None:
        order = self._understood(order_from_json, text)
        if order is not None:
            self._post(InputKind.PERSON, order)

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
        return seconds_now(self)

    def _wake_agent(self) -> None:
        if self._host is not None:
            self._host.wake()

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
                self._record(item)
            elif what == "start":
                self._skills.start(*item)
            elif what == "worked_off":
                self._worked_off.tell(item)
            else:
                self._skills.cancel(item)

    def _record(self, call: LlmCall) -> None:
        """Publish an exchange with the model, with what it cost where that is known."""
        priced = self._files.prices.priced(call) if self._files is not None else call
        self._llm_calls.publish(llm_call_to_ros(priced))

    def _on_half_second(self) -> None:
        self._publish_journal()
        if self._begins_anew and self.is_active:
            # What an agent decides depends on how it was set up, which its journal says once.
            self.trigger_deactivate()
            self.trigger_activate()

    def _publish_journal(self) -> None:
        lines = self._host.journal() if self._host is not None else ""
        if lines:
            self._journal.publish(String(data=text_to_ros(lines)))

    def _diagnose(self) -> None:
        host, radio = self._host, self._radio
        if host is None or radio is None:
            return
        values = {
            "skill": self._skills.feedback,
            "messages_not_understood": str(self._refused + radio.refused),
            "messages_waiting": str(radio.radio.waiting),
            "llm_budget": str(self.parameters["llm_budget"]),
            "broker": "heard" if radio.radio.hears_broker(time.monotonic()) else "away",
        }
        status = agent_status_to_ros(host.status(), host.is_alive, values)
        status.name, status.hardware_id = self.status_name, self.robot
        self.report_status([status])


def main() -> int:
    """Run the planner of one robot until it is told to end."""
    logging.basicConfig(level=logging.INFO, format="[%(levelname)s] [%(name)s]: %(message)s")
    log_no_requests()
    return run_node(PlannerNode, quick=True)


if __name__ == "__main__":
    sys.exit(main())
