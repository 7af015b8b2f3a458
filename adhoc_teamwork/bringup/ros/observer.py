# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The observer node: watches a whole team, records it, and decides when the run is over."""

import contextlib
import os
import sys
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from adhoc_interfaces.msg import LlmCall as RosLlmCall
from adhoc_interfaces.msg import SceneGraph as RosSceneGraph
from adhoc_interfaces.msg import WorldEvent as RosWorldEvent
from diagnostic_msgs.msg import DiagnosticArray
from rcl_interfaces.msg import ParameterDescriptor
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from adhoc_teamwork.bringup.demo_run.link import Order, Report, order_from_json
from adhoc_teamwork.bringup.diagnostics import DiagnosticChanges, robot_of
from adhoc_teamwork.bringup.ros.bag_subscriptions import BagSubscriptions
from adhoc_teamwork.bringup.ros.team_subscription import TeamSubscription
from adhoc_teamwork.bringup.ros.world_events import world_event
from adhoc_teamwork.bringup.run_record.ending import Ending, EndRule, left
from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.bringup.run_record.recorder import Recorder
from adhoc_teamwork.bringup.run_record.report import build_summary, write_summary
from adhoc_teamwork.bringup.run_record.run_statistics import RobotRecord
from adhoc_teamwork.bringup.run_record.team_events import floor_plan_event, team_event
from adhoc_teamwork.bringup.traces.sending import open_traces
from adhoc_teamwork.llm_port.prices import NO_PRICES, load_prices
from adhoc_teamwork.teamwork.ros.conversions.llm_call import llm_call_from_ros
from adhoc_teamwork.teamwork.ros.conversions.scene import room_from_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now, time_from_ros
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_from_bytes
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.qos import EVENTS, LATCHED, LLM_CALLS, RELIABLE
from adhoc_teamwork.teamwork.ros.speakers import find_speakers
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.settings.speed import read_speed
from adhoc_teamwork.teamwork.team.task import Task
from adhoc_teamwork.teamwork.text.console import say
from adhoc_teamwork.teamwork.topics import DIAGNOSTICS, FLOOR_PLAN, WORLD_EVENTS
from adhoc_teamwork.teamwork.topics import LLM_CALLS as LLM_CALLS_TOPIC

TICK = 0.2
FIND_PERIOD = 2.0
QUEUE_LENGTH = 20000
PACE_PERIOD = 5.0
"""Seconds of simulated time after which the wall clock is noted once more beside it."""


