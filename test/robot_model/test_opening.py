# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tests of how wide hands open: built of boxes whose gap is known."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.robot_model.hands import finger_joints
from adhoc_teamwork.robot_model.opening import opening_of
from adhoc_teamwork.robot_model.urdf.robot import load_robot

ASSUMED, WIDEST = 0.08, 0.15
LENGTHS, THICKNESSES = st.floats(0.05, 0.1), st.floats(0.005, 0.02)
ANGLES = st.floats(0.2, 0.6)


def box(x: float, y: float, z: float, ahead: float = 0.0) -> str:
    """Return a link's shape, metres, its middle so far along x."""
    return (
        f'<collision><origin xyz="{ahead} 0 0"/><geometry><box size="{x} {y} {z}"/></geometry>'
        "</collision>"
    )


def finger(
    name: str,
    at: tuple[float, float],
    shape: str,
    way: tuple[float, float],
    more: str = "",
    parent: str = "palm",
    kind: str = "revolute",
) -> str:
    """Return a link on a joint of its name at x and y of its parent; it turns about z."""
    return (
        f'<link name="{name}">{shape}</link><joint name="{name}_joint" type="{kind}">'
        f'<parent link="{parent}"/><child link="{name}"/><origin xyz="{at[0]} {at[1]} 0"/>'
        f'<axis xyz="0 0 1"/><limit lower="{way[0]}" upper="{way[1]}" effort="9" velocity="1"/>'
        f"{more}</joint>"
    )


def mimic(leader: str, factor: float = 1.0) -> str:
    """Return what makes a joint follow the one of a link."""
    return f'<mimic joint="{leader}_joint" multiplier="{factor}"/>'


def opening(parts: str, palm: str = "") -> float:
    """Return how wide the hand of such parts opens."""
    with TemporaryDirectory() as folder:
        urdf = Path(folder) / "r.urdf"
        urdf.write_text(f'<robot name="r"><link name="palm">{palm}</link>{parts}</robot>')
        model = load_robot(urdf, substitute_meshes=True)
        fingers = finger_joints(model)
        return opening_of(model, tuple(name for name in model.joints if name in fingers))


def two_fingers(
    length: float, thick: float, way: tuple[float, float], apart: float = 0.0, shape: str = ""
) -> str:
    """Return fingers on a hinge each, whose inner faces are so far apart at 0."""
    shape = shape or box(length, thick, 0.02, length / 2.0)
    at = (thick + apart) / 2.0
    other = (-way[1], -way[0])
    return finger("left_finger", (0.0, at), shape, way) + finger(
        "right_finger", (0.0, -at), shape, other, mimic("left_finger", -1.0)
    )


def rise(length: float, thick: float, angle: float) -> float:
    """Return how far the inner edge at the end of a finger gets as it turns from 0, metres."""
    return float(length * np.sin(angle) + thick / 2.0 * (1.0 - np.cos(angle)))


@given(LENGTHS, THICKNESSES, ANGLES)
def test_fingers_on_a_hinge_each_open_as_wide_as_their_tips_get(
    length: float, thick: float, angle: float
) -> None:
    found = opening(two_fingers(length, thick, (0.0, angle)))
    assert found == pytest.approx(2.0 * rise(length, thick, angle), rel=0.01)


@given(LENGTHS, THICKNESSES, ANGLES)
def test_it_is_no_matter_at_which_end_of_its_way_a_hand_is_open(
    length: float, thick: float, angle: float
) -> None:
    left, right = (
        finger(
            name,
            (0.0, side * (thick / 2.0 + rise(length, thick, angle))),
            f'<collision><origin xyz="{length / 2.0} 0 0"/><geometry>'
            f'<box size="{length} {thick} 0.02"/></geometry></collision>',
            (0.0, angle) if side < 0.0 else (-angle, 0.0),
            more,
        )
        for name, side, more in (
            ("left_finger", 1.0, ""),
            ("right_finger", -1.0, mimic("left_finger", -1.0)),
        )
    )
    # At 0 they are parallel, and open; they meet at their ends.
    found = opening(left + right)
    assert found == pytest.approx(2.0 * length * np.sin(angle), rel=0.12)


