# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.bodies.bands import Band
from adhoc_teamwork.teamwork.bodies.capability import Capability, MobilityKind
from adhoc_teamwork.teamwork.bodies.embodiment import (
    ASSUMED,
    can_go,
    can_lift,
    can_reach,
    can_see,
    told_resume,
)
from adhoc_teamwork.teamwork.bodies.resume import (
    ArmWorkspace,
    CameraView,
    Mobility,
    Resume,
    capability_of,
    working_arm,
)
from adhoc_teamwork.teamwork.maps.ground import LOWEST_STEP

CAMERA = CameraView(
    name="eye", height=1.0, lowest=1.0, highest=1.0, forward=0.0, left=0.0, yaw=0.0, pitch=0.0,
    horizontal_fov=1.2, vertical_fov=1.0, range=4.0,
)  # fmt: skip
ARM = ArmWorkspace(
    name="arm", tip="tip", joints=6, lowest=0.0, highest=1.2, radius=1.0, payload=2.0,
    bands=(Band(0.0, 0.2, 0.6), Band(0.5, 0.1, 1.0), Band(1.0, 0.3, 0.8), Band(1.2, 0.4, 0.5)),
)  # fmt: skip
WALKER = Resume("dog", Mobility(MobilityKind.LEGGED, True, 0.25, 0.6), (CAMERA,), (ARM,))
ROLLER = Resume("cart", Mobility(MobilityKind.WHEELED, False, 0.2, 0.4))


@pytest.mark.parametrize(
    ("height", "distance", "can", "limit"),
    [
        (0.5, 0.9, True, 1.0),
        (0.5, 1.1, False, 1.0),
        (0.5, 0.05, False, 0.1),
        (0.25, 0.79, True, 0.8),
        (0.25, 0.81, False, 0.8),
        (1.3, 0.4, False, 1.2),
        (-0.1, 0.4, False, 0.0),
    ],
)
def test_reach_is_told_with_its_limit(
    height: float, distance: float, can: bool, limit: float
) -> None:
    answer = can_reach(WALKER, height, distance)
    assert answer.can is can
    assert answer.limit == pytest.approx(limit)
    assert f"{limit:.2f}" in answer.reason


def test_without_a_distance_the_body_stands_as_near_as_it_can() -> None:
    assert can_reach(WALKER, 1.0).value == pytest.approx(0.3)
    assert can_reach(WALKER, 1.0).can
    # It need not stand nearer than its arm likes; a body that is too wide does not get near enough.
    assert can_reach(WALKER, 1.2).value == pytest.approx(0.4)
    wide = replace(WALKER, mobility=replace(WALKER.mobility, radius=0.5))
    assert not can_reach(wide, 1.2).can
    assert can_reach(WALKER, 1.25, 0.45, tolerance=0.1).can


def test_no_arm_no_reach_no_load() -> None:
    assert can_reach(ROLLER, 0.5).reason == "cart has no arm."
    assert not can_lift(ROLLER, 0.1).can


def test_loads_are_held_against_the_payload() -> None:
    assert can_lift(WALKER, 2.0).can
    heavy = can_lift(WALKER, 2.1)
    assert (heavy.can, heavy.limit) == (False, 2.0)
    unknown = replace(WALKER, arms=(replace(ARM, payload=None),))
    assert can_lift(unknown, 500.0).can


@given(height=st.floats(0.0, 2.5), distance=st.floats(0.1, 3.0))
def test_what_is_seen_is_within_half_the_field(height: float, distance: float) -> None:
    answer = can_see(WALKER, height, distance)
    angle = abs(math.atan2(1.0 - height, distance))
    assert answer.can == (angle <= 0.5)
    assert answer.value == pytest.approx(angle)
    assert answer.limit == 0.5


def test_a_head_that_tilts_and_lifts_sees_more() -> None:
    assert not can_see(WALKER, 2.4, 1.0).can
    tilting = replace(CAMERA, pitch_up=0.6)
    assert can_see(replace(WALKER, cameras=(tilting,)), 2.4, 1.0).can
    lifted = replace(CAMERA, highest=2.0)
    assert can_see(replace(WALKER, cameras=(lifted,)), 2.4, 1.0).can


def test_too_far_is_told_in_metres() -> None:
    answer = can_see(WALKER, 1.0, 5.0)
    assert (answer.can, answer.value, answer.limit) == (False, 5.0, 4.0)


