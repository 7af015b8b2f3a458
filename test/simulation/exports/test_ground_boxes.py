# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Boxes of raised ground: as high as the ground everywhere, for Gazebo and Isaac Sim."""

import math
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.simulation.exports.exported_bodies import GROUND, bodies
from adhoc_teamwork.simulation.exports.ground_boxes import RAMP_STEP, ground_boxes
from adhoc_teamwork.simulation.gazebo.sdf_world import sdf_world
from adhoc_teamwork.simulation.houses.boxes import covers
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.teamwork.maps.ground import Ground, Patch

HOUSES = Path(__file__).parents[3] / "config" / "houses"
STEPS = Patch("steps", ((2.0, 0.0), (3.0, 0.0), (3.0, 1.0), (2.0, 1.0)), 0.0, 0.6, 0.0, 4)
LOFT = Patch("loft", ((3.0, 0.0), (6.0, 0.0), (6.0, 2.0), (4.0, 2.0), (4.0, 1.0), (3.0, 1.0)), 0.6)
WELL = Patch("well", ((5.0, 0.5), (5.5, 0.5), (5.5, 1.0), (5.0, 1.0)), 0.2)


def top(ground: Ground, x: float, y: float) -> float:
    return max((box.top for box in ground_boxes(ground) if covers(box, x, y)), default=0.0)


def turned(patch: Patch, angle: float) -> Patch:
    cos, sin = math.cos(angle), math.sin(angle)
    outline = tuple((cos * x - sin * y, sin * x + cos * y) for x, y in patch.outline)
    return Patch(patch.name, outline, patch.base, patch.rise, angle, patch.steps)


@settings(max_examples=60)
@given(
    x=st.floats(-1.0, 7.0), y=st.floats(-1.0, 3.0),
    patches=st.permutations([STEPS, LOFT, WELL]).map(lambda ps: [*ps[:2], WELL]),
)  # fmt: skip
def test_boxes_are_as_high_as_the_ground(x: float, y: float, patches: list[Patch]) -> None:
    ground = Ground(tuple(patches))
    near = [ground.height(x + dx, y + dy) for dx in (-0.01, 0.01) for dy in (-0.01, 0.01)]
    if max(near) == min(near):
        assert top(ground, x, y) == pytest.approx(near[0], abs=1e-6)


NEAR = (-1e-5, 0.0, 1e-5)


@pytest.mark.slow
@settings(max_examples=40)
@given(along=st.floats(0.01, 0.99), across=st.floats(0.02, 0.98), angle=st.floats(-3.1, 3.1))
def test_a_ramp_rises_in_steps_that_wheels_do_not_feel(
    along: float, across: float, angle: float
) -> None:
    outline = ((2.0, 0.0), (3.0, 0.0), (3.0, 1.0), (2.0, 1.0))
    ramp = turned(Patch("ramp", outline, 0.1, 0.5), angle)
    x, y = 2.0 + along, across
    point = (math.cos(angle) * x - math.sin(angle) * y, math.sin(angle) * x + math.cos(angle) * y)
    ground = Ground((ramp,))
    # Corners are rounded to a micrometre, so between two boxes there may be a hair.
    near = max(top(ground, point[0] + dx, point[1] + dy) for dx in NEAR for dy in NEAR)
    assert near == pytest.approx(ground.height(*point), abs=RAMP_STEP + 1e-4)


def test_a_house_on_several_heights_is_exported_with_them() -> None:
    house = load_house(HOUSES / "split_level.json")
    body = next(body for body in bodies(house) if body.name == GROUND)
    assert body.boxes == ground_boxes(house.ground) != ()
    world = ElementTree.fromstring(sdf_world(house, "split_level"))
    model = world.find(f"world/model[@name='{GROUND}']")
    assert model is not None
    assert len(model.findall("link/collision")) == len(body.boxes)


def test_a_house_on_one_floor_has_no_such_body() -> None:
    house = load_house(HOUSES / "two_rooms.json")
    assert GROUND not in [body.name for body in bodies(house)]
