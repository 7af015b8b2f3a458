# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.robot_model.collision.nearness import LinkSurface
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.arms.from_urdf import load_arms
from adhoc_teamwork.skills.arms.manipulator import Cell

FRAME = ((-0.05, -0.15, 0.0, 0.05, 0.15, 0.04), (-0.05, -0.15, 0.46, 0.05, 0.15, 0.5))
FRAME += ((-0.05, -0.15, 0.0, 0.05, -0.11, 0.5),)
"""A post with a foot and a roof, open to one side."""
TOP = ((-0.2, 0.04, -0.04, 0.2, 0.2, 0.0),)
"""A board to one side of an arm's seat."""


def write_mesh(path: Path, boxes: tuple[tuple[float, ...], ...]) -> None:
    """Write boxes, each by its lowest and its highest corner, as a mesh."""
    lines = []
    for x0, y0, z0, x1, y1, z1 in boxes:
        lines += [f"v {x} {y} {z}" for x in (x0, x1) for y in (y0, y1) for z in (z0, z1)]
    sides = ((0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5))
    for number in range(len(boxes)):
        for a, b, c, d in sides:
            one, two, three, four = (8 * number + corner + 1 for corner in (a, b, c, d))
            lines += [f"f {one} {two} {three}", f"f {one} {three} {four}"]
    path.write_text("\n".join(lines), encoding="utf-8")


def collision(name: str, at: str = "0 0 0") -> str:
    shape = f'<geometry><mesh filename="{name}.obj"/></geometry>'
    return f'<collision><origin xyz="{at}"/>{shape}</collision>'


def robot_on(folder: Path, gap: float) -> Path:
    """Write a robot with an arm whose skirt turns, with two joints, `gap` metres above a board.

    At rest it is not above the board. A frame stands behind.
    """
    write_mesh(folder / "frame.obj", FRAME)
    write_mesh(folder / "board.obj", TOP)
    write_mesh(folder / "seat.obj", ((-0.06, -0.06, 0.0, 0.06, 0.06, 0.05),))
    write_mesh(folder / "skirt.obj", ((-0.06, -0.12, -0.17, 0.06, -0.08, 0.0),))
    write_mesh(folder / "rod.obj", ((-0.01, -0.01, 0.0, 0.01, 0.01, 0.1),))
    turning = '<limit lower="-1.5" upper="1.5" effort="9" velocity="1"/>'
    parts = [
        f'<link name="base">{collision("board")}{collision("frame", "-0.35 0 0")}</link>',
        f'<link name="seat">{collision("seat")}</link>',
        '<joint name="turn" type="revolute"><parent link="base"/><child link="seat"/>'
        f'<origin xyz="0 0 {gap + 0.05}"/><axis xyz="0 0 1"/>{turning}</joint>',
    ]
    above = "seat"
    for number, axis in enumerate(("0 0 1", "0 1 0", "0 1 0", "1 0 0", "0 1 0")):
        parts += [
            f'<link name="rod_{number}">{collision("rod" if number else "skirt")}</link>',
            f'<joint name="joint_{number}" type="revolute"><parent link="{above}"/>'
            f'<child link="rod_{number}"/><origin xyz="0 0 0.12"/><axis xyz="{axis}"/>'
            f"{turning}</joint>",
        ]
        above = f"rod_{number}"
    for side, way in (("left", 1), ("right", -1)):
        parts += [
            f'<link name="{side}_finger"><collision><geometry><box size="0.01 0.01 0.04"/>'
            "</geometry></collision></link>",
            f'<joint name="{side}_finger" type="prismatic"><parent link="{above}"/>'
            f'<child link="{side}_finger"/><origin xyz="0 0 0.14"/><axis xyz="0 {way} 0"/>'
            '<limit lower="0" upper="0.04" effort="9" velocity="1"/></joint>',
        ]
    path = folder / "robot.urdf"
    path.write_text(f'<robot name="r">{"".join(parts)}</robot>', encoding="utf-8")
    return path


def surfaces(model: RobotModel, *names: str) -> list[LinkSurface]:
    return [LinkSurface(model.links[name]) for name in names]


def pose_at(x: float, z: float) -> np.ndarray:
    pose = np.eye(4)
    pose[[0, 2], 3] = x, z
    return pose


@pytest.mark.parametrize(("gap", "is_off"), [(0.02, True), (0.012, True), (0.004, False)])
def test_surfaces_that_leave_a_gap_keep_off(tmp_path: Path, gap: float, is_off: bool) -> None:
    seat, base = surfaces(load_robot(robot_on(tmp_path, gap)), "seat", "base")
    assert seat.has_mesh
    assert seat.keeps_off(base, np.array([pose_at(0.0, gap), pose_at(0.05, gap)])) is is_off
    # Once near is near, unless half of the poses will do.
    once = np.array([pose_at(0.0, 0.5), pose_at(-0.3, 0.02)])
    assert not seat.keeps_off(base, once)
    assert seat.keeps_off(base, once, 0.5)
    assert not seat.keeps_off(base, once, 0.6)


def test_of_what_is_too_large_nothing_is_known(tmp_path: Path) -> None:
    path = robot_on(tmp_path, 0.02)
    write_mesh(tmp_path / "board.obj", ((-90.0, -90.0, -0.04, 90.0, 90.0, 0.0),))
    seat, base = surfaces(load_robot(path), "seat", "base")
    assert not seat.keeps_off(base, np.array([pose_at(0.0, 9.0)]))


@pytest.mark.parametrize(("gap", "is_free"), [(0.012, True), (0.004, False)])
def test_an_arm_turns_over_what_it_nearly_touches(
    tmp_path: Path, gap: float, is_free: bool
) -> None:
    (arm,) = load_arms(robot_on(tmp_path, gap), 0.5)
    above = np.zeros((40, arm.dof))
    above[:, 0] = above[:, 1] = np.linspace(0.9, 1.5, 40)
    checked = Cell([arm]).collisions
    assert checked.free(0.0 * above).all()
    assert checked.free(above).all() == is_free
    # Bent backwards it meets the frame all the same.
    bent = np.zeros((40, arm.dof))
    bent[:, 2] = bent[:, 3] = np.linspace(-1.4, -0.6, 40)
    assert not checked.free(bent).all()
