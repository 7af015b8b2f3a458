# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""MoveIt is asked as moveit_py has it: stand-ins with its names look at what they are given."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from geometry_msgs.msg import Pose

from adhoc_teamwork.robot_model.arrays import Floats, transform
from adhoc_teamwork.robot_model.collision.covering import cover_sphere
from adhoc_teamwork.robot_model.collision.obstacles import box
from adhoc_teamwork.skills.arms.failure import ArmFailure
from adhoc_teamwork.skills.arms.from_urdf import load_arms
from adhoc_teamwork.skills.arms.manipulator import Cell, Manipulator
from adhoc_teamwork.skills.arms.planner import ArmSettings, OmplPlanner
from adhoc_teamwork.skills.arms.stowed import stowed
from adhoc_teamwork.skills.ros.arm.moveit_paths import SEARCH_TIME, MoveItPaths
from adhoc_teamwork.teamwork.settings.config import ConfigError

QUADRUPED = Path(__file__).parents[4] / "config" / "robots" / "quadruped.urdf"


class _State:
    def __init__(self, model: str) -> None:
        assert model == "model"
        self.joint_positions: dict[str, float] = {}
        self.is_current = False

    def set_to_default_values(self) -> None:
        self.joint_positions = {}

    def update(self) -> None:
        self.is_current = True


class _Scene:
    def __init__(self, model: str) -> None:
        assert model == "model"
        self.current_state: Any = None
        self.solids: list[Any] = []
        self.attached: list[Any] = []

    def apply_collision_object(self, message: Any) -> None:
        self.solids.append(message)

    def process_attached_collision_object(self, message: Any) -> None:
        self.attached.append(message)


class _Trajectory:
    def __init__(self, states: list[dict[str, float]]) -> None:
        names = sorted(states[0], reverse=True)
        points = [SimpleNamespace(positions=[s[name] for name in names]) for s in states]
        self._message = SimpleNamespace(joint_names=names, points=points)

    def get_robot_trajectory_msg(self) -> Any:
        return SimpleNamespace(joint_trajectory=self._message)


class _Response:
    def __init__(self, states: list[dict[str, float]]) -> None:
        self.trajectory = _Trajectory(states) if states else None

    def __bool__(self) -> bool:
        return self.trajectory is not None


class _Component:
    """Go straight, or nowhere; remember what was asked."""

    def __init__(self) -> None:
        self.finds = True
        self.scenes: list[_Scene] = []
        self.times: list[float] = []
        self._ends: list[_State] = []

    def set_start_state(self, robot_state: _State) -> None:
        self._ends = [robot_state]

    def set_goal_state(self, robot_state: _State) -> None:
        self._ends = [self._ends[0], robot_state]

    def plan(self, single_plan_parameters: Any, planning_scene: _Scene) -> _Response:
        self.scenes.append(planning_scene)
        self.times.append(single_plan_parameters.planning_time)
        assert all(state.is_current for state in self._ends)
        first, last = (state.joint_positions for state in self._ends)
        shares = np.linspace(0.0, 1.0, 5)
        way = [{n: first[n] + s * (last[n] - first[n]) for n in first} for s in shares]
        return _Response(way if self.finds else [])


class _Primitive:
    BOX, SPHERE, CYLINDER = 1, 2, 3

    def __init__(self) -> None:
        self.type, self.dimensions = 0, [0.0]


def _object() -> Any:
    header = SimpleNamespace(frame_id="")
    return SimpleNamespace(
        header=header, id="", operation=b"", pose=Pose(), primitives=[], primitive_poses=[]
    )


