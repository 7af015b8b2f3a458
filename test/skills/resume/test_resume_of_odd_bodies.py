# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""URDFs as others write them: the resume is what geometry says, or one line says what is wrong."""

import json
import math
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_bodies import FLYING, TRACKED, TWO_ARMS, hand, joint, limit, link

from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.resume import make
from adhoc_teamwork.teamwork.bodies.capability import Capability, MobilityKind
from adhoc_teamwork.teamwork.bodies.embodiment import can_go, can_lift, can_reach, reach_at
from adhoc_teamwork.teamwork.bodies.resume import Resume, capability_of, working_arm
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config

G = 9.80665
WHEELS = "".join(
    link(f"{side}_wheel", "0.1 0.04 0.1")
    + joint("deck", f"{side}_wheel", "continuous", f"0 {y} 0.05", "0 1 0")
    for side, y in (("left", 0.2), ("right", -0.2))
)
DECK = link("deck", "0.4 0.4 0.2", "0 0 0.15", 20)
fresh = settings(
    max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(autouse=True)
def _only_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out in how many ways things are taken, which nobody asks here and takes seconds."""
    monkeypatch.setattr(make, "find_grasp_shares", lambda *_: None)


def resume_of(inside: str, folder: Path) -> Resume:
    file = folder / "robot.urdf"
    text = inside if inside.startswith("<robot") else f'<robot name="odd">{inside}</robot>'
    file.write_text(text, encoding="utf-8")
    return make.make_resume(load_robot(file))


def mimic(name: str, multiplier: float = 1.0) -> str:
    return f'<mimic joint="{name}_joint" multiplier="{multiplier}"/>'


def telescope(stages: int, stroke: float, mast: float, ties: bool) -> str:
    """Return a lift on wheels, and on it a telescope whose stages may all follow the first."""
    parts = [
        DECK, WHEELS, link("mast", "0.05 0.05 0.05"),
        joint("deck", "mast", "prismatic", "0 0 0.4", limit=limit(0.0, mast)),
    ]  # fmt: skip
    above = "mast"
    for number in range(stages):
        own = limit(0.0, stroke) + (mimic("stage0") if ties and number else "")
        parts += [
            link(f"stage{number}", "0.05 0.03 0.03", mass=0.2),
            joint(above, f"stage{number}", "prismatic", "0.02 0 0", "1 0 0", own),
        ]
        above = f"stage{number}"
    return "".join((*parts, hand(above, 0.1)))


@fresh
@given(
    stages=st.integers(1, 5),
    stroke=st.floats(0.16, 0.3),
    mast=st.floats(0.2, 1.2),
    ties=st.booleans(),
)
def test_a_telescope_reaches_its_stages_whether_they_are_tied_or_not(
    tmp_path: Path, stages: int, stroke: float, mast: float, ties: bool
) -> None:
    resume = resume_of(telescope(stages, stroke, mast, ties), tmp_path)
    assert resume.mobility.kind is MobilityKind.WHEELED
    (arm,) = resume.arms
    out, at_rest = stages * (0.02 + stroke) + 0.1, stages * 0.02 + 0.1
    assert (arm.lowest, arm.highest) == (
        pytest.approx(0.4, abs=0.005), pytest.approx(0.4 + mast, abs=0.005)
    )  # fmt: skip
    assert reach_at(resume, 0.4 + mast / 2.0) == pytest.approx(out, abs=0.006)
    assert arm.bands[0].nearest == pytest.approx(at_rest, abs=0.006)
    # The lift alone works against weight: 100 N hold mast, stages and hand.
    own = 1.0 + 0.2 * stages + 0.02
    assert arm.payload == pytest.approx(100.0 / G - own, rel=0.01)


@fresh
@given(stroke=st.floats(0.05, 0.8))
def test_a_torso_that_lifts_raises_what_is_highest_by_its_stroke_and_no_reach(
    tmp_path: Path, stroke: float
) -> None:
    def body(torso: str) -> Resume:
        lifted = TWO_ARMS.replace('<joint name="left_upper_joint"', '<joint name="L"').replace(
            "trunk", "chest"
        )
        base = link("trunk", "0.2 0.3 0.3", "0 0 0.2", 20) + joint(
            "trunk", "chest", torso, "0 0 0", limit=limit(0.0, stroke, 1000.0)
        )
        wheeled = lifted.replace('<parent link="chest"/><child link="left_wheel"',
            '<parent link="trunk"/><child link="left_wheel"').replace(
            '<parent link="chest"/><child link="right_wheel"',
            '<parent link="trunk"/><child link="right_wheel"')  # fmt: skip
        return resume_of(wheeled.replace('<robot name="twin">', f'<robot name="twin">{base}'),
            tmp_path)  # fmt: skip

    still, lifting = body("fixed"), body("prismatic")
    assert still.mobility.kind is lifting.mobility.kind is MobilityKind.WHEELED
    for one, other in zip(still.arms, lifting.arms, strict=True):
        assert other.highest - one.highest == pytest.approx(stroke, abs=0.01)
        assert other.radius == pytest.approx(one.radius, abs=0.01)


BASES = {
    "slides and a turn": link("world") + link("x") + link("y")
    + joint("world", "x", "prismatic", "0 0 0", "1 0 0", limit(-9, 9))
    + joint("x", "y", "prismatic", "0 0 0", "0 1 0", limit(-9, 9))
    + joint("y", "deck", "continuous", "0 0 0", "0 0 1"),
    "planar": link("world") + joint("world", "deck", "planar", "0 0 0", "0 0 1"),
}  # fmt: skip


@pytest.mark.parametrize("base", BASES.values(), ids=BASES)
def test_a_base_that_joints_move_over_the_floor_drives_and_is_no_part_of_the_arm(
    base: str, tmp_path: Path
) -> None:
    arm = TRACKED.partition("</link>")[2].replace("hull", "deck").replace("_track", "_skid")
    resume = resume_of(base + DECK + arm.removesuffix("</robot>"), tmp_path)
    assert resume.mobility.kind is MobilityKind.WHEELED
    assert can_go(resume).can
    (found,) = resume.arms
    assert found.radius == pytest.approx(0.9, abs=0.005)
    assert found.joints == 2
    assert (found.lowest, found.highest) == (pytest.approx(0.4), pytest.approx(1.4))


def test_what_hangs_in_the_air_by_a_floating_joint_flies_by_its_rotors_alone(
    tmp_path: Path,
) -> None:
    base = link("world") + joint("world", "base_footprint", "floating", "0 0 0")
    flying = FLYING.replace('<robot name="crane">', f'<robot name="crane">{base}')
    crane = resume_of(flying, tmp_path)
    assert crane.mobility.kind is MobilityKind.AERIAL
    assert crane.arms[0].highest == pytest.approx(1.9, abs=0.005)
    box = link("world") + joint("world", "deck", "floating", "0 0 0") + DECK
    # Nothing tells how this one moves: it is sent nowhere.
    assert resume_of(box, tmp_path).mobility.kind is MobilityKind.FIXED


def test_wheels_that_follow_others_carry_it_as_they_do(tmp_path: Path) -> None:
    tied = "".join(
        link(f"roll{n}", "0.1 0.04 0.1")
        + joint("deck", f"roll{n}", "continuous", f"{x} {y} 0.05", "0 1 0",
            '<limit effort="5" velocity="10"/>' + (mimic("roll0") if n else ""))
        for n, (x, y) in enumerate(((0.2, 0.2), (0.2, -0.2), (-0.2, 0.2), (-0.2, -0.2)))
    )  # fmt: skip
    cart = resume_of(DECK + tied, tmp_path)
    assert cart.mobility.kind is MobilityKind.WHEELED
    assert cart.mobility.max_speed == pytest.approx(10.0 * math.hypot(0.05, 0.05), abs=0.01)


def test_an_arm_that_only_follows_another_is_no_arm_of_its_own(tmp_path: Path) -> None:
    shadow = TWO_ARMS
    for part in ("upper", "lower", "palm"):
        shadow = shadow.replace(
            f'<child link="right_{part}"/>', f'<child link="right_{part}"/>{mimic(f"left_{part}")}'
        )
    twin = resume_of(shadow, tmp_path)
    assert [arm.name for arm in twin.arms] == ["left"]


def test_without_masses_nobody_knows_what_it_lifts_and_all_else_is_told(tmp_path: Path) -> None:
    bare = resume_of(TRACKED.replace("<inertial>", "<!--").replace("</inertial>", "-->"), tmp_path)
    (arm,) = bare.arms
    assert arm.payload is None
    assert can_lift(bare, 3.0).reason.endswith("no limit is known.")
    assert reach_at(bare, 0.9) == pytest.approx(0.9, abs=0.005)
    # What it does not know it announces as its card has it.
    assert capability_of(bare, Capability("tank", payload=4.0), arm).payload == 4.0


def test_an_arm_under_a_ceiling_reaches_nothing_that_is_known(tmp_path: Path) -> None:
    down = TWO_ARMS.replace("_wheel", "_knob").replace("0.2 1.0", "0.2 -2.0").replace(
        '"continuous"', '"fixed"')  # fmt: skip
    hanging = resume_of(down, tmp_path)
    assert hanging.mobility.kind is MobilityKind.FIXED
    for arm in hanging.arms:
        assert arm.lowest <= arm.highest
    assert not can_reach(hanging, 0.7, 0.3).can


MESH = '<collision><geometry><mesh filename="{}"/></geometry></collision>'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TRACKED.replace("hull", "${prefix}hull"), "xacro"),
        (TRACKED.replace('value="30"', 'value="$(arg mass)"'), "xacro"),
        (TRACKED.replace("<robot ", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" ').replace(
            "</robot>", '<xacro:arm prefix="a"/></robot>'), "xacro"),
        (TRACKED.replace("</link>", MESH.format("package://nowhere/a.stl") + "</link>", 1),
         "package://nowhere/a.stl"),
        (TRACKED.replace('lower="0" upper="1.0"', 'lower="2" upper="1.0"'), "mast_joint"),
        (TRACKED.replace('type="prismatic"', 'type="screw"', 1), "screw"),
        (TRACKED.replace('<child link="tube"/>', f'<child link="tube"/>{mimic("none")}'), "none"),
        (TRACKED.replace('<child link="tube"/>', f'<child link="tube"/>{mimic("tube")}'), "tube"),
        (TRACKED.replace('<mass value="30"/>', '<mass value="-1"/>'), "mass"),
        (TRACKED.replace('xyz="0 0 0.4"', 'xyz="0 0 nan"'), "nan"),
        (TRACKED.replace('<axis xyz="0 0 1"/>', '<axis xyz="0 0 0"/>'), "axis"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        resume_of(text, tmp_path)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


WORDS = ("arm", "leg", "wheel", "track", "rotor_1", "head", "robot1/base", "shoulder", "x",
    "finger", "torso_lift", "tool0", "ns/arm_3", "caster", "hip", "base_footprint")  # fmt: skip
KINDS = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
AXES = ("1 0 0", "0 1 0", "0 0 1", "0 -1 0", "0.6 0 0.8")
near = st.floats(-0.4, 0.4).map(lambda number: f"{number:.2f}")
size = st.floats(0.01, 0.6).map(lambda number: f"{number:.3f}")


@st.composite
def bodies(draw: st.DrawFn) -> str:
    """Return any tree of links: whatever joints, names and shapes, sound or not."""
    count = draw(st.integers(1, 12))
    names = [f"{draw(st.sampled_from(WORDS))}_{number}" for number in range(count)]
    parts = [
        draw(st.sampled_from((
            link(name), link(name, " ".join(draw(st.tuples(size, size, size)))),
            f'<link name="{name}"><collision><geometry><sphere radius="{draw(size)}"/></geometry>'
            "</collision></link>",
        )))
        for name in names
    ]  # fmt: skip
    for number in range(1, count):
        kind, axis = draw(st.sampled_from(KINDS)), draw(st.sampled_from(AXES))
        told = ""
        if kind in ("revolute", "prismatic"):
            low, high = sorted(draw(st.tuples(st.floats(-2.0, 1.0), st.floats(-1.0, 2.0))))
            told = limit(round(low, 2), round(high, 2), draw(st.sampled_from((0.0, 5.0, 100.0))))
        if number > 1 and kind not in ("fixed", "floating", "planar") and draw(st.booleans()):
            leader = names[draw(st.integers(1, number - 1))]
            told += mimic(leader, draw(st.sampled_from((1.0, -1.0, 0.5, 0.0))))
        parent = names[draw(st.integers(max(0, number - 2), number - 1))]
        at = " ".join(draw(st.tuples(near, near, near)))
        parts.append(joint(parent, names[number], kind, at, axis, told))
    return "".join(parts)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(bodies())
def test_of_any_tree_there_is_a_sound_resume_or_one_line(tmp_path: Path, body: str) -> None:
    try:
        resume = resume_of(body, tmp_path)
    except ConfigError as refused:
        said = str(refused)
        if "\n" in said:
            pytest.fail(said)
        return
    file = tmp_path / "resume.json"
    file.write_text(json.dumps(asdict(resume)), encoding="utf-8")
    assert load_config(file, Resume) == resume
    for arm in resume.arms:
        assert 0.0 <= arm.lowest <= arm.highest
        assert all(0.0 <= band.nearest <= band.farthest <= arm.radius + 0.01 for band in arm.bands)
    told = capability_of(resume, Capability("odd"), working_arm(resume))
    assert told.reach >= 0.0
    assert told.reach_min_height <= told.reach_max_height
    assert told.can_navigate is (resume.mobility.kind is not MobilityKind.FIXED)
