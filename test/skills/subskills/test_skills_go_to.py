# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""GoToObject, GoToPoint, GoToRoom and Stop: success, and a failure of every stage."""

import math
from dataclasses import replace
from itertools import combinations

import pytest
from skills_fakes import (
    ARM_CARD,
    ARMLESS_CARD,
    SIDE_CARD,
    Bench,
    open_grid,
    scene,
    square_room,
    table,
    thing,
    with_box,
)

from adhoc_teamwork.skills.back_ends.motion import DONE, EndedMotion, Motion, Outcome
from adhoc_teamwork.skills.subskills.base_placement import BasePlacement
from adhoc_teamwork.teamwork.bodies.bands import Band
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size, normalize_angle
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import Stage, SubSkill, SubSkillKind

OBJECT, POINT = SubSkillKind.GO_TO_OBJECT, SubSkillKind.GO_TO_POINT
ROOM, STOP = SubSkillKind.GO_TO_ROOM, SubSkillKind.STOP
DESK = table("Desk_0", 3.0, 3.4, Size(1.2, 0.8, 0.7))


def desk_bench(card: RobotCard = ARM_CARD, *more: object) -> Bench:
    """Return a robot in a room of four metres with a desk."""
    bench = Bench(card)
    bench.world.graph = scene(DESK, *more, rooms=(square_room("room_0", 0, 0, 4),))  # type: ignore[arg-type]
    bench.world.grid = with_box(open_grid(), DESK)
    return bench


def test_go_to_object_ends_within_reach_and_facing_it() -> None:
    mug = thing("Mug_0", 2.6, 3.3, 0.75, receptacle="Desk_0")
    bench = desk_bench(ARM_CARD, mug)
    assert bench.run(OBJECT, object_id="Mug_0").success
    pose = bench.world.pose
    assert pose is not None
    assert pose.point.planar_distance_to(mug.position) <= ARM_CARD.capability.reach - 0.1
    assert abs(normalize_angle(pose.yaw - pose.heading_to(mug.position))) < 0.05
    assert bench.world.odometer > 1.0


@pytest.mark.parametrize("card", [ARM_CARD, ARMLESS_CARD])
def test_go_to_furniture_ends_near_enough(card: RobotCard) -> None:
    bench = desk_bench(card)
    result = bench.run(OBJECT, object_id="Desk_0")
    assert result.success, result
    pose = bench.world.pose
    assert pose is not None
    near = card.capability.reach or 1.0
    gap = max(abs(pose.x - 3.0) - 0.6, abs(pose.y - 3.4) - 0.4)
    assert card.body.radius <= gap <= near


def test_go_to_object_tries_other_places_and_then_says_unreachable() -> None:
    bench = desk_bench()
    bench.navigator.modes = ["abort", "reject", "succeed"]
    assert bench.run(OBJECT, object_id="Desk_0").success
    assert len(bench.navigator.goals) == 3
    bench = desk_bench()
    bench.navigator.modes = ["no_way"]
    result = bench.run(OBJECT, object_id="Desk_0")
    assert (result.stage, result.cause) == (Stage.EXECUTION, Cause.UNREACHABLE)
    assert 2 <= len(bench.navigator.goals) <= 5


def test_go_to_object_drives_to_where_the_hand_works_as_rehearsed() -> None:
    """From the left of the mug alone the arm has a way."""
    mug = thing("Mug_0", 2.6, 3.3, 0.75, receptacle="Desk_0")
    bench = desk_bench(ARM_CARD, mug)

    def from_the_left(point: Point, base: Pose) -> Outcome:
        return Outcome(base.x < point.x - 0.2, Cause.BLOCKED, "no plan")

    bench.hand.works_from = from_the_left
    assert bench.run(OBJECT, object_id="Mug_0").success
    assert bench.robot.pose().x < 2.4
    assert len(bench.navigator.goals) == 1


