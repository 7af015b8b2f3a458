# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What robots know of steps on their way before they drive, and where they stand on two levels."""

from dataclasses import replace

import pytest
from skills_fakes import ARM_CARD, ARMLESS_CARD, Bench, open_grid, scene, square_room, thing

from adhoc_teamwork.teamwork.bodies.capability import MobilityKind
from adhoc_teamwork.teamwork.bodies.resume import Mobility
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.maps.ground import Ground, Patch
from adhoc_teamwork.teamwork.maps.height_map import HeightMap
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import Stage, SubSkillKind

ABOVE, BELOW = square_room("room_1", 4, 0, 4), square_room("room_0", 0, 0, 4)
STAIRS = Patch("stairs", ((3.0, 1.0), (4.0, 1.0), (4.0, 3.0), (3.0, 3.0)), 0.0, 0.48, 0.0, 4)
LEGS = replace(ARM_CARD, mobility=Mobility(MobilityKind.LEGGED, True, 0.25, 0.6, step=0.13))
FLIES = replace(ARMLESS_CARD, mobility=Mobility(MobilityKind.AERIAL, True, 0.25, 1.3))
MUG = thing("Mug_0", 5.0, 1.8, 0.05, receptacle=FLOOR, room="room_1")
REFUSAL = (
    "{} is 0.48 m higher, by steps of 0.12 m; wheels climb steps of at most 0.03 m: "
    "leave it to a teammate that can."
)


def _bench(card: RobotCard, *patches: Patch) -> Bench:
    bench = Bench(card)
    raised = Patch("room_1", ABOVE.outline, 0.48)
    bench.world.ground = HeightMap.of(Ground((raised, *patches)), (0.0, 0.0, 8.0, 4.0))
    bench.world.graph = scene(MUG, rooms=(BELOW, ABOVE))
    bench.world.grid = open_grid(8.0)
    bench.world.pose = Pose(1.0, 2.0, 0.0)
    return bench


@pytest.mark.parametrize(
    ("kind", "arguments", "name"),
    [
        (SubSkillKind.GO_TO_ROOM, {"room_id": "room_1"}, "room_1"),
        (SubSkillKind.GO_TO_OBJECT, {"object_id": "Mug_0"}, "Mug_0"),
        (SubSkillKind.EXPLORE, {"room_id": "room_1"}, "room_1"),
    ],
)
def test_wheels_refuse_stairs_before_they_drive(
    kind: SubSkillKind, arguments: dict[str, str], name: str
) -> None:
    bench = _bench(ARM_CARD, STAIRS)
    result = bench.run(kind, **arguments)
    assert (result.stage, result.cause) == (Stage.PRECONDITION, Cause.UNREACHABLE)
    assert result.message == REFUSAL.format(name)
    assert bench.world.odometer == 0.0


def test_a_room_on_the_own_floor_is_not_refused() -> None:
    assert _bench(ARM_CARD, STAIRS).run(SubSkillKind.GO_TO_ROOM, room_id="room_0").success


@pytest.mark.parametrize("card", [LEGS, FLIES])
def test_legs_and_rotors_go_up(card: RobotCard) -> None:
    assert _bench(card, STAIRS).run(SubSkillKind.GO_TO_ROOM, room_id="room_1").success


def test_legs_are_told_of_a_ledge_without_stairs() -> None:
    result = _bench(LEGS).run(SubSkillKind.GO_TO_ROOM, room_id="room_1")
    assert "by steps of 0.48 m; its legs climb steps of at most 0.13 m" in result.message


def test_who_explores_the_house_leaves_out_what_it_cannot_get_to() -> None:
    bench = _bench(ARM_CARD, STAIRS)
    result = bench.run(SubSkillKind.EXPLORE)
    assert result.cause is not Cause.UNREACHABLE
    assert bench.world.pose is not None
    assert bench.world.pose.x < 4.0


def test_a_robot_stands_on_the_floor_that_a_thing_lies_on() -> None:
    bench = _bench(LEGS, STAIRS)
    # So near to the edge that most of what is within reach of the mug lies on the stairs.
    bench.world.graph = scene(replace(MUG, position=Point(4.3, 2.0, 0.05)), rooms=(BELOW, ABOVE))
    assert bench.run(SubSkillKind.GO_TO_OBJECT, object_id="Mug_0").success
    assert bench.world.pose is not None
    ground = bench.world.ground
    assert ground is not None
    assert ground.height(bench.world.pose.x, bench.world.pose.y) == pytest.approx(0.48)


def test_the_lowest_way_counts() -> None:
    steep = replace(STAIRS, outline=((3.0, 3.2), (4.0, 3.2), (4.0, 4.0), (3.0, 4.0)), steps=2)
    raised = Patch("room_1", ABOVE.outline, 0.48)
    low, high = Point(1.0, 2.0), Point(6.0, 2.0)
    bounds = (0.0, 0.0, 8.0, 4.0)
    for patches, step in (((steep,), 0.24), ((steep, STAIRS), 0.12), ((), 0.48)):
        ground = HeightMap.of(Ground((raised, *patches)), bounds)
        assert ground.least_step(low, high) == pytest.approx(step)
        assert ground.least_step(high, Point(7.5, 0.5)) == 0.0


def test_points_are_told_to_the_arm_with_their_height_in_the_map() -> None:
    world = _bench(ARM_CARD, STAIRS).world
    assert world.in_map(MUG.position).z == pytest.approx(0.53)
    world.ground = None
    assert world.in_map(MUG.position) == MUG.position
