# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tracks, telescopes, two arms, arms that fly: the resume says what can be worked out by hand."""

import math
import re
from pathlib import Path

import pytest
from small_bodies import FLYING, TRACKED, TWO_ARMS

from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.resume import make
from adhoc_teamwork.teamwork.bodies.capability import Capability, MobilityKind
from adhoc_teamwork.teamwork.bodies.embodiment import can_lift, can_reach, reach_at
from adhoc_teamwork.teamwork.bodies.resume import Resume, capability_of, working_arm

G = 9.80665
CONFIG = Path(__file__).parents[3] / "config" / "robots"


@pytest.fixture(autouse=True)
def _only_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out in how many ways things are taken, which nobody asks here and takes seconds."""
    monkeypatch.setattr(make, "find_grasp_shares", lambda *_: None)


def resume_of(text: str, folder: Path) -> Resume:
    file = folder / "robot.urdf"
    file.write_text(text, encoding="utf-8")
    return make.make_resume(load_robot(file))


def test_tracks_drive_and_a_telescope_on_a_lift_reaches_a_rectangle(tmp_path: Path) -> None:
    tank = resume_of(TRACKED, tmp_path)
    assert tank.mobility.kind is MobilityKind.WHEELED
    assert tank.mobility.stairs is False
    # Tracks 0.12 m high get up what wheels of their ends' radius do.
    assert tank.mobility.step == pytest.approx(0.02, abs=0.001)
    (arm,) = tank.arms
    assert (arm.lowest, arm.highest) == (pytest.approx(0.4), pytest.approx(1.4))
    for height in (0.5, 0.9, 1.35):
        assert reach_at(tank, height) == pytest.approx(0.9, abs=0.005)
    assert not can_reach(tank, 0.9, 0.3).can
    assert can_reach(tank, 0.9, 0.5).can
    assert not can_reach(tank, 1.5, 0.5).can


def test_of_two_arms_each_has_its_numbers_and_the_better_one_answers(tmp_path: Path) -> None:
    twin = resume_of(TWO_ARMS, tmp_path)
    assert twin.mobility.kind is MobilityKind.WHEELED
    left, right = twin.arms
    assert left.radius == pytest.approx(math.hypot(0.6, 0.2), abs=0.005)
    assert right.radius == pytest.approx(math.hypot(0.8, 0.2), abs=0.005)
    assert (left.highest, right.highest) == (pytest.approx(1.6, abs=0.01),
        pytest.approx(1.8, abs=0.01))  # fmt: skip
    assert can_reach(twin, 1.7, 0.2).can
    # From the axis between the arms: the robot brings the right one's line to the thing.
    assert reach_at(twin, 1.0) == pytest.approx(math.hypot(0.8, 0.2), abs=0.01)
    # 40 Nm at the right shoulder hold 0.5 kg at 0.25 m, 0.5 kg at 0.6 m, the hand, and the load.
    own = G * (0.5 * 0.25 + 0.5 * 0.6 + 0.1 * 0.7 + 0.02 * 0.8)
    assert right.payload == pytest.approx((40.0 - own) / (G * 0.8), rel=0.03)
    assert can_lift(twin, 4.4).can
    assert not can_lift(twin, 7.0).can
    assert capability_of(twin, Capability("twin"), working_arm(twin)).reach <= 0.83


def test_an_arm_that_flies_reaches_down_from_where_it_hovers(tmp_path: Path) -> None:
    crane = resume_of(FLYING, tmp_path)
    assert crane.mobility.kind is MobilityKind.AERIAL
    assert crane.mobility.highest_step == math.inf
    (arm,) = crane.arms
    assert arm.highest == pytest.approx(1.9, abs=0.005)
    assert arm.lowest == pytest.approx(1.9 - 0.5 * math.sin(1.5), abs=0.005)


def test_an_arm_that_points_to_the_side_reaches_what_the_robot_turns_it_to(tmp_path: Path) -> None:
    aside = TRACKED.replace('xyz="0 0 0.4"', 'xyz="-0.1 0.1 0.4" rpy="0 0 -1.5707963"')
    (arm,) = resume_of(aside, tmp_path).arms
    # The mast stands 0.1 m to the left and back: of its arm's way to the right, 0.1 m are lost.
    nearest, farthest = math.hypot(0.3, 0.1), math.hypot(0.8, 0.1)
    count = len(arm.bands)
    assert [band.farthest for band in arm.bands] == pytest.approx([farthest] * count, abs=0.005)
    assert [band.nearest for band in arm.bands] == pytest.approx([nearest] * count, abs=0.005)
    assert len(arm.bands) == 21


@pytest.mark.parametrize("name", ["wheels_and_arm", "wheels_and_telescope", "rotors"])
def test_what_a_body_and_its_links_are_called_changes_nothing(name: str, tmp_path: Path) -> None:
    text = (CONFIG / f"{name}.urdf").read_text(encoding="utf-8")
    as_is = resume_of(text, tmp_path)
    names = set(re.findall(r'<(?:link|joint) name="([^"]+)"', text)) - {"base_footprint"}
    for number, old in enumerate(sorted(names)):
        text = text.replace(f'"{old}"', f'"part{number}"')
    other = resume_of(text.replace(f'robot name="{name}"', 'robot name="drone"'), tmp_path)
    assert other.robot == "drone"
    assert other.mobility == as_is.mobility
    assert [c.height for c in other.cameras] == [c.height for c in as_is.cameras]
    assert [(a.bands, a.payload) for a in other.arms] == [(a.bands, a.payload) for a in as_is.arms]
