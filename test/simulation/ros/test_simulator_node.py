# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A client on another node drives a robot of the simulator node as a robot's stack would."""

import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

from action_msgs.msg import GoalStatus
from adhoc_interfaces.msg import InstanceLabels, RadioLinks, SceneGraph, StopState, WorldEvent
from adhoc_interfaces.srv import Manipulate
from builtin_interfaces.msg import Time
from nav2_msgs.action import BackUp, NavigateToPose
from rclpy.action import ActionClient
from rclpy.node import Node
from rclpy.parameter import Parameter
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import BatteryState, CameraInfo, Image, JointState, LaserScan
from simulator_bench import SimulatorBench
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.simulation.lock_step import AHEAD
from adhoc_teamwork.simulation.ros.node import SimulatorNode
from adhoc_teamwork.simulation.simulator import STEP
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros, time_to_ros
from adhoc_teamwork.teamwork.ros.stop_speaker import StopSpeaker
from adhoc_teamwork.teamwork.settings.config import ConfigError


class Client(Node):
    """Listen to everything that a robot's stack listens to."""

    def __init__(self, context: Any) -> None:
        super().__init__("client", context=context, use_global_arguments=False)
        self.heard: dict[str, list[Any]] = {}
        for kind, topic, profile in (
            (Clock, "/clock", qos.CLOCK),
            (TFMessage, "/tf", qos.TF),
            (TFMessage, "/tf_static", qos.TF_STATIC),
            (SceneGraph, topics.FLOOR_PLAN, qos.LATCHED),
            (RadioLinks, topics.RADIO_LINKS, qos.LATCHED),
            (WorldEvent, topics.WORLD_EVENTS, qos.EVENTS),
            (Image, f"/al/{topics.COLOR_IMAGE}", qos.SENSOR),
            (Image, f"/al/{topics.DEPTH_IMAGE}", qos.SENSOR),
            (Image, f"/al/{topics.INSTANCES}", qos.SENSOR),
            (CameraInfo, f"/al/{topics.CAMERA_INFO}", qos.SENSOR),
            (InstanceLabels, f"/al/{topics.INSTANCE_LABELS}", qos.LATCHED),
            (LaserScan, f"/al/{topics.SCAN}", qos.SENSOR),
            (JointState, f"/al/{topics.JOINT_STATES}", qos.SENSOR),
            (BatteryState, f"/al/{topics.BATTERY_STATE}", qos.SENSOR),
            (Image, f"/bo/{topics.COLOR_IMAGE}", qos.SENSOR),
        ):
            self.heard[topic] = []
            self.create_subscription(kind, topic, self.heard[topic].append, profile)
        self.navigation = {
            name: ActionClient(self, NavigateToPose, f"/{name}/{topics.NAVIGATE_TO_POSE}")
            for name in ("al", "bo")
        }
        self.backing = ActionClient(self, BackUp, f"/al/{topics.BACK_UP}")
        self.hand = self.create_client(Manipulate, f"/al/{topics.MANIPULATE}")

    def goal(self, x: float, y: float, yaw: float = 0.0) -> Any:
        """Return a goal in the map."""
        goal = NavigateToPose.Goal()
        goal.pose.header.frame_id = topics.MAP_FRAME
        goal.pose.pose = pose_to_ros(Pose(x, y, yaw))
        return goal


class Bench(SimulatorBench):
    """Spin the simulator and a robot's stack."""

    def __init__(self, context: Any, folder: Path, **parameters: Any) -> None:
        self.client = Client(context)
        super().__init__(self.client, folder, folder, **parameters)

    def drive(self, name: str, goal: Any, feedback: Callable[[Any], None] | None = None) -> Any:
        """Send a navigation goal and return its handle."""
        return self.send(self.client.navigation[name], goal, feedback)

    def settle(self) -> None:
        """Spin long enough for a world that may go on to go on for seconds."""
        end = time.monotonic() + 0.5
        self.until(lambda: time.monotonic() > end)


@pytest.fixture
def bench(ros_context: Any, task_folder: Path) -> Iterator[Bench]:
    made = Bench(ros_context, task_folder)
    yield made
    made.close()