def test_places_well_apart_are_rehearsed_first() -> None:
    """What is in the arm's way from one place is so from just beside it, too."""
    mug = thing("Mug_0", 2.6, 3.3, 0.75, receptacle="Desk_0")
    bench, bases = desk_bench(ARM_CARD, mug), list[Pose]()

    def from_nowhere(_point: Point, base: Pose) -> Outcome:
        bases.append(base)
        return Outcome(False, Cause.BLOCKED, "no plan: a lamp")

    bench.hand.works_from = from_nowhere
    bench.run(OBJECT, object_id="Mug_0")
    first = bases[:3]
    apart = [one.point.planar_distance_to(two.point) for one, two in combinations(first, 2)]
    assert min(apart) >= 0.3


def test_go_to_object_says_that_the_arm_can_do_it_from_nowhere() -> None:
    """Once it has looked from near."""
    mug = thing("Mug_0", 2.6, 3.3, 0.75, receptacle="Desk_0")
    bench = desk_bench(ARM_CARD, mug)
    bench.hand.works_from = lambda _point, _base: Outcome(False, Cause.BLOCKED, "no plan: a lamp")
    result = bench.run(OBJECT, object_id="Mug_0")
    assert (result.stage, result.cause) == (Stage.EXECUTION, Cause.NO_BASE_POSE)
    assert "a lamp" in result.message
    assert len(bench.navigator.goals) == 1


def test_go_to_object_does_not_end_well_where_the_arm_cannot_do_it_after_all() -> None:
    """From afar it seems to work from each place, and from where the robot then stands it fails."""
    mug = thing("Mug_0", 2.6, 3.3, 0.75, receptacle="Desk_0")
    bench = desk_bench(ARM_CARD, mug)

    def from_elsewhere(_point: Point, base: Pose) -> Outcome:
        away = base.point.planar_distance_to(bench.robot.pose().point)
        return Outcome(away > 0.1, Cause.BLOCKED, "no plan: a lamp")

    bench.hand.works_from = from_elsewhere
    result = bench.run(OBJECT, object_id="Mug_0")
    assert (result.stage, result.cause) == (Stage.EXECUTION, Cause.NO_BASE_POSE)
    assert "a lamp" in result.message
    assert len(bench.navigator.goals) > 1


def test_go_to_object_believes_no_glance_that_the_arm_cannot_do_it() -> None:
    """From few seeds no plan is found although there is one: on the spot all are tried."""
    mug = thing("Mug_0", 2.6, 3.3, 0.75, receptacle="Desk_0")
    bench = desk_bench(ARM_CARD, mug)
    bench.hand.glances = False
    assert bench.run(OBJECT, object_id="Mug_0").success
    assert len(bench.navigator.goals) == 1


@pytest.mark.parametrize("glances", [True, False])
def test_where_the_arm_cannot_do_it_straight_ahead_the_robot_is_turned_aside(glances: bool) -> None:
    """By its own glance from afar, or by what it tries once it stands there."""
    mug = thing("Mug_0", 2.6, 3.3, 0.75, receptacle="Desk_0")
    bench = desk_bench(ARM_CARD, mug)
    bench.hand.glances = glances

    def past_its_shoulder(point: Point, base: Pose) -> Outcome:
        aside = normalize_angle(base.yaw - base.heading_to(point))
        return Outcome(abs(aside) > 0.2, Cause.BLOCKED, "no plan: its own camera")

    bench.hand.works_from = past_its_shoulder
    assert bench.run(OBJECT, object_id="Mug_0").success
    pose = bench.robot.pose()
    assert 0.2 < abs(normalize_angle(pose.yaw - pose.heading_to(mug.position))) < 0.5
    assert len(bench.navigator.goals) == (1 if glances else 2)


def test_an_arm_that_reaches_along_a_line_is_turned_until_that_is_over_the_thing() -> None:
    """A robot that is turned by a little less stands there for others."""
    mug = thing("Mug_0", 1.7, 1.0)
    bench = desk_bench(SIDE_CARD, mug)
    bench.world.pose = Pose(1.0, 1.0, math.pi / 2.0 + 0.1)

    def along_the_line(point: Point, base: Pose) -> Outcome:
        return Outcome(
            base.inverse().transform(point.x, point.y).x == pytest.approx(-0.1, abs=0.01)
        )

    bench.hand.works_from = along_the_line
    assert bench.run(OBJECT, object_id="Mug_0").success
    assert along_the_line(mug.position, bench.robot.pose()).success
    assert bench.robot.pose().point == Point(1.0, 1.0)