class Observer(Node):
    """Hear team messages, world events, model calls and diagnostics of everyone."""

    def __init__(self, **node_options: Any) -> None:
        super().__init__("observer", **node_options)
        self.ending: Ending | None = None
        self._heard: deque[Callable[[], str | None]] = deque(maxlen=QUEUE_LENGTH)
        self._ears: dict[str, TeamSubscription] = {}
        self._floods: set[str] = set()
        self._changes = DiagnosticChanges()
        self._orders = b""
        self._recorder: Recorder | None = None
        self._bag: BagSubscriptions | None = None
        self._paced_at = 0.0

    def setup(self) -> None:
        """Read the task, open the run folder and connect.

        Raises:
            ConfigError: The task file or a parameter is wrong.
        """
        task = load_config(Path(self._text("task")), Task)
        any_type = ParameterDescriptor(dynamic_typing=True)
        self._speed = read_speed(str(self.declare_parameter("speed", 1.0, any_type).value))
        self._json = self._text("output", "text") == "json"
        if self._json:
            # Before what may fail: whoever shuts down reads what is still told.
            os.set_blocking(sys.stdin.fileno(), False)
        prices = str(self.declare_parameter("prices", "").value)
        run_dir = Path(self._text("run_dir"))
        recorder = Recorder(
            run_dir,
            task,
            load_prices(Path(prices)) if prices else NO_PRICES,
            open_traces(os.environ, run_dir.name, task.scenario),
        )
        recorder.open()
        images = bool(self.declare_parameter("record_images", False).value)
        bag = BagSubscriptions(self.context, recorder.run_dir, images)
        bag.setup()
        self._rule = EndRule(recorder.ledger)
        self._started = self._first_start(recorder)
        # What has not begun is summed up by who started this one.
        self._recorder, self._bag = recorder, bag
        for robot in task.robots:
            self._watch(robot.name)
        self.create_subscription(RosWorldEvent, WORLD_EVENTS, self._hear_world, EVENTS)
        self.create_subscription(RosSceneGraph, FLOOR_PLAN, self._hear_plan, LATCHED)
        self.create_subscription(DiagnosticArray, DIAGNOSTICS, self._hear_diagnostics, RELIABLE)
        wall = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(TICK, self._tick, clock=wall)
        self.create_timer(FIND_PERIOD, self._find_robots, clock=wall)

    def shutdown(self) -> None:
        """Write the summary, also where the run was cut short, and close the files."""
        recorder = self._recorder
        if recorder is None:
            return
        self._take_orders()
        self._take_in()
        cut_short = f"interrupted with {left(recorder.ledger)}"
        ending = self.ending or Ending(False, cut_short, self._now())
        event = Event(ending.time, Source.RUN, "end", "", ending.reason, {"ok": ending.success})
        self._recorder = None
        # Each is done also where another is not possible, as on a full disk.
        with contextlib.ExitStack() as last:
            last.callback(recorder.close)
            if self._bag is not None:
                last.callback(self._bag.shutdown, self._now())
            last.callback(self._write_summary, recorder, ending)
            recorder.record(event)

    def _write_summary(self, recorder: Recorder, ending: Ending) -> None:
        wall = time.time() - self._started
        summary = build_summary(recorder.ledger, ending, ending.time, wall, self._speed)
        write_summary(recorder.run_dir / "summary.json", summary)

    def _text(self, name: str, default: str = "") -> str:
        value = str(self.declare_parameter(name, default).value)
        if not value:
            raise ConfigError(f"observer: parameter {name}: missing; expected a path")
        return value

    def _now(self) -> float:
        return seconds_now(self)

    @staticmethod
    def _first_start(recorder: Recorder) -> float:
        """Return when the first observer of this run began, in seconds since the epoch."""
        now = time.time()
        if recorder.ledger.started is None:
            recorder.record(Event(0.0, Source.RUN, "start", data={"started": now}))
        return recorder.ledger.started or now

    def _find_robots(self) -> None:
        for robot in find_speakers(self):
            self._watch(robot)

    def _watch(self, robot: str) -> None:
        if robot in self._ears:
            return
        self._ears[robot] = TeamSubscription(self, robot, lambda data: self._hear_team(robot, data))
        if self._bag is not None:
            self._bag.add_robot(robot)
        self.create_subscription(
            RosLlmCall, f"/{robot}/{LLM_CALLS_TOPIC}", self._hear_call, LLM_CALLS
        )

    def _hear_team(self, robot: str, data: bytes) -> None:
        self._heard.append(lambda: self._record_team(robot, data))

    def _hear_call(self, message: Any) -> None:
        self._heard.append(lambda: self._record_call(message))

    def _hear_world(self, message: Any) -> None:
        self._heard.append(lambda: self._record_world(message))

    def _hear_plan(self, message: Any) -> None:
        self._heard.append(lambda: self._record_plan(message))

    def _hear_diagnostics(self, message: Any) -> None:
        self._heard.append(lambda: self._record_diagnostics(message))

    def _record_team(self, robot: str, data: bytes) -> str | None:
        if self._recorder is None:
            return None
        try:
            message = team_message_from_bytes(data)
            if message.sender != robot:
                return None
            return self._recorder.record(team_event(message))
        except ValueError as error:
            text = f"sends an unreadable message: {error}"
            return self._recorder.record(Event(self._now(), Source.TEAM, "bad", robot, text))

    def _record_call(self, message: Any) -> str | None:
        if self._recorder is None or len(message.roles) != len(message.contents):
            return None
        return self._recorder.record_call(llm_call_from_ros(message))

    def _record_world(self, message: Any) -> str | None:
        if self._recorder is None:
            return None
        return self._recorder.record(world_event(message))

    def _record_plan(self, message: Any) -> str | None:
        if self._recorder is None:
            return None
        rooms = [room_from_ros(room) for room in message.rooms]
        return self._recorder.record(floor_plan_event(time_from_ros(message.header.stamp), rooms))

    def _record_diagnostics(self, message: Any) -> str | None:
        lines = []
        for status in message.status:
            if self._recorder is None:
                return None
            values = {item.key: item.value for item in status.values}
            self._recorder.ledger.add_diagnostics(status.name, values)
            robot = robot_of(status.name, self._ears)
            if robot and self._recorder.ledger.robot(robot).joined_at is None:
                # A robot that is not there yet lacks whatever its processes wait for.
                continue
            event = self._changes.update(
                status.name, int.from_bytes(status.level, "little"), status.message, robot,
                self._now(),
            )  # fmt: skip
            if event is not None:
                lines.append(self._recorder.record(event))
        return "\n".join(line for line in lines if line) or None

    def _take_in(self) -> None:
        """Record what was heard and say what of it is worth a line."""
        while self._heard:
            text = self._heard.popleft()()
            for line in (text or "").split("\n"):
                if line:
                    self._print(Report(line=line).to_json() if self._json else line)

    def _note_left_out(self) -> None:
        """Say of whom more was heard than is recorded, once."""
        for robot, ear in self._ears.items():
            if ear.left_out and robot not in self._floods and self._recorder is not None:
                self._floods.add(robot)
                text = "says more than can be recorded: some of it is left out"
                event = Event(self._now(), Source.RUN, "flood", robot, text)
                self._heard.append(partial(self._recorder.record, event))

    def _note_pace(self, now: float) -> None:
        """Record now and then what the wall clock shows, from the first simulated moment on."""
        if self._recorder is not None and (
            self._paced_at == 0.0 < now or now - self._paced_at >= PACE_PERIOD
        ):
            self._paced_at = now
            self._recorder.record(Event(now, Source.RUN, "clock", data={"wall": time.time()}))

    def _tick(self) -> None:
        self._note_left_out()
        self._take_orders()
        self._take_in()
        if self._recorder is None:
            return
        now = self._now()
        self._note_pace(now)
        if self._bag is not None:
            self._bag.take(now)
        if self._json:
            robots = {name: _status(r) for name, r in self._recorder.ledger.robots.items()}
            self._print(Report(time=now, robots=robots).to_json())
        self.ending = self.ending or self._rule.check(now)
        if self.ending is not None:
            self.context.try_shutdown()

    def _take_orders(self) -> None:
        """Read what the process that started this one says; it never waits."""
        if not self._json:
            return
        try:
            self._orders += os.read(sys.stdin.fileno(), 65536)
        except BlockingIOError:
            return
        *lines, self._orders = self._orders.split(b"\n")
        for line in lines:
            order = order_from_json(line.decode("utf-8", "replace"))
            if order is not None:
                self._obey(order)

    def _obey(self, order: Order) -> None:
        if order.event is not None and self._recorder is not None:
            self._recorder.record(order.event)
        if order.end:
            reason = f"{order.end} with {left(self._recorder.ledger)}" if self._recorder else ""
            self.ending = self.ending or Ending(False, reason, self._now())

    @staticmethod
    def _print(line: str) -> None:
        say(line)


def _status(robot: RobotRecord) -> dict[str, Any]:
    state = robot.state
    return {
        "joined": robot.joined_at is not None,
        "left": robot.left_at is not None,
        "subtask": state.get("subtask", ""),
        "subskill": state.get("subskill", ""),
        "holds": state.get("holds", ""),
        "room": state.get("room", ""),
        "battery": state.get("battery", 0.0),
    }


def main() -> int:
    """Run the observer as a process; end with 0 where the task succeeded, else 1."""
    made: list[Observer] = []

    def make() -> Observer:
        made.append(Observer())
        return made[0]

    code = run_node(make, quick=True)
    if code:
        return code
    ending = made[0].ending if made else None
    return 0 if ending is not None and ending.success else 1


if __name__ == "__main__":
    raise SystemExit(main())