def test_without_a_distance_it_looks_from_where_it_sees_best() -> None:
    assert can_see(WALKER, 2.0).can
    assert not can_see(WALKER, 4.0).can


def test_unknown_optics_are_said() -> None:
    blind = replace(WALKER, cameras=(replace(CAMERA, vertical_fov=None),))
    assert "no camera's field of view is known" in can_see(blind, 1.0).reason
    assert "it has no camera" in can_see(ROLLER, 1.0).reason


def test_ways_are_held_against_the_body() -> None:
    assert can_go(WALKER, stairs=True).can
    assert not can_go(ROLLER, stairs=True).can
    legs = replace(WALKER, mobility=replace(WALKER.mobility, step=0.13))
    assert can_go(legs, step=0.12).can
    high = can_go(legs, step=0.2)
    assert (high.can, high.value, high.limit) == (False, 0.2, 0.13)
    assert high.reason == "dog gets up steps of 0.13 m, not of 0.20 m."
    assert can_go(WALKER, step=0.2).can, "no limit is known"
    assert can_go(ROLLER, step=LOWEST_STEP).can
    assert not can_go(ROLLER, step=LOWEST_STEP + 0.01).can
    flies = replace(ROLLER.mobility, kind=MobilityKind.AERIAL, stairs=True)
    assert can_go(replace(ROLLER, mobility=flies), step=5.0).can
    steep = can_go(WALKER, slope=math.radians(40.0))
    assert steep.reason == "dog gets up ramps of 30 degrees, not of 40."
    assert not can_go(ROLLER, slope=math.radians(12.0)).can
    strong = replace(ROLLER, mobility=replace(ROLLER.mobility, slope=math.radians(15.0)))
    assert can_go(strong, slope=math.radians(12.0)).can
    narrow = can_go(WALKER, width=0.55)
    assert (narrow.can, narrow.limit) == (False, pytest.approx(0.6))
    low = can_go(WALKER, height=0.5)
    assert (low.can, low.limit) == (False, 0.6)
    fixed = replace(ROLLER, mobility=replace(ROLLER.mobility, kind=MobilityKind.FIXED))
    assert not can_go(fixed).can


def test_a_workspace_counts_where_it_reaches_well_ahead() -> None:
    # Three quarters of 1.0 m: 0.6 m at the floor is not enough, 0.8 m is.
    assert [band.height for band in ARM.working_bands()] == [0.5, 1.0]
    told = capability_of(WALKER, Capability("dog"), working_arm(WALKER))
    assert (told.reach, told.reach_min_height, told.reach_max_height) == (0.8, 0.5, 1.0)


@given(
    low=st.floats(0.0, 0.5), span=st.floats(0.1, 1.0), reach=st.floats(0.3, 1.5),
    payload=st.floats(0.1, 9.0),
)  # fmt: skip
def test_what_was_announced_comes_back(
    low: float, span: float, reach: float, payload: float
) -> None:
    low, high = round(low, 2), round(low + span, 2)
    announced = Capability(
        "robot",
        can_manipulate=True,
        reach=round(reach, 2),
        reach_min_height=low,
        reach_max_height=high,
        payload=round(payload, 2),
        mobility=MobilityKind.LEGGED,
        step=0.13,
        slope=round(math.radians(30.0), 3),
        width=0.5,
        height=0.6,
    )
    resume = told_resume("robot", announced)
    assert capability_of(resume, announced, working_arm(resume)) == announced


@pytest.mark.parametrize(
    "resume", [replace(WALKER, mobility=replace(WALKER.mobility, step=0.13)), ROLLER]
)
@pytest.mark.parametrize("step", [0.02, 0.12, 0.3])
def test_what_a_robot_tells_of_how_it_moves_answers_as_its_resume_does(
    resume: Resume, step: float
) -> None:
    told = capability_of(resume, Capability("robot"), working_arm(resume))
    heard = told_resume(resume.robot, told)
    assert can_go(heard, step=step).can is can_go(resume, step=step).can
    assert can_go(heard, width=0.55).can is can_go(resume, width=0.55).can
    for degrees in (5.0, 10.0, 20.0, 30.0, 40.0):
        slope = math.radians(degrees)
        assert can_go(heard, slope=slope).can is can_go(resume, slope=slope).can


def test_who_does_not_say_how_it_moves_is_taken_for_the_named_kind() -> None:
    assert told_resume("stranger", Capability("robot")).mobility.kind is ASSUMED
    fixed = told_resume("stranger", Capability("robot", can_navigate=False))
    assert not can_go(fixed).can