def test_with_a_full_hand_it_is_turned_until_a_free_spot_is_on_its_line() -> None:
    bench = desk_bench(SIDE_CARD)
    bench.hand.feel = True
    near = BasePlacement(bench.robot, DESK).poses()[0]
    bench.world.pose = replace(near, yaw=near.yaw + 0.3)
    assert not BasePlacement(bench.robot, DESK).spots_from(bench.robot.pose())
    assert bench.run(OBJECT, object_id="Desk_0").success
    assert BasePlacement(bench.robot, DESK).spots_from(bench.robot.pose())


@pytest.mark.parametrize("aside", [0.0, 0.1, -0.06])
def test_what_the_hand_has_by_its_side_is_brought_over_the_spot(aside: float) -> None:
    bench = desk_bench(SIDE_CARD)
    bench.hand.feel, bench.hand.held_aside = True, aside
    assert bench.run(OBJECT, object_id="Desk_0").success
    pose = bench.robot.pose()
    spot = BasePlacement(bench.robot, DESK).spots_from(pose)[0]
    assert pose.inverse().transform(spot.x, spot.y).x == pytest.approx(aside - 0.1, abs=0.04)


def test_go_to_object_does_not_move_when_it_is_there_already() -> None:
    mug = thing("Mug_0", 1.6, 1.0)
    bench = desk_bench(ARM_CARD, mug)
    assert bench.run(OBJECT, object_id="Mug_0").success
    assert bench.navigator.goals == []


def test_go_to_object_gives_up_when_the_object_goes() -> None:
    mug = thing("Mug_0", 2.6, 3.3, 0.75, receptacle="Desk_0")
    bench = desk_bench(ARM_CARD, mug)
    from adhoc_teamwork.teamwork.team.subskill import SubSkill

    bench.executor.start(SubSkill(OBJECT, object_id="Mug_0"))
    for _ in range(8):
        assert bench.step() is None
    bench.world.graph = scene(DESK, replace(mug, status=Presence.GONE))
    result = bench.finish()
    assert result.cause == Cause.LOST_OBJECT
    assert bench.navigator.drives[0].poll().cause is Cause.CANCELLED  # type: ignore[union-attr]


def test_go_to_object_follows_an_object_that_turns_out_to_be_elsewhere() -> None:
    mug = thing("Mug_0", 2.6, 3.3, 0.75, receptacle="Desk_0")
    bench = desk_bench(ARM_CARD, mug)
    from adhoc_teamwork.teamwork.team.subskill import SubSkill

    bench.executor.start(SubSkill(OBJECT, object_id="Mug_0"))
    for _ in range(8):
        bench.step()
    moved = replace(mug, position=Point(0.8, 3.0, 0.05), receptacle="Floor")
    bench.world.graph = scene(DESK, moved)
    assert bench.finish().success
    assert bench.world.pose is not None
    assert bench.world.pose.point.planar_distance_to(moved.position) <= 0.8


def test_go_to_object_drives_on_where_what_it_sees_better_shifts_a_little() -> None:
    mug = thing("Mug_0", 2.6, 3.3, 0.75, receptacle="Desk_0")
    bench = desk_bench(ARM_CARD, mug)
    bench.executor.start(SubSkill(OBJECT, object_id="Mug_0"))
    for _ in range(8):
        assert bench.step() is None
    bench.world.graph = scene(DESK, replace(mug, position=Point(2.4, 3.3, 0.75)))
    assert bench.finish().success
    assert len(bench.navigator.goals) == 1


def test_go_to_object_drives_on_where_furniture_turns_out_to_be_larger() -> None:
    bench = desk_bench(ARM_CARD)
    bench.executor.start(SubSkill(OBJECT, object_id="Desk_0"))
    for _ in range(8):
        assert bench.step() is None
    middle, size = DESK.position, DESK.size
    larger = replace(
        DESK,
        position=Point(middle.x + 0.35, middle.y, middle.z),
        size=Size(size.x + 0.7, size.y, size.z),
    )
    bench.world.graph = scene(larger)
    assert bench.finish().success
    assert len(bench.navigator.goals) == 1


