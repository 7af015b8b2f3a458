# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot can work out of its body and the scene, against geometry done by hand."""

import math
from dataclasses import replace

import pytest
from planner_views import LIFTER, house

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.with_model.emos import value_of
from adhoc_teamwork.adhoc_planner.prompt_context.body_numbers import BodyNumbers, resume_of
from adhoc_teamwork.teamwork.bodies.capability import Capability, MobilityKind
from adhoc_teamwork.teamwork.geometry import Point, Size
from adhoc_teamwork.teamwork.scene import Detection, Passage, Predicate, Room

WHEELS = replace(LIFTER, mobility=MobilityKind.WHEELED, step=0.03, width=0.4)
ROOMS = (
    Room("room_0", ((0, 0), (6, 0), (6, 6), (0, 6)), passages=(Passage("room_1", 0.18),)),
    Room("room_1", ((6, 0), (9, 0), (9, 6), (6, 6)), floor=2.7,
        passages=(Passage("room_0", 0.18),)),
)  # fmt: skip


def scene(body: Capability = WHEELS) -> PlannerView:
    """Return a bed against the upper wall with a mug 0.8 m from its left side, and a high jar."""
    bed = Detection("Bed_0", "Bed", Point(3, 5, 0.25), Size(2, 2, 0.5), room="room_0",
        support_height=0.5, is_receptacle=True)  # fmt: skip
    mug = Detection("Mug_0", "Mug", Point(2.8, 5, 0.55), Size(0.1, 0.1, 0.1), room="room_0",
        receptacle="Bed_0", receptacle_category="Bed", relation=Predicate.ON,
        pickupable=True)  # fmt: skip
    jar = replace(mug, object_id="Jar_0", position=Point(7, 3, 1.9), room="room_1", receptacle="")
    view = house()
    state = replace(view.state, room="room_0")
    return replace(view, rooms=ROOMS, capability=body, state=state, known_objects=(bed, mug, jar))


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        # 0.8 m to the bed's side, 0.2 m of body and 0.05 m beside it; farther from all others.
        ("stand_off(Mug_0)", "1.05"),
        ("reach(Mug_0) - stand_off(Mug_0)", "-0.25"),
        ("reach('Jar_0')", "0"),
        ("height(Mug_0)", "0.55"),
        ("height(Bed_0)", "0.5"),
        ("step_limit - way(Jar_0)", "-0.15"),
        ("way(Mug_0)", "0"),
        ("sight(Mug_0) <= 0 and payload > 1", "true"),
        ("reach(Plate_7)", "not worked out: «Plate_7: no such name»"),
        ("reach('Plate_7')", "not worked out: «reach: nothing called Plate_7 is known»"),
        ("__import__('os')", "not worked out: «__import__: no such function»"),
    ],
)
def test_expressions_come_to_what_geometry_says(expression: str, value: str) -> None:
    assert value_of(expression, BodyNumbers.of(scene())) == value


def test_a_body_decides_what_is_a_way_and_what_is_seen() -> None:
    legs = replace(WHEELS, mobility=MobilityKind.LEGGED, step=0.3)
    flier = replace(WHEELS, mobility=MobilityKind.AERIAL, step=0.0)
    for body, gets_up in ((WHEELS, False), (legs, True), (flier, True)):
        numbers = BodyNumbers.of(scene(body))
        assert (value_of("way(Jar_0) <= step_limit", numbers) == "true") is gets_up
    low = replace(
        WHEELS, camera_height=0.45, camera_pitch=math.radians(30), vertical_fov=math.radians(90)
    )
    assert float(value_of("sight(Jar_0)", BodyNumbers.of(scene(low)))) > 0.0
    assert value_of("sight(Mug_0)", BodyNumbers.of(scene(low))) == "0"


def test_a_resume_has_words_and_numbers_apart() -> None:
    parts = resume_of(WHEELS)
    assert [part.about for part in parts] == ["mobility", "perception", "manipulation"]
    assert not any(c.isdigit() for part in parts for c in part.summary)
    assert dict(parts[2].numbers)["reach_limit"] == "0.8 m"
    assert resume_of(Capability("eyes"))[2].numbers == ()