@given(st.floats(0.03, 0.08), LENGTHS, ANGLES)
def test_pads_that_stay_parallel_open_as_wide_as_their_bars_part_them(
    bar: float, length: float, angle: float
) -> None:
    pad = box(length, 0.01, 0.02, length / 2.0)
    parts = ""
    for name, side in (("left", 1.0), ("right", -1.0)):
        leads = "" if side > 0.0 else mimic("left_knuckle", -1.0)
        way = (0.0, angle) if side > 0.0 else (-angle, 0.0)
        parts += finger(f"{name}_knuckle", (0.0, side * 0.005), "", way, leads)
        parts += finger(
            f"{name}_finger",
            (bar, 0.0),
            pad,
            (-1.0, 1.0),
            mimic("left_knuckle", -side),
            f"{name}_knuckle",
        )
    assert opening(parts) == pytest.approx(2.0 * bar * np.sin(angle), rel=0.01)


@given(LENGTHS, THICKNESSES, st.floats(0.3, 1.4))
def test_a_jaw_opens_as_far_as_its_tip_rises_above_the_palm(
    length: float, thick: float, angle: float
) -> None:
    jaw = finger("jaw", (0.0, thick / 2.0), box(length, thick, 0.02, length / 2.0), (0.0, angle))
    found = opening(jaw, palm=box(0.3, 1e-3, 0.02))
    assert found == pytest.approx(rise(length, thick, angle), rel=0.03)


def test_the_back_of_a_jaw_is_no_finger() -> None:
    jaw = finger("jaw", (0.0, 0.005), box(0.12, 0.01, 0.02, 0.03), (0.0, 0.8))
    assert opening(jaw) == pytest.approx(rise(0.09, 0.01, 0.8), rel=0.03)


def test_fingers_that_would_overlap_open_from_where_they_touch() -> None:
    found = opening(two_fingers(0.08, 0.01, (-0.4, 0.5)))
    assert found == pytest.approx(2.0 * rise(0.08, 0.01, 0.5), rel=0.01)


def test_what_is_missing_between_fingers_that_are_shut_is_a_pad() -> None:
    found = opening(two_fingers(0.08, 0.01, (0.0, 0.5), apart=0.006))
    assert found == pytest.approx(2.0 * rise(0.08, 0.01, 0.5), rel=0.01)


def test_springs_further_out_stay_at_rest() -> None:
    shape = box(0.06, 0.01, 0.02, 0.03)
    parts = two_fingers(0.03, 0.01, (0.0, 0.5))
    for name in ("left", "right"):
        parts += finger(
            f"{name}_spring_finger", (0.03, 0.0), shape, (0.0, 0.7), "", f"{name}_finger"
        )
    assert opening(parts) == pytest.approx(2.0 * rise(0.09, 0.01, 0.5), rel=0.01)


def test_more_than_hands_open_is_not_believed() -> None:
    assert opening(two_fingers(0.2, 0.01, (-0.6, 0.6))) == WIDEST


@pytest.mark.parametrize(
    "shape",
    [
        "<inertial><mass value='0.1'/></inertial>",
        "<collision><geometry><mesh filename='package://nowhere/finger.stl'/></geometry>"
        "</collision>",
    ],
)
def test_shapes_that_are_not_known_tell_nothing(shape: str) -> None:
    assert opening(two_fingers(0.1, 0.01, (0.0, 0.7), shape=shape)) == ASSUMED


def test_hands_without_fingers_or_ends_tell_nothing() -> None:
    endless = finger("jaw", (0.0, 0.0), box(0.1, 0.01, 0.02, 0.05), (0.0, 0.7), kind="continuous")
    assert opening(endless) == opening("") == ASSUMED


def test_slides_open_by_their_strokes_whatever_their_shapes() -> None:
    slides = "".join(
        finger(name, (0.0, 0.0), box(0.1, 0.01, 0.02), (0.0, 0.03), kind="prismatic")
        for name in ("left_finger", "right_finger")
    )
    assert opening(slides) == pytest.approx(0.06)


def test_a_motors_slide_opens_no_fingers() -> None:
    slides = finger("gripper_motor", (0.0, 0.0), "", (0.0, 0.2), kind="prismatic")
    slides += finger("left_finger", (0.0, 0.0), "", (0.0, 0.04), kind="prismatic")
    assert opening(slides) == pytest.approx(0.04)