def ends_short(bench: Bench, mug: Detection, short: float) -> None:
    """Have each drive end so far beyond its goal, metres, as seen from the mug."""
    exact = bench.navigator.go_to

    def go_to(goal: Pose) -> Motion:
        away = mug.position.planar_distance_to(goal.point)
        dx, dy = (goal.x - mug.position.x) / away, (goal.y - mug.position.y) / away
        return exact(replace(goal, x=goal.x + short * dx, y=goal.y + short * dy))

    bench.navigator.go_to = go_to  # type: ignore[method-assign]


def test_go_to_object_says_how_near_the_drive_had_to_end() -> None:
    mug = thing("Mug_0", 2.6, 3.3, 0.75, receptacle="Desk_0")
    bench = desk_bench(ARM_CARD, mug)
    ends_short(bench, mug, 0.4)
    result = bench.run(OBJECT, object_id="Mug_0")
    assert result.cause is Cause.TOO_FAR
    assert f"farther than {ARM_CARD.capability.reach - 0.005:.3f} m" in result.message


@pytest.mark.parametrize(("inside", "cause"), [(0.015, None), (-0.01, Cause.TOO_FAR)])
def test_where_no_drive_gets_nearer_being_within_reach_at_all_is_enough(
    inside: float, cause: Cause | None
) -> None:
    mug = thing("Mug_0", 2.9, 3.1, 0.75, receptacle="Desk_0")
    bench = desk_bench(ARM_CARD, mug)
    at = Pose(2.9, 3.1 - ARM_CARD.capability.reach + inside, math.pi / 2.0)
    bench.world.pose = at
    exact = bench.navigator.go_to
    bench.navigator.go_to = lambda _goal: exact(at)  # type: ignore[method-assign]
    assert bench.run(OBJECT, object_id="Mug_0").cause is cause


@pytest.mark.parametrize("reach", [0.36, 0.37, 0.38, 0.385, 0.39, 0.395, 0.4, 0.41, 0.42])
def test_a_drive_that_ends_a_little_short_ends_within_reach_all_the_same(reach: float) -> None:
    """Navigation may end 0.05 m off: only at the very edge of the reach that takes another."""
    mug = thing("Mug_0", 2.0, 1.5, 0.05)
    card = replace(ARM_CARD, capability=replace(ARM_CARD.capability, reach=reach))
    bench = desk_bench(card, mug)
    ends_short(bench, mug, 0.049)
    places = BasePlacement(bench.robot, mug).poses()
    assert places
    nearest = min(pose.point.planar_distance_to(mug.position) for pose in places)
    result = bench.run(OBJECT, object_id="Mug_0")
    assert result.cause is None
    goals = bench.navigator.goals
    if reach >= 0.38:
        assert nearest <= reach - bench.robot.settings.tight_margin
        assert len(goals) == 1
    else:
        assert len(goals) == 2
        assert goals[0].point.planar_distance_to(goals[1].point) <= 0.15


@pytest.mark.parametrize("inside", [0.0, 0.005, 0.01, 0.015, 0.025, 0.03])
def test_who_stands_just_too_far_off_drives_nearer(inside: float) -> None:
    mug = thing("Mug_0", 2.9, 3.1, 0.75, receptacle="Desk_0")
    bench = desk_bench(ARM_CARD, mug)
    reach = ARM_CARD.capability.reach
    bench.world.pose = Pose(2.9, 3.1 - reach + inside, math.pi / 2.0)
    assert bench.run(OBJECT, object_id="Mug_0").success
    assert (len(bench.navigator.goals) > 0) is (inside < bench.robot.settings.reach_slack)


