# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The console of a team that runs: a robot's radio, a broker, safety gates, and the page."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_interfaces.msg import LlmCall as RosLlmCall
from adhoc_interfaces.msg import SceneGraph as RosSceneGraph
from nav_msgs.msg import Odometry
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rosgraph_msgs.msg import Clock

from adhoc_teamwork.comm_bridge.ros.broker.node import Broker
from adhoc_teamwork.comm_bridge.ros.radio import RobotRadio
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_to_ros
from adhoc_teamwork.teamwork.ros.conversions.llm_call import llm_call_to_ros
from adhoc_teamwork.teamwork.ros.conversions.scene import scene_graph_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.ros.emergency_stop import StopRelay
from adhoc_teamwork.teamwork.scene import Room, SceneGraph
from adhoc_teamwork.teamwork.settings.places import CHECKOUT
from adhoc_teamwork.teamwork.team.emergency_stop import EmergencyStop
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState

LIMIT = 20.0
DOOR = "adhoc_teamwork.bringup.ros.agent_door_node"
NODE = "adhoc_teamwork.bringup.ros.console_node"
PLAN = SceneGraph(rooms=(Room("room_0", ((0.0, 0.0), (4.0, 0.0), (4.0, 5.0), (0.0, 5.0))),))


class Stage:
    """A robot `dog` with a radio and a safety gate, a broker, and the console as a process."""

    def __init__(self, context: Any) -> None:
        self.time = 10.0
        self.executor = SingleThreadedExecutor(context=context)
        self.broker = Broker(context=context)
        self.broker.setup()
        self.dog = Node("planner", namespace="dog", context=context)
        self.heard: list[TeamMessage] = []
        self.radio = RobotRadio(self.dog, self.heard.append, session=3)
        self.radio.setup()
        self.stop = EmergencyStop("dog", time.monotonic)
        self.moving = ""
        StopRelay(self.dog, self.stop, "skills", lambda: self.moving, settling=0.0).setup()
        publisher = self.dog.create_publisher
        self._clock = publisher(Clock, "/clock", qos.CLOCK)
        self._odometry = publisher(Odometry, "odom", qos.SENSOR)
        self._calls = publisher(RosLlmCall, "llm_calls", qos.LLM_CALLS)
        publisher(RosSceneGraph, "/floor_plan", qos.LATCHED).publish(scene_graph_to_ros(PLAN))
        self.dog.create_timer(0.05, self._beat)
        for node in (self.broker, self.dog):
            self.executor.add_node(node)
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._spin)
        self._thread.start()
        self.process: subprocess.Popen[str] | None = None
        self._spoken = 0

    def _spin(self) -> None:
        while not self._ends.is_set():
            self.executor.spin_once(timeout_sec=0.1)

    def _beat(self) -> None:
        """Let time pass and the robot drive."""
        self.time += 0.05
        self._clock.publish(Clock(clock=time_to_ros(self.time)))
        message = Odometry()
        message.header.frame_id = topics.MAP_FRAME
        message.header.stamp = time_to_ros(self.time)
        message.pose.pose = pose_to_ros(Pose(self.time / 10.0, 2.0))
        self._odometry.publish(message)

    def say(self, kind: MessageKind, **parts: Any) -> None:
        self._spoken += 1
        self.radio.say(TeamMessage("dog", 3, self._spoken, self.time, kind, **parts))

    def ask(self, number: int, answer: str) -> None:
        prompt = (ChatMessage("user", "Which?"),)
        call = LlmCall(self.time, "dog", number, "generate", "m", 0.0, prompt, answer)
        self._calls.publish(llm_call_to_ros(call))

    def open_console(self) -> str:
        """Start the console and return its address."""
        words = ["use_sim_time:=true", "port:=0", "person:=anna"]
        options = [word for value in words for word in ("-p", value)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", NODE, "--ros-args", *options],
            cwd=CHECKOUT, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None
        return found.group()

    def until(self, holds: Callable[[], bool]) -> bool:
        end = time.monotonic() + LIMIT
        while not holds() and time.monotonic() < end:
            time.sleep(0.05)
        return holds()

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait(timeout=5)
        self._ends.set()
        self._thread.join(timeout=5)
        self.radio.shutdown()
        self.broker.shutdown()
        for node in (self.broker, self.dog):
            self.executor.remove_node(node)
            node.destroy_node()
        self.executor.shutdown(timeout_sec=1.0)


@pytest.fixture
def stage(ros_context: Any) -> Iterator[Stage]:
    stage = Stage(ros_context)
    yield stage
    stage.close()


def entries(address: str, wanted: Callable[[list[Any]], bool]) -> list[Any]:
    """Return what the stream tells until that is enough."""
    found: list[Any] = []
    end = time.monotonic() + LIMIT
    with urllib.request.urlopen(f"{address}api/stream", timeout=LIMIT) as stream:
        for line in stream:
            if line.startswith(b"data: {") and b'"entries"' in line:
                found += json.loads(line.removeprefix(b"data: "))["entries"]
                if wanted(found) or time.monotonic() > end:
                    return found
    return found


def test_what_was_said_before_and_after_the_console_came_is_told(stage: Stage) -> None:
    stage.say(MessageKind.JOIN, capability=Capability("dog robot"))
    stage.ask(1, "[result]\n1. Stop")
    address = stage.open_console()

    def enough(found: list[Any]) -> bool:
        tracks = [track for track, _, _ in found]
        return {"rooms", "robot/dog", "step"} <= set(tracks) and tracks.count("pose/dog") > 8

    found = entries(address, enough)
    assert enough(found)
    times = [when for track, when, _ in found if track == "pose/dog"]
    assert times == sorted(times)
    # Five times a second, of twenty that come.
    assert 0.1 < (times[-1] - times[1]) / (len(times) - 2) < 0.6
    stage.say(MessageKind.STATE, state=RobotState(Pose(1.0, 2.0), subtask="Explore <room_0>"))
    later = entries(address, lambda found: any(e[0] == "state/dog" for e in found))
    assert any(e[0] == "state/dog" and e[2]["subtask"] == "Explore <room_0>" for e in later)


def test_a_clock_that_jumps_back_begins_the_page_anew(stage: Stage) -> None:
    stage.time = 1000.0
    stage.say(MessageKind.JOIN, capability=Capability("dog robot"))
    address = stage.open_console()
    entries(address, lambda found: any(e[0] == "robot/dog" for e in found))
    send(address, "stop", whose="", pressed=True)
    assert stage.until(lambda: stage.stop.stopped)
    stage.time = 1.0
    # All that is told from now on is told on the new time axis, the floor plan again.
    assert stage.until(lambda: max(e[1] for e in entries(address, bool)) < 900.0)
    # Robots that stand still under a stop do so on the new time axis, too.
    told = {e[0]: e[2] for e in entries(address, bool)}
    assert told["rooms"][0]["id"] == "room_0"
    assert told["stop/"] is True
    # Also with a page that still listens, Ctrl-C ends it in good order.
    with urllib.request.urlopen(f"{address}api/stream", timeout=LIMIT) as stream:
        stream.readline()
        process = stage.process
        assert process is not None
        process.send_signal(signal.SIGINT)
        assert stage.until(lambda: process.poll() is not None)
    assert process.returncode == 0


def send(address: str, command: str, **values: Any) -> None:
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(
        f"{address}api/{command}", json.dumps(values).encode(), headers
    )
    urllib.request.urlopen(request, timeout=LIMIT).close()


def test_an_agent_speaks_after_a_yes_on_the_page_and_stops_without_one(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mcp = pytest.importorskip("mcp", reason="the extra `mcp` is not installed")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    stage.say(MessageKind.JOIN, capability=Capability("dog robot"))
    address = stage.open_console()
    options = ["-m", DOOR, "--ros-args", "-p", "use_sim_time:=true", "-p", "person:=agent"]
    door = mcp.StdioServerParameters(
        command=sys.executable, args=options, env=dict(os.environ), cwd=str(CHECKOUT)
    )

    async def act() -> None:
        async with mcp.Client(mcp.stdio_client(door)) as client:
            # The dog is known once the door has heard it.
            asks = {"words": "Hello, dog.", "robot": "dog", "wait_s": 0}
            for _ in range(100):
                if not (await client.call_tool("say", asks)).is_error:
                    break
                await asyncio.sleep(0.1)
            found = await asyncio.to_thread(entries, address, is_asked)
            (asked,) = next(e[2] for e in found if e[0] == "asked" and e[2])
            assert asked["line"] == "@dog Hello, dog."
            assert [m for m in stage.heard if m.sender == "agent"] == []
            body = {"door": asked["door"], "number": asked["number"], "yes": True}
            await asyncio.to_thread(send, address, "answer", **body)
            heard = lambda: any(m.text == "Hello, dog." for m in stage.heard)  # noqa: E731
            assert await asyncio.to_thread(stage.until, heard)
            stopped = (await client.call_tool("stop", {})).structured_content
            assert (stopped["all_stand_still"], stage.stop.stopped) == (True, True)

    asyncio.run(act())
    lines = (tmp_path / "adhoc_teamwork" / "receipts.jsonl").read_text().splitlines()
    receipts = [json.loads(line) for line in lines]
    assert [r["event"] for r in receipts if r["event"] != "chat"] == [
        "asked",
        "yes",
        "said",
        "stop",
    ]
    assert next(r for r in receipts if r["event"] == "yes")["by"] == "anna@console"


def is_asked(found: list[Any]) -> bool:
    return any(e[0] == "asked" and e[2] for e in found)


def test_a_person_speaks_stops_the_robots_and_is_told_when_that_fails(
    stage: Stage, new_page: Callable[..., Any]
) -> None:
    from playwright.sync_api import expect

    stage.say(MessageKind.JOIN, capability=Capability("dog robot"))
    page = new_page(stage.open_console())
    expect(page.locator("#mode")).to_have_text("live")
    expect(page.locator(".robot-card", has_text="dog")).to_be_visible()
    expect(page.locator("#map polygon.room")).to_have_count(1)

    page.locator("#words").fill("Hello, dog.")
    page.keyboard.press("Enter")
    assert stage.until(lambda: any(m.text == "Hello, dog." for m in stage.heard))
    said = next(m for m in stage.heard if m.text == "Hello, dog.")
    assert (said.sender, said.kind) == ("anna", MessageKind.CHAT)
    expect(page.locator(".said.chat", has_text="Hello, dog.")).to_be_visible()
    page.locator("#words").fill("/dance")
    page.keyboard.press("Enter")
    expect(page.locator(".said.answer").last).to_contain_text("dance", timeout=10_000)

    page.locator("#stop-all").click()
    expect(page.locator("#notice")).to_contain_text("All robots are told to stand still.")
    assert stage.until(lambda: stage.stop.stopped)
    page.locator("#release").click()
    page.locator("#ask-dialog").get_by_role("button", name="No").click()
    expect(page.locator("#notice")).to_be_visible()
    assert stage.stop.stopped
    page.locator("#release").click()
    page.locator("#ask-dialog").get_by_role("button", name="Release all robots").click()
    expect(page.locator("#notice")).not_to_be_visible()
    assert stage.until(lambda: not stage.stop.stopped)

    stage.moving = "the base drives at 0.50 m/s"
    page.locator("#stop-all").click()
    expect(page.locator("#notice")).to_contain_text("NOT STOPPED: dog: the base drives at 0.50")
    expect(page.locator("#notice")).to_contain_text("0 of 1 stand still.")
    stage.moving = ""
    expect(page.locator("#notice")).to_contain_text("1 of 1 stand still.")
    page.locator("#release").click()
    page.locator("#ask-dialog").get_by_role("button", name="Release all robots").click()
    assert stage.until(lambda: not stage.stop.stopped)

    page.locator(".robot-card", has_text="dog").get_by_role("button", name="Stop").click()
    assert stage.until(lambda: stage.stop.stopped)
    expect(page.locator(".robot-card .badge", has_text="stopped")).to_be_visible()

    # A console that is no longer there must not look as if it still could stop anything.
    assert stage.process is not None
    stage.process.kill()
    expect(page.locator("#mode")).to_have_text("no connection", timeout=10_000)
    expect(page.locator("#notice")).to_contain_text("No connection")
    page.locator("#stop-all").click()
    expect(page.locator("#notice")).to_contain_text("NOT STOPPED")
