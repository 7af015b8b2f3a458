# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The observer as a process among publishers of its own domain."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_interfaces.msg import LlmCall as RosLlmCall
from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from adhoc_interfaces.msg import WorldEvent as RosWorldEvent
from pydantic import TypeAdapter
from rclpy.node import Node
from rosgraph_msgs.msg import Clock

from adhoc_teamwork.bringup.demo_run.link import Order, Report, report_from_json
from adhoc_teamwork.bringup.ros.team_subscription import BURST
from adhoc_teamwork.bringup.run_record.events import Event, Source
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.ros.conversions.llm_call import llm_call_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_to_ros
from adhoc_teamwork.teamwork.ros.qos import CLOCK, EVENTS, LLM_CALLS, TEAM
from adhoc_teamwork.teamwork.settings.places import CHECKOUT
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.task import MisplacedObject, Task, TaskRobot, TidyPlace

LIMIT = 15.0
TASK = Task(
    "late_helper",
    "two_rooms.json",
    0,
    (MisplacedObject("Mug|1", TidyPlace(("CounterTop",)), text="Mug: on Sofa"),),
    (TaskRobot("dog", "dog", Pose(0.0, 0.0)),),
)


class Scene:
    """Stand for simulator and robot, and run an observer beside them."""

    def __init__(self, context: Any, folder: Path) -> None:
        self.run_dir = folder / "run"
        self.run_dir.mkdir()
        (self.run_dir / "task.json").write_bytes(TypeAdapter(Task).dump_json(TASK))
        self.node = Node("scene", context=context)
        self._clock = self.node.create_publisher(Clock, "/clock", CLOCK)
        self._out = self.node.create_publisher(RosTeamMessage, "/dog/team/out", TEAM)
        self._events = self.node.create_publisher(RosWorldEvent, "/world_events", EVENTS)
        self._calls = self.node.create_publisher(RosLlmCall, "/dog/llm_calls", LLM_CALLS)
        self.process: subprocess.Popen[bytes] | None = None
        self.output = folder / "output"

    def observe(self, output: str = "json") -> "subprocess.Popen[bytes]":
        parameters = {
            "use_sim_time": "true", "output": output, "run_dir": f'"{self.run_dir}"',
            "task": f'"{self.run_dir / "task.json"}"',
        }  # fmt: skip
        words = [w for key, value in parameters.items() for w in ("-p", f"{key}:={value}")]
        with self.output.open("ab") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "adhoc_teamwork.bringup.ros.observer", "--ros-args", *words],
                cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=file, env=dict(os.environ),
            )  # fmt: skip
        return self.process

    def join(self, sequence: int = 1) -> None:
        message = TeamMessage(
            "dog", 1, sequence, 1.0, MessageKind.JOIN, capability=Capability("dog robot")
        )
        self._out.publish(team_message_to_ros(message))

    def chat(self, sequence: int) -> None:
        message = TeamMessage("dog", 1, sequence, 2.0, MessageKind.CHAT, text="Bark.")
        self._out.publish(team_message_to_ros(message))

    def ask(self) -> None:
        call = LlmCall(2.0, "dog", 1, "rank", "m", 0.3, (ChatMessage("user", "Which?"),), "A")
        self._calls.publish(llm_call_to_ros(call))

    def tidy(self) -> None:
        self._events.publish(
            RosWorldEvent(stamp=time_to_ros(9.0), kind="release", robot="dog", object="Mug|1",
                          text="dog put Mug", tidied=1, total=1, path_length=4.0)
        )  # fmt: skip

    def until(self, holds: Callable[[], bool], now: float = 10.0) -> bool:
        end = time.monotonic() + LIMIT
        while not holds() and time.monotonic() < end:
            self._clock.publish(Clock(clock=time_to_ros(now)))
            time.sleep(0.05)
        return holds()

    def reports(self) -> list[Report]:
        lines = self.output.read_text().splitlines()
        return [report for report in map(report_from_json, lines) if report is not None]

    def lines(self) -> list[str]:
        return [report.line for report in self.reports() if report.line]

    def summary(self) -> dict[str, Any]:
        return json.loads((self.run_dir / "summary.json").read_text())

    def kinds(self) -> list[str]:
        """Return what kinds of events were recorded, without what only notes the time."""
        kinds = [json.loads(line)["kind"] for line in (self.run_dir / "events.jsonl").open()]
        return [kind for kind in kinds if kind != "clock"]

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait(timeout=5)
        self.node.destroy_node()