@pytest.mark.parametrize(
    ("change", "stage", "cause"),
    [
        ("unknown", Stage.PRECONDITION, Cause.UNKNOWN_OBJECT),
        ("no_pose", Stage.PRECONDITION, Cause.NO_POSE),
        ("cannot_drive", Stage.PRECONDITION, Cause.CANNOT_NAVIGATE),
        ("walled_in", Stage.PLANNING, Cause.UNREACHABLE),
        ("missing", Stage.EXECUTION, Cause.SERVER_MISSING),
        ("stuck", Stage.EXECUTION, Cause.BLOCKED),
    ],
)
def test_go_to_object_says_what_is_wrong(change: str, stage: Stage, cause: Cause) -> None:
    card = ARM_CARD
    if change == "cannot_drive":
        card = replace(card, capability=replace(card.capability, can_navigate=False))
    bench = desk_bench(card)
    if change == "no_pose":
        bench.world.pose = None
    if change == "walled_in":
        bench.world.grid = open_grid(value=100)
    if change in ("missing", "stuck"):
        bench.navigator.modes = ["missing" if change == "missing" else "silent"]
    result = bench.run(OBJECT, object_id="Lamp_0" if change == "unknown" else "Desk_0")
    assert (result.stage, result.cause) == (stage, cause), result
    assert result.message.endswith(".") or stage is Stage.EXECUTION


def test_go_to_point_turns_the_displacement_by_the_robots_yaw() -> None:
    bench = Bench(pose=Pose(1.0, 1.0, math.pi / 2))
    result = bench.run(POINT, dx=1.0, dy=0.5)
    assert result.success
    assert bench.navigator.goals[0].x == pytest.approx(0.5)
    assert bench.navigator.goals[0].y == pytest.approx(2.0)
    assert result.path_length == pytest.approx(math.hypot(1.0, 0.5), abs=0.05)
    assert result.duration == pytest.approx(result.path_length / 0.6, abs=0.5)


@pytest.mark.parametrize("length", [11.0, math.nan, math.inf])
def test_go_to_point_refuses_absurd_displacements(length: float) -> None:
    result = Bench().run(POINT, dx=length)
    assert (result.stage, result.cause) == (Stage.PRECONDITION, Cause.BAD_ARGUMENT)


def test_go_to_point_moves_off_furniture_a_little_but_not_far() -> None:
    bench = desk_bench()
    bench.world.pose = Pose(3.0, 1.5, math.pi / 2)
    assert bench.run(POINT, dx=1.3).success
    goal = bench.navigator.goals[0]
    assert bench.world.grid is not None
    cell = bench.world.grid.cell(goal.point)
    assert cell is not None
    assert bench.world.grid.clearance[cell] >= 0.3
    bench.world.pose = Pose(3.0, 1.5, math.pi / 2)
    result = bench.run(POINT, dx=1.9)
    assert (result.stage, result.cause) == (Stage.PLANNING, Cause.UNREACHABLE)


def test_go_to_point_fails_when_the_drive_does() -> None:
    for mode, cause in (
        ("reject", Cause.NAVIGATION_REJECTED),
        ("abort", Cause.NAVIGATION_ABORTED),
        ("no_way", Cause.UNREACHABLE),
    ):
        bench = Bench()
        bench.navigator.modes = [mode]
        result = bench.run(POINT, dx=1.0)
        assert (result.stage, result.cause) == (Stage.EXECUTION, cause)


@pytest.mark.parametrize("name", ["room_1", "Kitchen"])
@pytest.mark.parametrize("mapped", [True, False])
def test_go_to_room_by_id_or_type(name: str, mapped: bool) -> None:
    rooms = (square_room("room_0", 0, 0, 4), square_room("room_1", 4, 0, 4, "Kitchen"))
    bench = Bench()
    bench.world.graph = scene(rooms=rooms)
    bench.world.grid = open_grid(8.0, 4.0) if mapped else None
    assert bench.run(ROOM, room_id=name).success
    assert bench.world.pose is not None
    assert rooms[1].contains(bench.world.pose.point)


def test_go_to_room_is_content_inside_and_knows_its_rooms() -> None:
    bench = Bench(pose=Pose(2.0, 2.0))
    bench.world.graph = scene(rooms=(square_room("room_0", 0, 0, 4, "Bedroom"),))
    assert bench.run(ROOM, room_id="room_0").success
    assert bench.navigator.goals == []
    result = bench.run(ROOM, room_id="room_7")
    assert (result.stage, result.cause) == (Stage.PRECONDITION, Cause.UNKNOWN_ROOM)
    assert "room_0 (Bedroom)" in result.message