def test_publishes_what_a_robot_needs(bench: Bench) -> None:
    heard = bench.client.heard
    bench.until(lambda: all(v for topic, v in heard.items() if not topic.startswith("/bo")))
    assert heard[f"/al/{topics.BATTERY_STATE}"][0].percentage == 1.0
    depth = heard[f"/al/{topics.DEPTH_IMAGE}"][0]
    color = heard[f"/al/{topics.COLOR_IMAGE}"][0]
    assert (depth.width, depth.height, depth.encoding) == (320, 240, "32FC1")
    assert color.header.frame_id == "al/camera_optical_frame"
    stamps = {time_from_ros(m.transforms[0].header.stamp) for m in heard["/tf"]}
    bench.until(lambda: time_from_ros(heard["/tf"][-1].transforms[0].header.stamp)
                >= time_from_ros(depth.header.stamp))  # fmt: skip
    stamps = {time_from_ros(m.transforms[0].header.stamp) for m in heard["/tf"]}
    assert time_from_ros(depth.header.stamp) in stamps
    frames = {t.child_frame_id for m in heard["/tf_static"] for t in m.transforms}
    assert frames == {"al/odom", "al/camera_link", "al/camera_optical_frame"}
    (plan,) = heard[topics.FLOOR_PLAN]
    assert [(r.room_id, r.room_type) for r in plan.rooms] == [("room_0", "")]
    links = heard[topics.RADIO_LINKS][-1].links
    assert {(link.sender, link.receiver) for link in links} == {("al", ""), ("", "al")}
    assert {(link.reachable, link.loss) for link in links} == {(True, 0.25)}
    assert links[0].delay == pytest.approx(0.5 / 8.0)
    bench.until(lambda: len(heard[topics.WORLD_EVENTS]) >= 2)
    kinds = [event.kind for event in heard[topics.WORLD_EVENTS]]
    assert kinds[:2] == ["task", "spawn"]
    assert heard[topics.WORLD_EVENTS][0].total == 1
    assert not heard[f"/bo/{topics.COLOR_IMAGE}"]


def test_navigates_with_feedback(bench: Bench) -> None:
    feedback: list[Any] = []
    handle = bench.drive("al", bench.client.goal(4.0, 1.0, 1.0), feedback.append)
    assert handle.accepted
    answer = bench.result(handle.get_result_async())
    assert answer.status == GoalStatus.STATUS_SUCCEEDED
    assert answer.result.error_code == NavigateToPose.Result.NONE
    distances = [f.feedback.distance_remaining for f in feedback]
    assert distances[0] > distances[-1] >= 0.0


def test_backs_up_as_nav2_does(bench: Bench) -> None:
    drive = bench.drive("al", bench.client.goal(4.0, 1.0, 1.0))
    bench.result(drive.get_result_async())
    robot = bench.simulator._simulator.world.robots["al"]
    before = robot.pose
    for sign in (1.0, -1.0):
        goal = BackUp.Goal(speed=0.15)
        goal.target.x = sign * 0.2
        answer = bench.result(bench.send(bench.client.backing, goal).get_result_async())
        assert answer.status == GoalStatus.STATUS_SUCCEEDED
        assert answer.result.error_code == BackUp.Result.NONE
    assert robot.pose.point.planar_distance_to(before.transform(-0.4, 0.0)) < 0.01
    for x, y, speed in (
        (0.2, 0.0, 0.0), (0.2, 0.0, math.nan), (0.2, 0.2, 0.1), (math.nan, 0.0, 0.1),
        (1e9, 0.0, 0.1),
    ):  # fmt: skip
        goal = BackUp.Goal(speed=speed)
        goal.target.x, goal.target.y = x, y
        assert not bench.send(bench.client.backing, goal).accepted
    far = BackUp.Goal(speed=0.15)
    far.target.x = 9.0
    answer = bench.result(bench.send(bench.client.backing, far).get_result_async())
    assert answer.status == GoalStatus.STATUS_ABORTED
    assert answer.result.error_code == 714


def test_a_stop_needs_no_skills_node(bench: Bench) -> None:
    speaker, states = StopSpeaker(bench.client, "anna", "test"), []
    speaker.setup()
    bench.client.create_subscription(StopState, topics.STOP_STATES, states.append, qos.STOPS)
    bench.until(lambda: any(state.robot == "al" and not state.stopped for state in states))
    handle = bench.drive("al", bench.client.goal(4.0, 1.0))
    bench.until(lambda: any(state.robot == "al" and not state.standing for state in states))
    press = speaker.press("al")
    answer = bench.result(handle.get_result_async())
    assert answer.status == GoalStatus.STATUS_ABORTED
    bench.until(lambda: states[-1].stopped and states[-1].standing)
    refused = bench.result(bench.drive("al", bench.client.goal(4.0, 1.0)).get_result_async())
    assert refused.status == GoalStatus.STATUS_ABORTED
    speaker.release([press])
    bench.until(lambda: not states[-1].stopped)
    again = bench.result(bench.drive("al", bench.client.goal(4.0, 1.0)).get_result_async())
    assert again.status == GoalStatus.STATUS_SUCCEEDED


def test_cancel_and_unreachable_goal(bench: Bench) -> None:
    handle = bench.drive("al", bench.client.goal(4.5, 4.5))
    cancelled = bench.result(handle.cancel_goal_async())
    assert len(cancelled.goals_canceling) == 1
    assert bench.result(handle.get_result_async()).status == GoalStatus.STATUS_CANCELED
    handle = bench.drive("al", bench.client.goal(50.0, 4.5))
    answer = bench.result(handle.get_result_async())
    assert answer.status == GoalStatus.STATUS_ABORTED
    assert answer.result.error_code == 204


