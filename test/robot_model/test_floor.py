# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

from collections.abc import Callable
from pathlib import Path

import pytest

from adhoc_teamwork.robot_model.floor import STANCE, floor_below
from adhoc_teamwork.robot_model.limbs import Limbs
from adhoc_teamwork.robot_model.model import RobotModel
from adhoc_teamwork.robot_model.urdf.robot import load_robot

WHEELS = "".join(
    f"""
<link name="{side}_wheel">
  <collision>
    <origin rpy="1.5707963 0 0"/><geometry><cylinder radius="0.1" length="0.04"/></geometry>
  </collision>
</link>
<joint name="{side}" type="continuous">
  <parent link="base_link"/><child link="{side}_wheel"/>
  <origin xyz="0 {y} -0.2"/><axis xyz="0 1 0"/>
</joint>"""
    for side, y in (("left", 0.2), ("right", -0.2))
)
LEGS = "".join(
    f"""
<link name="{corner}_thigh"/>
<link name="{corner}_foot"/>
<joint name="{corner}_hip" type="revolute">
  <parent link="base_link"/><child link="{corner}_thigh"/>
  <origin xyz="{x} {y} 0.1"/><axis xyz="0 1 0"/>
  <limit lower="-1.5" upper="1.5" effort="9" velocity="9"/>
</joint>
<joint name="{corner}_ankle" type="fixed">
  <parent link="{corner}_thigh"/><child link="{corner}_foot"/><origin xyz="0 0 -0.5"/>
</joint>"""
    for corner, x, y in (
        ("front_left", 0.3, 0.1),
        ("front_right", 0.3, -0.1),
        ("rear_left", -0.3, 0.1),
        ("rear_right", -0.3, -0.1),
    )
)
BODY = (
    '<link name="base_link"><collision><geometry><box size="0.6 0.3 0.2"/></geometry></collision>'
    "</link>"
)
FOOTPRINT = """
<link name="base_footprint"/>
<joint name="down" type="fixed">
  <parent link="base_link"/><child link="base_footprint"/><origin xyz="0 0 -0.37"/>
</joint>"""


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        pytest.param(WHEELS, -0.3, id="wheels stand on their rims"),
        pytest.param(LEGS, 0.1 - STANCE * 0.5, id="legs stand with bent knees"),
        pytest.param(LEGS + FOOTPRINT, -0.37, id="a footprint says it"),
        pytest.param(WHEELS + FOOTPRINT, -0.37, id="a footprint says it of wheels, too"),
        pytest.param("", 0.0, id="what does not move has its root there"),
    ],
)
def test_the_floor_is_below_a_robot_that_stands(
    write_urdf: Callable[[str], Path], parts: str, expected: float
) -> None:
    model = load_robot(write_urdf(f'<robot name="it">{BODY}{parts}</robot>'))
    assert floor_below(model, Limbs(model)) == pytest.approx(expected, abs=0.005)


def test_what_has_no_shapes_has_its_root_there(elbow: RobotModel) -> None:
    assert floor_below(elbow, Limbs(elbow)) == 0.0