def test_stop_succeeds_at_once_when_still_and_says_when_not() -> None:
    bench = Bench()
    result = bench.run(STOP)
    assert result.success
    assert result.duration < 0.2
    bench.world.speed = 0.4
    result = bench.run(STOP)
    assert (result.success, result.cause) == (False, Cause.TIMEOUT)


def test_what_the_arm_cannot_get_to_by_its_height_is_refused_before_driving() -> None:
    shelf = table("Shelf_0", 3.0, 3.4, Size(1.2, 0.8, 1.5))
    vase = thing("Vase_0", 3.0, 3.4, 1.6, receptacle="Shelf_0")
    for object_id, holds, refused in (
        ("Vase_0", False, True),
        ("Shelf_0", True, True),
        ("Shelf_0", False, False),
    ):
        bench = Bench()
        bench.hand.feel = holds
        bench.world.graph = scene(shelf, vase, rooms=(square_room("room_0", 0, 0, 4),))
        bench.world.grid = with_box(open_grid(), shelf)
        result = bench.run(OBJECT, object_id=object_id)
        if not refused:
            assert result.success, result
            continue
        assert (result.stage, result.cause) == (Stage.PRECONDITION, Cause.TOO_HIGH)
        assert "1.00 m" in result.message
        assert bench.navigator.goals == []


def test_a_nook_that_leaves_no_comfortable_place_is_still_gone_to() -> None:
    mug = thing("Mug_0", 2.0, 3.25, 0.75)
    bench = Bench(pose=Pose(2.0, 1.0, 0.0))
    grid = open_grid()
    cells = grid.cells.copy()
    cells[26:, :] = 100
    cells[:, :13] = cells[:, 27:] = 100
    bench.world.grid = replace(grid, cells=cells)
    bench.world.graph = scene(mug, rooms=(square_room("room_0", 0, 0, 4),))
    result = bench.run(OBJECT, object_id="Mug_0")
    assert result.success is False
    cells = grid.cells.copy()
    cells[28:, :] = 100
    bench.world.grid = replace(grid, cells=cells)
    result = bench.run(OBJECT, object_id="Mug_0")
    assert result.success, result


def test_a_place_from_which_the_object_is_too_far_is_not_driven_to_again() -> None:
    bench = desk_bench(ARM_CARD, thing("Mug_0", 2.6, 3.3, 0.75, receptacle="Desk_0"))
    go_to = bench.navigator.go_to
    short = Pose(1.6, 2.0, 0.0)

    def stops_short(pose: Pose):  # type: ignore[no-untyped-def]
        return go_to(short if len(bench.navigator.goals) == 0 else pose)

    bench.navigator.go_to = stops_short  # type: ignore[method-assign]
    assert bench.run(OBJECT, object_id="Mug_0").success
    assert len(bench.navigator.goals) == 2


def test_a_place_beside_which_every_drive_ends_too_far_away_is_not_aimed_at_again() -> None:
    bench = desk_bench(ARM_CARD, thing("Mug_0", 2.6, 3.3, 0.75, receptacle="Desk_0"))
    go_to = bench.navigator.go_to
    aimed: list[Pose] = []

    def stops_beside_the_first(pose: Pose):  # type: ignore[no-untyped-def]
        aimed.append(pose)
        near_first = pose.point.planar_distance_to(aimed[0].point) < 0.35
        return go_to(Pose(pose.x, pose.y - 0.5, pose.yaw) if near_first else pose)

    bench.navigator.go_to = stops_beside_the_first  # type: ignore[method-assign]
    assert bench.run(OBJECT, object_id="Mug_0").success
    assert len(aimed) == 2


