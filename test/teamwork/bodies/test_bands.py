# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How far an arm gets, height by height: what is told of a resume answers as that does."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.bodies.bands import Band, band_at
from adhoc_teamwork.teamwork.bodies.capability import Capability, MobilityKind
from adhoc_teamwork.teamwork.bodies.embodiment import can_reach, reach_at, told_resume
from adhoc_teamwork.teamwork.bodies.resume import (
    ArmWorkspace,
    Mobility,
    Resume,
    capability_of,
    told_bands,
    working_arm,
)

HEIGHTS = tuple(round(0.05 * number, 2) for number in range(30))


@st.composite
def arms(draw: st.DrawFn) -> Resume:
    """Return a body whose arm gets ahead as an arc does: farthest at its shoulder's height."""
    shoulder, length = draw(st.floats(0.3, 1.2)), draw(st.floats(0.5, 1.2))
    nearest = draw(st.floats(0.0, 0.3))
    bands = tuple(
        Band(height, nearest, far)
        for height in HEIGHTS
        if (far := max(0.0, length**2 - (height - shoulder) ** 2) ** 0.5) > nearest
    )
    arm = ArmWorkspace("arm", "tip", 6, 0.0, 2.0, length, bands, payload=2.0)
    return Resume("x", Mobility(MobilityKind.WHEELED, False, 0.1, 0.5), (), (arm,))


def test_between_two_heights_it_is_between_and_beyond_the_ends_as_there() -> None:
    bands = (Band(0.0, 0.2, 0.6), Band(0.5, 0.1, 1.0))
    assert band_at(bands, 0.25) == Band(0.25, pytest.approx(0.15), pytest.approx(0.8))
    assert band_at(bands, -1.0) == bands[0]
    assert band_at(bands, 9.0) == bands[1]


@given(arms(), st.floats(0.0, 1.5))
def test_what_is_told_of_an_arm_reaches_as_far_as_the_arm(resume: Resume, height: float) -> None:
    told = capability_of(resume, Capability("x"), working_arm(resume))
    heard = told_resume("x", told)
    if told.reach_min_height <= height <= told.reach_max_height:
        assert reach_at(heard, height) == pytest.approx(reach_at(resume, height), abs=0.03)
        assert told.reach_at(height) >= told.reach - 0.006
    else:
        assert not can_reach(heard, height, told.reach).can


def test_a_cylinder_is_told_as_one() -> None:
    bands = tuple(Band(height, 0.0, 0.7) for height in HEIGHTS)
    assert told_bands(bands) == ()
    assert told_bands(()) == ()
    assert len(told_bands((*bands[:-1], replace(bands[-1], farthest=0.6)))) == 16
