# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The skills node: executes sub-skills for one robot (executable `skills`)."""

import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from diagnostic_msgs.msg import DiagnosticStatus, KeyValue
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup

from adhoc_teamwork.skills.back_ends.gripper_scale import GripperScale
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.execution.executor import Executor
from adhoc_teamwork.skills.execution.safety import (
    GuardedHand,
    GuardedNavigator,
    Safety,
    SafetyRules,
)
from adhoc_teamwork.skills.execution.worker import Worker
from adhoc_teamwork.skills.parameters import PARAMETERS
from adhoc_teamwork.skills.policy import SkillPolicies
from adhoc_teamwork.skills.registry import Registry, all_skills
from adhoc_teamwork.skills.ros.action import SkillAction
from adhoc_teamwork.skills.ros.arm.hands import ArmChoice, NodeHand
from adhoc_teamwork.skills.ros.commander import CommanderNavigator, why_missing
from adhoc_teamwork.skills.ros.guard import Guard
from adhoc_teamwork.skills.ros.inbox import Inbox
from adhoc_teamwork.skills.ros.joint_sense import JointSense
from adhoc_teamwork.skills.ros.keep_out import KeepOut
from adhoc_teamwork.skills.ros.navigate_to_pose import NavigateToPoseNavigator
from adhoc_teamwork.skills.ros.odometer import Odometer
from adhoc_teamwork.skills.settings import TIME_LIMITS
from adhoc_teamwork.skills.skill import Robot
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard, load_robot_card
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.managed_node import ManagedNode
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.patience import pace_clock
from adhoc_teamwork.teamwork.ros.worked_off import WorkedOff
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.settings.parameters import Value
from adhoc_teamwork.teamwork.team.emergency_stop import EmergencyStop

T = TypeVar("T", SkillPolicies, SafetyRules)
_DIAGNOSTICS_PERIOD = 1.0