@pytest.mark.parametrize(
    ("mate", "leaves", "waits"),
    [((2.0, 3.0), True, 2.0), ((2.0, 3.0), False, 5.0), ((0.5, 0.5), False, 0.0)],
    ids=["it moves on", "it stays", "it is nowhere near"],
)
def test_where_no_way_leads_a_teammate_nearby_may_move_on_first(
    mate: tuple[float, float], leaves: bool, waits: float
) -> None:
    bench = desk_bench()
    bench.world.teammates = (Point(*mate),)
    began, go_to = bench.clock(), bench.navigator.go_to

    def none_leads_past_it(pose: Pose) -> Motion:
        if bench.world.teammates:
            return EndedMotion(Outcome(False, Cause.UNREACHABLE, "no way leads there"))
        return go_to(pose)

    bench.navigator.go_to = none_leads_past_it  # type: ignore[method-assign]
    bench.executor.start(SubSkill(OBJECT, "Desk_0"))
    result = bench.step()
    while result is None and bench.clock() - began < waits:
        result = bench.step()
    if leaves:
        bench.world.teammates = ()
    result = result or bench.finish()
    assert (result.success, result.cause) == (leaves, None if leaves else Cause.UNREACHABLE)
    assert leaves or waits <= bench.clock() - began < waits + 1.0


@pytest.mark.parametrize("more", [0.0, 0.4])
def test_where_no_way_leads_what_looks_otherwise_by_now_is_tried_anew(more: float) -> None:
    """A teammate had seen a toilet's tank; from near the robot saw the bowl before it."""
    bench = desk_bench(ARM_CARD)
    middle, size = DESK.position, DESK.size
    larger = replace(
        DESK,
        position=replace(middle, y=middle.y - more / 2.0),
        size=replace(size, y=size.y + more),
    )
    go_to, refused = bench.navigator.go_to, list[Pose]()

    def only_to_what_was_seen_whole(pose: Pose) -> Motion:
        if len(refused) == bench.robot.settings.approach_attempts:
            return go_to(pose)
        refused.append(pose)
        bench.world.graph = scene(larger, rooms=(square_room("room_0", 0, 0, 4),))
        return EndedMotion(Outcome(False, Cause.UNREACHABLE, "no way leads there"))

    bench.navigator.go_to = only_to_what_was_seen_whole  # type: ignore[method-assign]
    result = bench.run(OBJECT, object_id="Desk_0")
    assert (result.success, result.cause) == ((True, None) if more else (False, Cause.UNREACHABLE))
    assert len(bench.navigator.goals) == (1 if more else 0)


def test_where_no_way_leads_unseen_floor_is_looked_at_before_the_robot_gives_up() -> None:
    """A cupboard that nobody saw stands on one side of the desk; on the other side is room."""
    bench = desk_bench(ARM_CARD, thing("Mug_0", 3.0, 3.1, 0.75, receptacle="Desk_0"))
    seen = bench.world.grid
    assert seen is not None
    cells = seen.cells.copy()
    cells[22:29, 20:30] = 100
    there = replace(seen, cells=cells, stamp=1e9)
    cells = seen.cells.copy()
    cells[20:, 18:] = -1
    bench.world.grid = replace(seen, cells=cells)
    go_to, looked = bench.navigator.go_to, list[Pose]()

    def knows_more(pose: Pose) -> Motion:
        row, column = there.cell(pose.point) or (0, 0)
        if there.clearance[row, column] < ARM_CARD.body.radius:
            bench.navigator.goals.append(pose)
            return EndedMotion(Outcome(False, Cause.NAVIGATION_REJECTED, "it does not fit"))
        if bench.world.grid is not there and pose.point.planar_distance_to(Point(3.0, 3.1)) > 0.8:
            looked.append(pose)
            bench.world.grid = there
        return go_to(pose)

    bench.navigator.go_to = knows_more  # type: ignore[method-assign]
    result = bench.run(OBJECT, object_id="Mug_0")
    assert result.success, result
    assert len(looked) == 1
    # All is seen now and no way leads there still: it does not look again.
    bench.navigator.go_to = go_to  # type: ignore[method-assign]
    bench.navigator.modes, bench.world.pose = ["no_way"], Pose(1.0, 1.0, 0.0)
    assert bench.run(OBJECT, object_id="Mug_0").cause is Cause.UNREACHABLE
    assert not any("looks at the floor" in text for text in bench.texts[-50:])


