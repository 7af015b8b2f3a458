# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

from pathlib import Path

import numpy as np
import pytest
from arm_bench import shipped_arm
from raised_robot import raised_quadruped

from adhoc_teamwork.simulation.manipulation.arm_model import load_arm
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card


def test_a_hand_is_where_it_is_wherever_the_urdf_has_its_root(tmp_path: Path) -> None:
    file = raised_quadruped(tmp_path)
    raised, shipped = load_arm(load_robot_card(file), file), shipped_arm()
    assert raised is not None
    assert raised.kinematics.model.root == "body"
    for state in (shipped.stowed, np.zeros(len(shipped.joints))):
        assert raised.hand_pose(state) == pytest.approx(shipped.hand_pose(state), abs=1e-9)
