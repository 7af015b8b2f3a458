# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a cell at work has to do, in physics of this process and over ROS alike."""

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("mujoco", reason="the extra `cells` is not installed")

from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter

from adhoc_teamwork.cells.at_work import PERIOD, CellAtWork
from adhoc_teamwork.cells.compiling import CellModel, compile_cell, load_kinds
from adhoc_teamwork.cells.ros.cell_node import CellNode
from adhoc_teamwork.cells.ros.cell_on_ros import CellLostError, CellOnRos
from adhoc_teamwork.cells.ros.joints import CellJoints
from adhoc_teamwork.cells.task_file import load_task
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld

CELLS = Path(__file__).parents[3] / "config" / "cells"
TASK = load_task(CELLS / "sort_cubes.yaml")


def model_of() -> CellModel:
    return compile_cell(TASK.cell, load_kinds(TASK.cell, CELLS))


def here() -> Iterator[CellAtWork]:
    world = CellWorld(model_of())
    begin(TASK, world, 1)
    yield world


def on_ros(context: Any) -> Iterator[CellAtWork]:
    executor = SingleThreadedExecutor(context=context)
    overrides = [
        Parameter("cell", value=str(CELLS / "sort_cubes.yaml")),
        Parameter("seed", value=1),
        Parameter("speed", value=2.0),
    ]
    cell = CellNode(context=context, parameter_overrides=overrides)
    planner = Node("planner", context=context)
    seen = CellOnRos(planner, model_of())
    seen.setup()
    cell.setup()
    for node in (cell, planner):
        executor.add_node(node)
    spinning = threading.Thread(target=executor.spin, daemon=True)
    spinning.start()
    yield seen
    seen.shutdown()
    cell.shutdown()
    executor.shutdown(timeout_sec=5.0)
    spinning.join(timeout=5.0)
    for node in (cell, planner):
        node.destroy_node()


@pytest.fixture(params=["here", "on_ros"])
def at_work(request: pytest.FixtureRequest) -> Iterator[CellAtWork]:
    if request.param == "here":
        yield from here()
    else:
        yield from on_ros(request.getfixturevalue("ros_context"))


def test_arms_move_together_hands_close_and_all_is_seen(at_work: CellAtWork) -> None:
    before = at_work.observe()
    assert at_work.positions().shape == (at_work.model.physics.nq,)
    steps = round(1.0 / PERIOD)
    share = np.linspace(0.0, 1.0, steps + 1)
    tracks = {}
    for robot in ("Alice", "Bob"):
        tracks[robot] = np.repeat(before.arms[robot].positions[None], steps + 1, axis=0)
        tracks[robot][:, 0] += 0.3 * (3.0 * share**2 - 2.0 * share**3)
    at_work.perform(tracks, {}, steps)
    at_work.perform({}, {"Alice": True}, round(0.8 / PERIOD))
    after = at_work.observe()
    assert after.time >= before.time + 1.8
    for robot in ("Alice", "Bob"):
        assert np.abs(after.arms[robot].positions - tracks[robot][-1]).max() < 0.02
    assert np.abs(after.arms["Chad"].positions - before.arms["Chad"].positions).max() < 0.02
    assert after.arms["Alice"].gap < 0.01 < after.arms["Bob"].gap
    at_work.open("Alice")
    at_work.step(1.0)
    opened = at_work.observe()
    assert opened.arms["Alice"].gap > 0.05
    assert opened.time >= after.time + 1.0
    assert {name: at.shape for name, at in opened.things.items()} == dict.fromkeys(
        TASK.cell.things, (4, 4)
    )


def test_where_no_cell_is_the_planner_does_not_wait_for_ever(
    ros_context: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[CellOnRos.__module__], "PATIENCE", 0.2)
    alone = CellOnRos(Node("planner", context=ros_context), model_of())
    alone.setup()
    with pytest.raises(CellLostError, match="nothing new is seen"):
        alone.observe()


def broken(change: Callable[[Any], None]) -> Any:
    world = CellWorld(model_of())
    joints = CellJoints(world.model)
    told = joints.to_messages(world.snapshot())
    change(told)
    return joints.from_messages(told, 1.0)


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told.robots["Bob"].name.pop(),
        lambda told: told.robots["Bob"].position.append(0.0),
        lambda told: told.bodies.transforms.pop(),
        lambda told: told.bodies.joint_names.reverse(),
        lambda told: setattr(told.bodies.transforms[0].translation, "x", float("nan")),
        lambda told: setattr(told.doors, "name", ["lid"]),
    ],
)
def test_what_is_told_of_another_cell_is_refused(change: Callable[[Any], None]) -> None:
    with pytest.raises(ValueError, match=r"another cell|expected"):
        broken(change)


def test_all_that_sensors_tell_crosses_to_the_last_bit() -> None:
    world = CellWorld(model_of())
    begin(TASK, world, 1)
    now, joints = world.snapshot(), CellJoints(world.model)
    back = joints.from_messages(joints.to_messages(now), now.time)
    assert np.array_equal(back.positions, now.positions)
    assert np.array_equal(back.velocities, now.velocities)
    assert back.sealed == now.sealed