@pytest.fixture
def component(monkeypatch: pytest.MonkeyPatch) -> _Component:
    """Put stand-ins of moveit_py where its modules would be."""
    made = _Component()

    def start(node_name: str, name_space: str) -> Any:
        assert (node_name, name_space) == ("moveit", "/dog")
        return SimpleNamespace(
            get_planning_component=lambda group: {"arm": made}[group],
            get_robot_model=lambda: "model",
            shutdown=lambda: None,
        )

    modules: dict[str, dict[str, Any]] = {
        "moveit": {},
        "moveit.core": {},
        "moveit.planning": {
            "MoveItPy": start,
            "PlanRequestParameters": lambda _moveit, _ns: SimpleNamespace(planning_time=0.0),
        },
        "moveit.core.planning_scene": {"PlanningScene": _Scene},
        "moveit.core.robot_state": {"RobotState": _State},
        "moveit_msgs": {},
        "moveit_msgs.msg": {
            "CollisionObject": _object,
            "AttachedCollisionObject": lambda: SimpleNamespace(
                link_name="", object=None, touch_links=[]
            ),
        },
        "shape_msgs": {},
        "shape_msgs.msg": {"SolidPrimitive": _Primitive},
    }
    for name, contents in modules.items():
        module = ModuleType(name)
        module.__dict__.update(contents)
        monkeypatch.setitem(sys.modules, name, module)
    return made


@pytest.fixture(scope="module")
def arm() -> Manipulator:
    return load_arms(QUADRUPED, payload=3.0)[0]


def _turned(arm: Manipulator) -> Floats:
    state = stowed(arm).copy()
    state[-1] += 0.5
    return state


def test_a_path_comes_in_the_order_of_the_arms_joints(
    component: _Component, arm: Manipulator
) -> None:
    settings = ArmSettings(find=MoveItPaths("arm", "/dog"))
    planner = OmplPlanner(Cell([arm]), settings)
    trajectory = planner.to_state(stowed(arm), _turned(arm))
    assert trajectory.joints == arm.joints
    assert trajectory.positions[-1] == pytest.approx(_turned(arm), abs=1e-6)
    assert component.times == [SEARCH_TIME]


def test_what_is_around_and_in_the_hand_is_told_in_the_robots_frames(
    component: _Component, arm: Manipulator
) -> None:
    there = arm.at(transform((5.0, 2.0, 0.0), (0.0, 0.0, np.pi / 2.0)))
    there = there.carrying(cover_sphere(0.03))
    cell = Cell([there], [box("shelf", (5.0, 4.0, 1.0), (0.2, 0.4, 0.6))])
    path = MoveItPaths("arm", "/dog")(cell, stowed(arm), [_turned(arm)])
    assert path is not None
    assert len(path) == 5
    (scene,) = component.scenes
    (solid,), (held,) = scene.solids, scene.attached
    assert solid.header.frame_id == arm.kinematics.model.root
    assert solid.primitives[0].type == _Primitive.BOX
    assert solid.primitives[0].dimensions == pytest.approx([0.2, 0.4, 0.6])
    at = solid.primitive_poses[0]
    assert (at.position.x, at.position.y, at.position.z) == pytest.approx((2.0, 0.0, 1.0))
    assert at.orientation.z == pytest.approx(-np.sqrt(0.5))
    assert held.link_name == held.object.header.frame_id == arm.tip
    assert held.object.primitives[0].type == _Primitive.SPHERE
    assert set(scene.current_state.joint_positions) == set(arm.joints)


def test_no_path_and_one_that_touches_something_are_failures(
    component: _Component, arm: Manipulator
) -> None:
    settings = ArmSettings(find=MoveItPaths("arm", "/dog"))
    middle = (stowed(arm) + _turned(arm)) / 2.0
    hand = arm.tool_poses(middle[None])[0, :3, 3]
    blocked = OmplPlanner(Cell([arm], [box("post", hand, (0.02, 0.02, 0.3))]), settings)
    with pytest.raises(ArmFailure, match="the way that was found touches something"):
        blocked.path(stowed(arm), [_turned(arm)])
    component.finds = False
    with pytest.raises(ArmFailure, match="no way past what is around"):
        OmplPlanner(Cell([arm]), settings).path(stowed(arm), [_turned(arm)])


def test_a_missing_moveit_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "moveit", None)
    with pytest.raises(ConfigError, match=r"parameter arm: moveit: .*expected moveit_py"):
        MoveItPaths("arm", "/dog")