def test_an_arm_that_reaches_farther_at_a_height_may_stand_farther_off() -> None:
    bands = (Band(0.0, 0.0, 0.6), Band(0.7, 0.0, 1.0), Band(1.4, 0.0, 0.6))
    can = replace(ARM_CARD.capability, reach=0.6, reach_bands=bands)
    mug = thing("Mug_0", 3.0, 3.55, 0.75, receptacle="Desk_0")
    for card, succeeds in (
        (replace(ARM_CARD, capability=can), True),
        (replace(ARM_CARD, capability=replace(can, reach_bands=())), False),
    ):
        bench = desk_bench(card, mug)
        assert bench.run(OBJECT, object_id="Mug_0").success is succeeds


def carrying_bench(needs: float) -> Bench:
    """Return a robot before a desk with a bat in its hand, which is drawn in `needs` m from it."""
    bench = desk_bench()
    bench.hand.feel, start = True, Pose(3.0, 2.5, math.pi / 2.0)
    bench.world.pose = start

    def room() -> bool:
        here = bench.world.pose
        return here is not None and here.point.planar_distance_to(start.point) > needs

    bench.hand.room = room
    return bench


def test_where_there_is_no_room_to_draw_in_a_load_the_robot_backs_up_first() -> None:
    bench = carrying_bench(0.4)
    headings = []
    bench.executor.start(SubSkill(POINT, dx=-1.5))
    while bench.step() is None and not bench.navigator.goals:
        assert bench.world.pose is not None
        headings.append(bench.world.pose.yaw)
    assert bench.navigator.backed == [0.5]
    assert bench.hand.tucked == 2
    assert headings == pytest.approx([math.pi / 2.0] * len(headings)), "it must not turn with it"
    assert bench.finish().success
    assert bench.hand.sticks_out is False


def test_with_something_behind_it_a_robot_backs_up_less() -> None:
    bench = carrying_bench(0.2)
    bench.navigator.modes = ["abort", "succeed"]
    assert bench.run(POINT, dx=-1.5).success
    assert bench.navigator.backed == [0.5, 0.25]


def test_a_robot_backs_up_a_metre_at_the_most() -> None:
    bench = carrying_bench(0.9)
    assert bench.run(POINT, dx=-1.5).success
    assert bench.navigator.backed == list(bench.robot.settings.retreat)
    assert sum(bench.navigator.backed) == 1.0
    assert bench.hand.sticks_out is False


def test_where_backing_up_makes_no_room_it_is_not_tried_there_again() -> None:
    bench = carrying_bench(9.0)
    retreat = list(bench.robot.settings.retreat)
    bench.navigator.modes = ["abort", "abort", "abort", "succeed"]
    for _ in range(2):
        assert bench.run(POINT, dx=-0.1).success
        assert bench.navigator.backed == retreat
    assert bench.run(POINT, dx=-1.0).success
    assert bench.navigator.backed == retreat
    assert bench.run(POINT, dx=0.5).success
    assert bench.navigator.backed == [*retreat, *retreat], "there may be room about another place"


class Sudden:
    """Drive to a place at once; odometry tells of it later."""

    ready = True

    def go_to(self, pose: Pose) -> Motion:
        del pose
        return EndedMotion(DONE)

    def back_up(self, distance: float) -> Motion:
        del distance
        return EndedMotion(DONE)

    def clear(self) -> None:
        pass


def test_where_a_drive_ended_is_told_by_odometry_from_after_it() -> None:
    bench = Bench()
    bench.robot.navigator = Sudden()
    bench.executor.start(SubSkill(SubSkillKind.GO_TO_POINT, dx=1.0))
    assert bench.step() is None
    bench.world.pose = Pose(2.0, 1.0, 0.0)
    assert bench.finish().success
    bench.odometry_comes = False
    bench.executor.start(SubSkill(SubSkillKind.GO_TO_POINT, dx=1.0))
    assert bench.finish(most=200).cause == Cause.NAVIGATION_ABORTED
