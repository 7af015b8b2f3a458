# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The simulator's node plays an episode of a suite: hidden goods, doors, and the suite's judge."""

import math
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

from adhoc_interfaces.msg import WorldEvent
from adhoc_interfaces.srv import Manipulate
from rclpy.node import Node
from simulator_bench import SimulatorBench

from adhoc_teamwork.benchmark.generation.suites import c_wah
from adhoc_teamwork.benchmark.generation.suites.plan import HouseOrder, SuitePlan
from adhoc_teamwork.benchmark.generation.whole_set import write_set
from adhoc_teamwork.benchmark.on_robots import EpisodeRequest, make_task
from adhoc_teamwork.benchmark.suites.registry import C_WAH
from adhoc_teamwork.simulation.houses.boxes import from_local
from adhoc_teamwork.simulation.houses.house import Box
from adhoc_teamwork.simulation.tasks.task_maker import write_task
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.geometry import point_to_ros
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.team.task import Task

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def episode(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Task]:
    """Return the folder of a task file, and the task: washing dishes."""
    folder = tmp_path_factory.mktemp("episode")
    work = partial(c_wah.draw_house, plan=SuitePlan(C_WAH, 0))
    made = write_set(folder / "set", "c-wah", 0, [HouseOrder(0, 1)], work, 1)
    task, _ = make_task(EpisodeRequest(folder / "set", made.tasks[0].task_id))
    write_task(task, folder / "task.json")
    return folder, task


class Watcher(Node):
    """Hear what happens, and tell a hand what to do."""

    def __init__(self, context: Any) -> None:
        super().__init__("watcher", context=context, use_global_arguments=False)
        self.events: list[Any] = []
        self.create_subscription(WorldEvent, topics.WORLD_EVENTS, self.events.append, qos.EVENTS)
        self.hand = self.create_client(Manipulate, f"/adhoc/{topics.MANIPULATE}")


@pytest.fixture
def watched(ros_context: Any, episode: tuple[Path, Task]) -> Iterator[tuple[SimulatorBench, Any]]:
    watcher = Watcher(ros_context)
    bench = SimulatorBench(watcher, episode[0], config_dir())
    yield bench, watcher
    bench.close()


def test_the_suites_goal_is_counted_and_what_is_otherwise_is_said(
    watched: tuple[SimulatorBench, Any], episode: tuple[Path, Task]
) -> None:
    bench, watcher = watched
    task = episode[1]
    spawned = bench.until(lambda: [e for e in watcher.events if e.kind == "spawn"][1:])
    assert {event.robot for event in watcher.events if event.kind == "spawn"} == {
        "robot_1",
        "adhoc",
    }
    wanted = sum(wish.count for wish in task.wishes)
    assert (spawned[-1].tidied, spawned[-1].total) == (0, wanted)
    texts = [event.text for event in watcher.events if event.kind == "task"]
    assert "note: a robot has one hand, where the suite has 2" in texts


def test_a_hand_finds_what_is_behind_a_door_shut_in(
    watched: tuple[SimulatorBench, Any], episode: tuple[Path, Task]
) -> None:
    bench, watcher = watched
    bench.until(lambda: [e for e in watcher.events if e.robot == "adhoc"])
    world = bench.simulator._simulator.world
    name, holder = episode[1].inside[0]
    door, hidden = world.objects[holder], world.objects[name]
    robot = world.robots["adhoc"]
    robot.pose = Pose(*stand_before(door.box))
    bench.until(watcher.hand.service_is_ready)

    def told(command: int) -> Any:
        request = Manipulate.Request(command=command)
        request.target.header.frame_id = topics.MAP_FRAME
        request.target.point = point_to_ros(hidden.centre)
        return bench.result(watcher.hand.call_async(request))

    assert told(Manipulate.Request.GRASP).cause == "closed"
    assert told(Manipulate.Request.OPEN).success
    assert told(Manipulate.Request.GRASP).success
    grasped = bench.until(lambda: [e for e in watcher.events if e.kind == "grasp"])
    assert grasped[0].object == name


def stand_before(box: Box) -> tuple[float, float, float]:
    """Return where a robot stands before the front of furniture, looking at it."""
    x, y = from_local(0.0, box.size_y / 2.0 + 0.6, box)
    return x, y, math.atan2(box.y - y, box.x - x)