def test_newer_goal_preempts(bench: Bench) -> None:
    first = bench.drive("al", bench.client.goal(4.5, 4.5))
    second = bench.drive("al", bench.client.goal(2.0, 2.5))
    assert bench.result(first.get_result_async()).status == GoalStatus.STATUS_ABORTED
    assert bench.result(second.get_result_async()).status == GoalStatus.STATUS_SUCCEEDED


def test_refuses_goals_of_robots_that_are_not_there_and_foreign_frames(bench: Bench) -> None:
    assert not bench.drive("bo", bench.client.goal(1.0, 1.0)).accepted
    foreign = bench.client.goal(1.0, 1.0)
    foreign.pose.header.frame_id = "al/base_link"
    assert not bench.drive("al", foreign).accepted


def test_grasps_by_point_and_shows_it_in_the_joint(bench: Bench) -> None:
    handle = bench.drive("al", bench.client.goal(2.0, 1.9))
    bench.result(handle.get_result_async())
    bench.until(bench.client.hand.service_is_ready)
    request = Manipulate.Request(command=Manipulate.Request.RELEASE)
    answer = bench.result(bench.client.hand.call_async(request))
    assert (answer.success, answer.cause) == (False, "hand_empty")
    request.command = Manipulate.Request.GRASP
    bottle = bench.simulator._simulator.world.objects["Bottle|0|1"].centre
    request.target.header.frame_id = topics.MAP_FRAME
    request.target.point.x, request.target.point.y = bottle.x, bottle.y
    request.target.point.z = bottle.z
    assert bench.result(bench.client.hand.call_async(request)).success
    joints = bench.client.heard[f"/al/{topics.JOINT_STATES}"]
    bench.until(lambda: joints and joints[-1].effort[0] > 0.0)
    events = bench.client.heard[topics.WORLD_EVENTS]
    grasp = bench.until(lambda: next((e for e in events if e.kind == "grasp"), None))
    assert (grasp.object, grasp.robot) == ("Bottle|0|1", "al")


@pytest.mark.alone
def test_ends_within_two_seconds_in_the_middle_of_a_goal(bench: Bench) -> None:
    bench.drive("al", bench.client.goal(4.5, 4.5))
    start = time.monotonic()
    bench.simulator.shutdown()
    assert time.monotonic() - start < 2.0


def test_time_waits_for_robots_to_listen(ros_context: Any, task_folder: Path) -> None:
    made = Bench(ros_context, task_folder, wait_for_robots=10.0)
    try:
        bench_clock = made.client.heard["/clock"]
        made.until(lambda: bench_clock and time_from_ros(bench_clock[-1].clock) > 0.0)
        first = made.client.heard[topics.WORLD_EVENTS][0]
        assert time_from_ros(first.stamp) == 0.0
    finally:
        made.close()


def test_time_goes_no_further_than_its_robots_have_come(
    ros_context: Any, task_folder: Path
) -> None:
    made = Bench(ros_context, task_folder, speed="max")
    places = ("broker", *(f"al/{part}" for part in topics.WORKED_OFF_BY_ROBOT))
    try:
        says = {
            place: made.client.create_publisher(Time, f"/{topics.worked_off(place)}", qos.LATCHED)
            for place in places
        }
        world = made.simulator._simulator
        made.until(lambda: all(p.get_subscription_count() for p in says.values()))
        assert world.time == 0.0, "nobody has said anything yet"

        def say(place: str, stamp: float) -> None:
            says[place].publish(time_to_ros(stamp))

        for place in places:
            say(place, 2.0)
        made.until(lambda: world.time >= 2.0 + AHEAD)
        for place in places[1:]:
            say(place, 9.0)
        made.settle()
        assert world.time == pytest.approx(2.0 + AHEAD, abs=STEP + 1e-6), "the broker is late"
        say("broker", 5.0)
        made.until(lambda: world.time >= 5.0 + AHEAD)
        made.settle()
        assert world.time == pytest.approx(5.0 + AHEAD, abs=STEP + 1e-6)
    finally:
        made.close()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"speed": 0.0}, "speed"),
        ({"speed": "fast"}, "speed: expected a number more than zero, got 'fast'; or max"),
        ({"task": ""}, "task"),
        ({"task": "nowhere.json"}, r"nowhere\.json"),
    ],
)
def test_wrong_parameters_are_named(
    ros_context: Any, task_folder: Path, parameters: dict[str, Any], message: str
) -> None:
    values = {"task": str(task_folder / "task.json"), "config_dir": str(task_folder), **parameters}
    overrides = [Parameter(name, value=value) for name, value in values.items()]
    node = SimulatorNode(context=ros_context, parameter_overrides=overrides)
    with pytest.raises(ConfigError, match=message):
        node.setup()
    node.destroy_node()
