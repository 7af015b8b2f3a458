"""The skills node: executes sub-skills for one robot (executable `skills`)."""

import sys
import time
from pathlib import Path
from typing import Any, TypeVar

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.node import Node

from skills.executor import Executor
from skills.policy import SkillPolicies
from skills.registry import Registry, all_skills
from skills.ros.action import SkillAction
from skills.ros.commander import CommanderNavigator, is_installed
from skills.ros.guard import Guard
from skills.ros.hands import ArmChoice, NodeHand
from skills.ros.inbox import Inbox
from skills.ros.joint_sense import JointSense
from skills.ros.navigate_to_pose import NavigateToPoseNavigator
from skills.ros.pose_source import PoseSource
from skills.safety import GuardedHand, GuardedNavigator, Safety, SafetyRules
from skills.settings import TIME_LIMITS
from skills.skill import Robot, call_text
from skills.worker import Worker
from skills.world import World
from teamwork import topics
from teamwork.config import ConfigError, load_config
from teamwork.robot_card import RobotCard, load_robot_card
from teamwork.ros import qos
from teamwork.ros.node_main import run_node

T = TypeVar("T", SkillPolicies, SafetyRules)
_DIAGNOSTICS_PERIOD = 1.0


class SkillsNode(Node):
    """Serve `execute_skill` with the navigation and arm back ends of the robot's namespace.

    Parameters: `robot_card`, the robot's YAML file; `skills_config` and `safety_config`, files such
    as config/skills.yaml and config/safety.yaml, or empty for defaults; `time_limit.<sub-skill>`,
    seconds on the ROS clock, 0 for what the file says; `navigation`, how Nav2 is spoken to:
    `action`, `commander` (nav2_simple_commander), or `auto`, the latter where it is installed;
    `arm`, how the arm is moved (`skills.ros.hands`), and `moveit_group`, its joints' group where
    MoveIt plans. What the hand holds is read from `joint_states`, so a restart loses nothing.
    """

    def __init__(self, **node_options: Any) -> None:
        super().__init__("skills", **node_options)
        self.declare_parameter("robot_card", "")
        for name in ("skills_config", "safety_config"):
            self.declare_parameter(name, "")
        self.declare_parameter("navigation", "auto")
        self.declare_parameter("arm", "auto")
        self.declare_parameter("moveit_group", "arm")
        for name in TIME_LIMITS:
            self.declare_parameter(f"time_limit.{name}", 0.0)
        self._world = World()
        self._group = MutuallyExclusiveCallbackGroup()
        answers = ReentrantCallbackGroup()
        self._answers = answers
        self._navigator: NavigateToPoseNavigator | CommanderNavigator | None = None
        self._sense = JointSense(self, self._group)
        self._hand: NodeHand | None = None
        self._inbox = Inbox(self, self._world, self._group)
        self._poses = PoseSource(self, self._world, self._group)
        self._worker: Worker | None = None
        self._safety: Safety | None = None
        self._action: SkillAction | None = None
        self._diagnostics: Any = None
        self._timer: Any = None

    def setup(self) -> None:
        """Read the robot's card, connect and start the worker.

        Raises:
            ConfigError: The card or a time limit is not usable.
        """
        card = self._card()
        registry = self._registry()
        self._navigator = self._choose_navigator()
        self._hand = self._choose_hand(card)
        safety = Safety(self._rules(), self._world, time.monotonic)
        robot = Robot(
            card,
            GuardedNavigator(self._navigator, safety),
            GuardedHand(self._hand, safety),
            self._world,
            self._now,
        )
        self._worker = Worker(Executor(robot, registry, safety), self._inbox.refresh)
        self._action = SkillAction(self, self._worker)
        Guard(self, safety, self._group).setup()
        self._safety = safety
        self._navigator.setup()
        self._hand.setup()
        self._inbox.setup()
        self._poses.setup()
        self._sense.setup()
        self._diagnostics = self.create_publisher(DiagnosticArray, topics.DIAGNOSTICS, qos.RELIABLE)
        self._timer = self.create_timer(
            _DIAGNOSTICS_PERIOD, self._diagnose, callback_group=self._group
        )
        self._worker.start()
        self._action.setup()
        limits = ", ".join(f"{name} {registry.limit(name):g} s" for name in registry.names)
        self.get_logger().info(
            f"skills of a {card.capability.robot_type}: reach {card.capability.reach:g} m, "
            f"payload {card.capability.payload:g} kg, radius {card.body.radius:g} m; {limits}"
        )

    def shutdown(self) -> None:
        """Stop the robot and end what waits."""
        if self._timer is not None:
            self._timer.cancel()
        if self._worker is not None:
            self._worker.stop()
        for driver in (self._navigator, self._hand):
            if driver is not None:
                driver.shutdown()

    @property
    def has_last_words(self) -> bool:
        """Tell whether goals that have ended still wait to give their results."""
        return self._action is not None and self._action.has_open_goals

    def destroy_node(self) -> None:
        """Destroy the node, and the action server that rclpy would leave."""
        if self._action is not None:
            self._action.destroy()
        super().destroy_node()

    def _registry(self) -> Registry:
        registry = all_skills()
        for name, policy in self._config("skills_config", SkillPolicies).skills.items():
            registry.set_policy(name, policy)
        for name in TIME_LIMITS:
            seconds = float(self.get_parameter(f"time_limit.{name}").value)
            try:
                if seconds != 0.0:
                    registry.set_limit(name, seconds)
            except ValueError as error:
                raise ConfigError(f"parameter time_limit.{name}: {error}") from None
        return registry

    def _rules(self) -> SafetyRules:
        return self._config("safety_config", SafetyRules)

    def _config(self, name: str, kind: type[T]) -> T:
        path = str(self.get_parameter(name).value)
        if not path:
            return kind()
        found = load_config(Path(path), kind)
        if wrong := found.wrong():
            raise ConfigError(f"{path}: {wrong}")
        return found

    def _choose_navigator(self) -> NavigateToPoseNavigator | CommanderNavigator:
        asked = str(self.get_parameter("navigation").value)
        if asked not in ("auto", "action", "commander"):
            raise ConfigError(
                f"parameter navigation: '{asked}'; expected auto, action or commander"
            )
        there = is_installed()
        if asked == "commander" and not there:
            raise ConfigError("parameter navigation: commander; nav2_simple_commander is missing")
        if asked == "action" or not there:
            return NavigateToPoseNavigator(self, self._answers)
        return CommanderNavigator(self)

    def _choose_hand(self, card: RobotCard) -> NodeHand:
        asked = str(self.get_parameter("arm").value)
        folder = Path(str(self.get_parameter("robot_card").value)).parent
        group = str(self.get_parameter("moveit_group").value)
        choice = ArmChoice(asked, card, folder, group)
        return choice.hand(self, self._sense, self._world, self._answers)

    def _card(self) -> RobotCard:
        path = str(self.get_parameter("robot_card").value)
        if not path:
            raise ConfigError("parameter robot_card: empty; expected the robot's YAML file")
        return load_robot_card(Path(path))

    def _now(self) -> float:
        return float(self.get_clock().now().nanoseconds) * 1e-9

    def _arm_ready(self) -> bool:
        return self._hand is not None and self._hand.ready

    def _diagnose(self) -> None:
        call = self._worker.executor.call if self._worker else None
        last = self._action.last if self._action else None
        missing = [
            what
            for what, there in (
                ("pose", self._world.pose is not None),
                ("navigation", self._navigator is not None and self._navigator.ready),
            )
            if not there
        ]
        status = DiagnosticStatus(
            level=DiagnosticStatus.WARN if missing else DiagnosticStatus.OK,
            name=f"{self.get_namespace().strip('/')}: skills",
            hardware_id=self.get_namespace().strip("/"),
            message=f"no {' and no '.join(missing)}" if missing else "ready",
        )
        if self._safety is not None and self._safety.stopped:
            status.level, status.message = DiagnosticStatus.WARN, "the emergency stop is pressed"
        status.values = [
            KeyValue(key="sub-skill", value=call_text(call) if call else "none"),
            KeyValue(key="last", value=f"{last[0]} {last[1].cause or 'succeeded'}" if last else ""),
            KeyValue(key="arm driver", value="ready" if self._arm_ready() else "not there"),
            KeyValue(key="hand", value=_hand_text(self._sense.holding())),
        ]
        message = DiagnosticArray(status=[status])
        message.header.stamp = self.get_clock().now().to_msg()
        self._diagnostics.publish(message)


def _hand_text(holding: bool | None) -> str:
    return "unknown" if holding is None else "holds something" if holding else "empty"


def main(args: list[str] | None = None) -> int:
    """Run the skills node until it is told to end; return the exit code."""
    return run_node(SkillsNode, args, quick=True)


if __name__ == "__main__":
    sys.exit(main())