class SkillsNode(ManagedNode):
    """Serve `execute_skill` with the navigation and arm back ends of the robot's namespace.

    What the hand holds is read from `joint_states`, so a restart loses nothing. Inactive it ends
    what is under way, stops the robot, and rejects goals.
    """

    def __init__(self, **node_options: Any) -> None:
        """Declare parameters; `node_options` are those of rclpy's Node."""
        super().__init__("skills", PARAMETERS, **node_options)
        self._world = World()
        self._group = MutuallyExclusiveCallbackGroup()
        self._answers = ReentrantCallbackGroup()
        stop = EmergencyStop(self.robot, time.monotonic)
        self._safety = Safety(SafetyRules(), self._world, time.monotonic, self._now, stop)
        self._sense = JointSense(self, self._group)
        self._navigator: NavigateToPoseNavigator | CommanderNavigator | None = None
        self._hand: NodeHand | None = None
        self._worker: Worker | None = None
        self._action: SkillAction | None = None
        self._guard: Guard | None = None
        self._worked_off: WorkedOff | None = None
        self._registry = Registry()
        self._limits: dict[str, float] = {}
        self._rules = SafetyRules()

    def configure(self) -> None:
        """Read the robot's card and connect.

        Raises:
            ConfigError: The card, a file or a parameter is not usable.
        """
        value = self.parameters.values()
        card = load_robot_card(Path(value["robot_card"]))
        self._rules = _config(value["safety_config"], SafetyRules)
        self._registry = all_skills()
        for name, policy in _config(value["skills_config"], SkillPolicies).skills.items():
            self._registry.set_policy(name, policy)
        self._limits = {name: self._registry.limit(name) for name in TIME_LIMITS}
        self._world = self._safety.world = World()
        self._apply(value)
        inbox = Inbox(self, self._world, self._group)
        self._navigator = self._choose_navigator(value["navigation"])
        self._hand = ArmChoice(
            value["arm"],
            card,
            Path(value["robot_card"]).parent,
            value["moveit_group"],
            GripperScale(value["gripper_closed"], value["gripper_open"]),
        ).hand(self, self._sense, self._world, self._answers)
        robot = Robot(
            card,
            GuardedNavigator(self._navigator, self._safety),
            GuardedHand(self._hand, self._safety),
            self._world,
            self._now,
        )
        self._worker = Worker(
            Executor(robot, self._registry, self._safety), inbox.refresh, self._has_stepped
        )
        self._worked_off = WorkedOff(self, self._worker.wake)
        self._action = SkillAction(self, self._worker)
        records = Path(value["stop_records"]) if value["stop_records"] else None
        self._guard = Guard(
            self, self._safety, self._sense, records, value["stop_settling"], self._group
        )
        for part in (
            self._guard,
            KeepOut(self, self._rules.keep_out),
            self._navigator,
            self._hand,
            inbox,
            Odometer(self, self._world, self._group),
            self._sense,
            self._action,
            self._worked_off,
        ):
            part.setup()
        self._worker.start()
        self._tell_limits(card)

    def activate(self) -> None:
        """Take goals."""
        self.create_timer(
            _DIAGNOSTICS_PERIOD, self._diagnose, callback_group=self._group, clock=pace_clock(self)
        )
        if self._action is not None:
            self._action.is_open = True

    def deactivate(self) -> None:
        """Stop the robot, end what waits, and take no more goals."""
        if self._action is not None:
            self._action.is_open = False
        if self._worker is not None:
            self._worker.cancel_all()

    def cleanup(self) -> None:
        """End the worker and the clients of the robot's drivers."""
        if self._worked_off is not None:
            self._worked_off.close()
        if self._worker is not None:
            self._worker.stop()
        for driver in (self._navigator, self._hand):
            if driver is not None:
                driver.shutdown()
        self._worker = self._navigator = self._hand = self._worked_off = None
        if not self.is_ending:
            self._end_action()

    def take_changes(self, changes: Mapping[str, Value]) -> None:
        """Use other limits from now on; a sub-skill under way keeps its time limit."""
        del changes
        self._apply(self.parameters.values())

    @property
    def has_last_words(self) -> bool:
        """Tell whether goals that have ended still wait to give their results."""
        return self._action is not None and self._action.has_open_goals

    def destroy_node(self) -> None:
        """Destroy the node, and the action server that rclpy would leave."""
        self._end_action()
        super().destroy_node()

    def _end_action(self) -> None:
        action, self._action = self._action, None
        if action is not None:
            action.destroy()

    def _apply(self, value: Mapping[str, Any]) -> None:
        """Use the speed limit and the time limits that parameters give."""
        for name, limit in self._limits.items():
            self._registry.set_limit(name, value[f"time_limit.{name}"] or limit)
        speeds = [s for s in (value["max_speed"], self._rules.max_speed) if s > 0.0]
        self._safety.rules = replace(self._rules, max_speed=min(speeds, default=0.0))

    def _tell_limits(self, card: RobotCard) -> None:
        names = self._registry.names
        limits = ", ".join(f"{name} {self._registry.limit(name):g} s" for name in names)
        self.get_logger().info(
            f"skills of a {card.capability.robot_type}: reach {card.capability.reach:g} m, "
            f"payload {card.capability.payload:g} kg, radius {card.body.radius:g} m; {limits}"
        )

    def _choose_navigator(self, asked: str) -> NavigateToPoseNavigator | CommanderNavigator:
        missing = "" if asked == "action" else why_missing()
        if asked == "commander" and missing:
            raise ConfigError(f"parameter navigation: commander; {missing}")
        if missing:
            self.get_logger().info(f"{missing}: Nav2 is spoken to by its action")
        if asked == "action" or missing:
            return NavigateToPoseNavigator(self, self._answers)
        return CommanderNavigator(self, callback_group=self._answers)

    def _now(self) -> float:
        return seconds_now(self)

    def _has_stepped(self, began: float) -> None:
        """Say that all up to `began` is done; a plan that is being made takes no simulated time."""
        hand, worked_off = self._hand, self._worked_off
        if worked_off is None:
            return
        if hand is not None and hand.is_planning:
            worked_off.still_at_work()
        else:
            worked_off.tell(began)

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
            name=self.status_name,
            hardware_id=self.robot,
            message=f"no {' and no '.join(missing)}" if missing else "ready",
        )
        if refusal := self._safety.refusal():
            status.level, status.message = DiagnosticStatus.WARN, refusal.message
        if alarm := self._guard.alarm if self._guard else "":
            status.level, status.message = DiagnosticStatus.ERROR, alarm
        status.values = [
            KeyValue(key="sub-skill", value=str(call) if call else "none"),
            KeyValue(key="last", value=f"{last[0]} {last[1].cause or 'succeeded'}" if last else ""),
            KeyValue(key="arm driver", value="ready" if self._arm_ready() else "not there"),
            KeyValue(key="hand", value=_hand_text(self._sense.holding())),
        ]
        self.report_status([status])


def _config(path: str, kind: type[T]) -> T:
    if not path:
        return kind()
    found = load_config(Path(path), kind)
    if wrong := found.wrong():
        raise ConfigError(f"{path}: {wrong}")
    return found


def _hand_text(holding: bool | None) -> str:
    return "unknown" if holding is None else "holds something" if holding else "empty"


def main(args: list[str] | None = None) -> int:
    """Run the skills node until it is told to end; return the exit code."""
    return run_node(SkillsNode, args, quick=True)


if __name__ == "__main__":
    sys.exit(main())