@pytest.fixture
def scene(ros_context: Any, tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(ros_context, tmp_path)
    yield scene
    scene.end()


def test_a_task_that_succeeds_ends_with_0_and_a_summary(scene: Scene) -> None:
    process = scene.observe()
    scene.join()
    scene.ask()
    assert scene.until(lambda: any("joins: dog robot" in line for line in scene.lines()))
    order = Event(5.0, Source.PROCESS, "restart", "", "broker died", {"process": "broker"})
    assert process.stdin is not None
    process.stdin.write(Order(event=order).to_json().encode() + b"\n")
    process.stdin.flush()
    assert scene.until(lambda: "broker died" in (scene.run_dir / "events.jsonl").read_text())
    scene.tidy()
    assert scene.until(lambda: process.poll() is not None)
    assert process.returncode == 0
    summary = scene.summary()
    assert (summary["task_success"], summary["duration_s"]) == (True, 9.0)
    assert summary["robots"]["dog"]["path_length_m"] == 4.0
    assert summary["llm"]["calls"] == 1
    assert summary["restarts"] == {"broker": 1}
    assert any(report.time == 10.0 and "dog" in report.robots for report in scene.reports())


def test_an_interrupted_run_is_readable(scene: Scene) -> None:
    process = scene.observe(output="text")
    scene.join()
    assert scene.until(lambda: "joins: dog robot" in scene.output.read_text())
    process.send_signal(signal.SIGINT)
    assert scene.until(lambda: process.poll() is not None)
    assert process.returncode == 1
    summary = scene.summary()
    assert summary["task_success"] is False
    assert summary["reason"].startswith("interrupted")
    assert scene.kinds() == ["start", "join", "end"]


def test_a_robot_that_never_ends_talking_is_recorded_in_part(scene: Scene) -> None:
    scene.observe()
    scene.join()
    assert scene.until(lambda: any("joins" in line for line in scene.lines()))
    spoken = BURST + 400
    for sequence in range(2, spoken + 2):
        scene.chat(sequence)
        if sequence % 50 == 0:
            time.sleep(0.05)
    assert scene.until(lambda: any("some of it is left out" in line for line in scene.lines()))
    kinds = [json.loads(line)["kind"] for line in (scene.run_dir / "events.jsonl").open()]
    assert 0 < kinds.count("chat") < spoken
    told = [line for line in scene.lines() if "says:" in line]
    assert len(told) < 20
    assert any("says more than is told here" in line for line in scene.lines())


def test_a_killed_observer_is_succeeded_by_another(scene: Scene) -> None:
    process = scene.observe()
    scene.join()
    assert scene.until(lambda: any("joins" in line for line in scene.lines()))
    process.kill()
    process.wait(timeout=5)
    second = scene.observe()
    scene.tidy()
    assert scene.until(lambda: second.poll() is not None)
    assert second.returncode == 0
    assert scene.kinds() == ["start", "join", "release", "end"]


def test_the_starter_can_end_it_with_a_reason(scene: Scene) -> None:
    process = scene.observe()
    assert scene.until(lambda: bool(scene.reports()))
    assert process.stdin is not None
    process.stdin.write(Order(end="the simulator died").to_json().encode() + b"\n")
    process.stdin.flush()
    assert scene.until(lambda: process.poll() is not None)
    assert process.returncode == 1
    assert scene.summary()["reason"].startswith("the simulator died with 1 of 1 objects")


def test_a_missing_task_is_wrong_input(scene: Scene) -> None:
    (scene.run_dir / "task.json").unlink()
    process = scene.observe()
    assert scene.until(lambda: process.poll() is not None)
    assert process.returncode == 2


def test_where_no_bag_can_be_written_it_ends_and_waits_for_no_order(scene: Scene) -> None:
    """Who shuts down reads what the starter still says, also where the start went wrong."""
    (scene.run_dir / "bag").write_text("")
    process = scene.observe()
    assert scene.until(lambda: process.poll() is not None)
    assert process.returncode == 2
