# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The hand that moves joints: plans are real, the controllers are scripted."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from fake_controllers import ABORTED, FakeControllers
from raised_robot import raised_quadruped
from skills_fakes import scene, square_room, thing

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.skills.arms.from_urdf import load_arms
from adhoc_teamwork.skills.arms.search import never
from adhoc_teamwork.skills.back_ends.motion import DONE, Motion, Outcome
from adhoc_teamwork.skills.belief.grid import SemanticGrid
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.grasping import hand_plan
from adhoc_teamwork.skills.grasping.carrying import sticking_out
from adhoc_teamwork.skills.grasping.grasps import Item, grasps, item_box
from adhoc_teamwork.skills.grasping.hand_plan import HandPlan, HandPlanner, Held
from adhoc_teamwork.skills.grasping.joint_hand import JointHand
from adhoc_teamwork.skills.grasping.pick_and_place import Care, are_alike, loaded
from adhoc_teamwork.skills.grasping.surroundings import Scene
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.causes import Cause

ROBOTS = Path(__file__).parents[3] / "config" / "robots"
MUG = Point(1.6, 1.0, 0.45)
STOWED = np.array(load_robot_card(ROBOTS / "quadruped.yaml").stowed)


@pytest.fixture(scope="module")
def planner() -> HandPlanner:
    return HandPlanner(load_arms(ROBOTS / "quadruped.urdf", payload=3.0)[0], STOWED)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "height", "away"),
    [
        ((0.31, 0.41, 0.1), 0.06, 0.6),
        ((0.31, 0.41, 0.1), 0.06, 0.62),
        ((0.46, 0.31, 0.1), 0.06, 0.64),
        ((0.24, 0.24, 0.02), 0.15, 0.69),
        ((0.12, 0.13, 0.14), 0.07, 0.6),
    ],
)
def test_wide_low_things_are_taken_by_their_edge(
    planner: HandPlanner, size: tuple[float, float, float], height: float, away: float
) -> None:
    """Pillows, a plate and an apple in the way in which robots stood before them in whole runs."""
    low = thing("Pillow_0", away, 0.0, height, size=Size(*size), receptacle="Floor")
    before = Scene(Pose(0.0, 0.0), STOWED, scene(low))
    plan = planner.grasp(before, low.position, lambda: False)
    assert [stage.name for stage in plan.stages][:3] == ["pre-grasp", "approach", "lift"]


def test_a_hand_gets_to_a_thing_wherever_the_urdf_has_its_root(
    planner: HandPlanner, tmp_path: Path
) -> None:
    urdf = raised_quadruped(tmp_path).with_suffix(".urdf")
    raised = HandPlanner(load_arms(urdf, payload=3.0)[0], STOWED)
    before = Scene(Pose(0.0, 0.0), STOWED, scene(thing("Mug_0", 0.6, 0.0, 0.45)))
    plan = raised.grasp(before, Point(0.6, 0.0, 0.45), never)
    (approach,) = (stage for stage in plan.stages if stage.name == "approach")
    end = planner.arm.tool_poses(approach.motion.positions[-1:])[0]
    assert end[:3, 3] == pytest.approx([0.6, 0.0, 0.45], abs=0.08)


@pytest.mark.parametrize("away", [0.52, 0.58, 0.64])
@pytest.mark.parametrize("size", [(0.25, 0.36, 0.03), (0.62, 0.27, 0.04)])
def test_a_glance_tells_that_flat_things_on_the_floor_can_be_taken(
    planner: HandPlanner, size: tuple[float, float, float], away: float
) -> None:
    """A laptop and a racket: they have a hundred edges and sides to be taken by."""
    flat = thing("Laptop_0", away, 0.0, size[2] / 2.0, size=Size(*size), receptacle="Floor")
    before = Scene(Pose(0.0, 0.0), STOWED, scene(flat))
    assert planner.grasp(before, flat.position, never, Care.GLANCE).held is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "height", "top"),
    [
        ((0.24, 0.24, 0.18), 0.45, 0.8),
        ((0.24, 0.24, 0.02), 0.5, 0.9),
        ((0.06, 0.06, 0.9), 0.45, 0.75),
    ],
)
def test_what_is_held_too_low_or_too_high_to_stand_upright_is_laid_down(
    planner: HandPlanner, size: tuple[float, float, float], height: float, top: float
) -> None:
    """A pot and a plate on a counter, and a bat that stands taller than the arm reaches."""
    low = thing("Held_0", 0.6, 0.0, height, size=Size(*size))
    held = planner.grasp(Scene(Pose(0.0, 0.0), STOWED, scene(low)), low.position, never).held
    counter = thing("CounterTop_0", 0.85, 0.0, top / 2.0, size=Size(0.6, 1.5, top))
    before = Scene(Pose(0.0, 0.0), STOWED, scene(replace(counter, pickupable=False)))
    spot = Point(0.7, 0.0, top + 0.06)
    plan = planner.release(before, spot, held, never, Care.REHEARSE)
    assert plan.held is None


@pytest.mark.slow
def test_what_was_taken_from_between_boards_is_drawn_straight_out_before_it_is_stowed(
    planner: HandPlanner,
) -> None:
    """A book in a shelf: no search found the way out, and the arm was stowed through the shelf."""

    def board(name: str, y: float, z: float, wide: float, high: float) -> Detection:
        return thing(name, 0.8, y, z, size=Size(0.3, wide, high), pickupable=False)

    book = thing("Book_0", 0.72, 0.0, 0.5, size=Size(0.04, 0.2, 0.16))
    boards = (
        board("Bottom_0", 0.0, 0.41, 0.4, 0.02), board("Top_0", 0.0, 0.7, 0.4, 0.02),
        board("Left_0", 0.2, 0.5, 0.02, 1.0), board("Right_0", -0.2, 0.5, 0.02, 1.0),
    )  # fmt: skip
    before = Scene(Pose(0.0, 0.0), STOWED, scene(book, *boards))
    plan = planner.grasp(before, book.position, never)
    names = [stage.name for stage in plan.stages]
    assert names == ["pre-grasp", "approach", "lift", "draw in", "stow"]
    out = plan.stages[3].motion.positions
    way = planner.arm.tool_poses(out)[:, :3, 3]
    course = (way[-1] - way[0]) / np.linalg.norm(way[-1] - way[0])
    assert np.linalg.norm(np.cross(way - way[0], course), axis=1).max() < 0.01
    assert np.hypot(*way[-1, :2]) < np.hypot(*way[0, :2]) - 0.05


@pytest.mark.slow
def test_a_bat_lifted_beside_a_wall_is_drawn_in(planner: HandPlanner) -> None:
    """No search found how to begin, and the robot turned and drove with it held out by 0.9 m."""

    def solid(name: str, x: float, y: float, z: float, *size: float) -> Detection:
        return thing(name, x, y, z, size=Size(*size), pickupable=False)

    around = (
        solid("HousePlant_0", 3.71, 7.53, 0.49, 0.48, 0.56, 0.92),
        solid("SideTable_1", 5.02, 7.88, 0.27, 0.28, 0.34, 0.46),
    )
    cells = np.zeros((25, 25), dtype=np.int8)
    cells[:16, 18] = 100  # x 4.8 to 4.9, y 6.0 to 7.6
    cells[20, 13:16] = 100  # x 4.3 to 4.6, y 8.0 to 8.1
    grid = SemanticGrid(cells, GridFrame.of_corner(3.0, 6.0, 0.1, cells.shape))
    in_hand = np.eye(4)
    in_hand[:3] = [[0.0, 1.0, 0.0, 0.0247], [-1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.1995]]
    bat = Item("BaseballBat_0", (4.778, 8.005, 0.4016), (0.0785, 0.0892, 0.7984))
    state = np.array([-0.1802, -0.3523, 1.5229, -0.5736, -1.2295, 0.213])
    before = Scene(Pose(4.4806, 7.2219, 1.2141), state, scene(*around), grid)
    plan = planner.tuck(before, Held(bat, in_hand), never)
    stages = plan.stages
    assert [stage.name for stage in stages] == ["draw in", "stow"]
    assert not plan.sticks_out
    ends = np.stack([state, stages[-1].motion.positions[-1]])
    held_out, drawn_in = sticking_out(loaded(planner.arm, bat, in_hand), ends)
    assert held_out > 0.85
    assert drawn_in < 0.5
    again = Scene(before.base, ends[1], scene(*around), grid)
    assert planner.tuck(again, plan.held, never).stages == (), "nowhere does it stick out less"


@pytest.mark.slow
def test_a_bat_that_no_short_search_draws_in_is_drawn_in_by_a_long_one(
    planner: HandPlanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taken off the floor by its end, and in the open: it was driven about 1.2 m ahead."""
    in_hand = np.eye(4)
    in_hand[:3] = [
        [0.1365, -0.2198, -0.966, 0.1446], [0.8498, 0.527, 0.0002, -0.2197],
        [0.5091, -0.8209, 0.2587, 0.4041],
    ]  # fmt: skip
    bat = Item("BaseballBat_0", (0.7, 0.0, 0.045), (0.081, 0.959, 0.09))
    state = np.array([1.6374, -0.5278, 2.4442, -2.4487, 0.4162, -2.1513])
    before, held = Scene(Pose(0.0, 0.0), state, scene()), Held(bat, in_hand)
    plan = planner.tuck(before, held, never)
    assert not plan.sticks_out
    ends = np.stack([state, plan.stages[-1].motion.positions[-1]])
    held_out, drawn_in = sticking_out(loaded(planner.arm, bat, in_hand), ends)
    assert held_out > 1.1
    assert drawn_in < 0.6
    monkeypatch.setattr(hand_plan, "_PATIENCE", 1)
    with pytest.raises(ArmFailure, match="no way"):
        planner.tuck(before, held, never)


def test_what_there_is_no_room_to_draw_in_sticks_out(
    planner: HandPlanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    mug = thing("Mug_0", 0.6, 0.0, 0.45)
    before = Scene(Pose(0.0, 0.0), STOWED, scene(mug))

    def no_way(*_: object) -> None:
        raise ArmFailure(Step.SEARCH, Cause.BLOCKED, "no way")

    assert not planner.grasp(before, mug.position, never).sticks_out
    monkeypatch.setattr(planner, "_whole_way", no_way)
    part = planner.grasp(before, mug.position, never)
    assert part.sticks_out
    assert [stage.name for stage in part.stages][-1] == "stow"
    monkeypatch.setattr(planner, "_first_part", no_way)
    none = planner.grasp(before, mug.position, never)
    assert none.sticks_out
    assert [stage.name for stage in none.stages] == ["pre-grasp", "approach", "lift"]


class LowPlanner(HandPlanner):
    """Plan as if the arm did not get above a height, metres, for a reason."""

    def __init__(self, planner: HandPlanner, highest: float, step: Step) -> None:
        super().__init__(planner.arm, planner.stowed)
        self.highest, self.step, self.asked = highest, step, list[float]()

    def _release_at(self, _scene: Scene, point: Point, *_: object) -> HandPlan:
        self.asked.append(round(point.z, 3))
        if point.z > self.highest:
            raise ArmFailure(self.step, Cause.TOO_FAR, "too high")
        return HandPlan((), None)


@pytest.mark.parametrize(
    ("highest", "step", "asked"),
    [
        (1.1, Step.INVERSE_KINEMATICS, [1.0]),
        (0.98, Step.INVERSE_KINEMATICS, [1.0, 0.97]),
        (0.96, Step.INVERSE_KINEMATICS, [1.0, 0.97, 0.95]),
        (0.9, Step.INVERSE_KINEMATICS, [1.0, 0.97, 0.95]),
        (0.96, Step.COLLISION, [1.0]),
    ],
)
def test_the_hand_lets_go_a_little_lower_where_the_arm_does_not_get_so_high(
    planner: HandPlanner, highest: float, step: Step, asked: list[float]
) -> None:
    low, empty = LowPlanner(planner, highest, step), Scene(Pose(0.0, 0.0), STOWED, scene())
    try:
        low.release(empty, Point(0.6, 0.0, 1.0), None, never)
        assert asked[-1] <= highest
    except ArmFailure:
        assert asked[-1] > highest
    assert low.asked == asked


class Rig:
    """Hold a hand before a low table with a mug, and a cupboard beside it."""

    def __init__(self, planner: HandPlanner) -> None:
        self.controllers = FakeControllers(STOWED)
        table = thing("Table_0", 1.75, 1.0, 0.2, size=Size(0.5, 0.8, 0.4), pickupable=False)
        cupboard = thing(
            "Cupboard_0", 1.0, 1.8, 0.4, size=Size(0.4, 0.4, 0.8), pickupable=False, closed=True
        )
        graph = scene(
            thing("Mug_0", MUG.x, MUG.y, MUG.z),
            table,
            cupboard,
            rooms=(square_room("room_0", 0, 0, 4),),
        )
        self.world = World(graph=graph)
        self.move_base(Pose(1.0, 1.0, 0.0))
        self.now = 0.0
        self.hand = JointHand(planner, self.controllers, self.world, self.clock)

    def move_base(self, pose: Pose) -> None:
        self.world.pose = self.world.odometry = pose

    def clock(self) -> float:
        return self.now

    def end(self, motion: Motion) -> Outcome:
        until = time.monotonic() + 30.0
        while (outcome := motion.poll()) is None:
            assert time.monotonic() < until
            time.sleep(0.002)
        return outcome

    def until_moving(self, motion: Motion) -> None:
        self.until_done(motion, "move")

    def until_done(self, motion: Motion, what: str) -> None:
        until = time.monotonic() + 30.0
        while what not in self.controllers.done:
            assert motion.poll() is None
            assert time.monotonic() < until
            time.sleep(0.002)


@pytest.fixture
def rig(planner: HandPlanner) -> Iterator[Rig]:
    rig = Rig(planner)
    yield rig
    rig.hand.shutdown()


def test_an_object_is_taken_and_put_down_and_the_arm_gets_out_of_the_way(rig: Rig) -> None:
    assert rig.end(rig.hand.grasp(MUG)) == DONE
    assert rig.controllers.done == ["move", "gap 0.08", "move", "gap 0.00", "move", "move"]
    assert rig.hand.holding()
    assert rig.hand.held_extents == Size(0.08, 0.08, 0.1)
    assert rig.hand.held_aside == pytest.approx(0.0, abs=1e-6)
    assert rig.controllers.where == pytest.approx(STOWED)
    rig.controllers.done.clear()
    assert rig.end(rig.hand.release(Point(1.6, 0.85, 0.46))) == DONE
    assert rig.controllers.done == ["move", "move", "gap 0.08", "move", "move"]
    assert not rig.hand.holding()
    assert rig.hand.held_extents is None
    assert rig.controllers.where == pytest.approx(STOWED)


ASIDE = Pose(1.05, 1.0, 0.1)


@pytest.mark.parametrize(("moves", "plans"), [(0, 1), (1, 2)])
def test_where_the_base_moves_while_the_arm_plans_another_plan_is_made_from_there(
    rig: Rig, planner: HandPlanner, monkeypatch: pytest.MonkeyPatch, moves: int, plans: int
) -> None:
    """A teammate had the robot make way: a plate was let go 0.3 m before a counter."""
    grasp, bases = planner.grasp, list[Pose]()

    def moved_meanwhile(scene: Scene, *rest: Any, **more: Any) -> HandPlan:
        bases.append(scene.base)
        if len(bases) <= moves:
            rig.move_base(ASIDE)
        return grasp(scene, *rest, **more)

    monkeypatch.setattr(planner, "grasp", moved_meanwhile)
    assert rig.end(rig.hand.grasp(MUG)) == DONE
    assert bases == [Pose(1.0, 1.0, 0.0), ASIDE][:plans]
    assert rig.controllers.done == ["move", "gap 0.08", "move", "gap 0.00", "move", "move"]


def test_a_base_that_never_stays_where_it_is_is_said_and_nothing_moves(
    rig: Rig, planner: HandPlanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    grasp = planner.grasp

    def moved_meanwhile(scene: Scene, *rest: Any, **more: Any) -> HandPlan:
        rig.move_base(Pose(scene.base.x + 0.03, scene.base.y, scene.base.yaw))
        return grasp(scene, *rest, **more)

    monkeypatch.setattr(planner, "grasp", moved_meanwhile)
    outcome = rig.end(rig.hand.grasp(MUG))
    assert outcome.cause is Cause.BLOCKED
    assert "the base was moved" in outcome.message
    assert rig.controllers.done == []


def test_a_correction_of_where_it_is_moves_no_base(rig: Rig) -> None:
    assert rig.end(rig.hand.grasp(MUG)) == DONE
    motion = rig.hand.release(Point(1.6, 0.85, 0.46))
    rig.world.pose = ASIDE
    assert rig.end(motion) == DONE


def test_nothing_is_let_go_where_the_base_was_moved_on_the_way(rig: Rig) -> None:
    assert rig.end(rig.hand.grasp(MUG)) == DONE
    rig.controllers.done.clear()
    motion = rig.hand.release(Point(1.6, 0.85, 0.46))
    rig.until_moving(motion)
    rig.move_base(ASIDE)
    assert rig.end(motion).cause is Cause.BLOCKED
    assert rig.hand.holding()
    assert not any("gap" in done for done in rig.controllers.done)


def test_before_a_drive_the_arm_is_drawn_in_once_with_what_it_holds(rig: Rig) -> None:
    rig.controllers.where, rig.controllers.holds = np.array([0.0, 0.3, 0.6, 0.0, 0.4, 0.0]), True
    assert rig.end(rig.hand.tuck()) == DONE
    assert rig.controllers.where == pytest.approx(STOWED)
    assert rig.end(rig.hand.tuck()) == DONE
    assert rig.controllers.done == ["move"]


def test_where_the_arm_cannot_be_drawn_in_it_is_tried_once(
    rig: Rig, planner: HandPlanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[Scene]()

    def tuck(scene: Scene, *_: object) -> HandPlan:
        asked.append(scene)
        raise ArmFailure(Step.SEARCH, Cause.BLOCKED, "no way")

    monkeypatch.setattr(planner, "tuck", tuck)
    rig.controllers.where = np.array([0.0, 0.3, 0.6, 0.0, 0.4, 0.0])
    rig.controllers.holds = True
    assert not rig.end(rig.hand.tuck()).success
    assert rig.end(rig.hand.tuck()) == DONE
    assert rig.hand.sticks_out
    rig.controllers.holds = False
    assert not rig.hand.sticks_out, "an empty hand has nothing that could"
    rig.controllers.holds = True
    rig.world.pose = Pose(1.5, 1.0, 0.0)
    assert not rig.end(rig.hand.tuck()).success
    assert len(asked) == 2


def test_what_sticks_out_is_drawn_in_further_from_another_place(
    rig: Rig, planner: HandPlanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rig.end(rig.hand.grasp(MUG)) == DONE
    asked = list[Scene]()

    def tuck(scene: Scene, held: Held | None, *_: object) -> HandPlan:
        asked.append(scene)
        return HandPlan((), held)

    monkeypatch.setattr(planner, "tuck", tuck)
    rig.world.pose = Pose(1.5, 1.0, 0.0)
    assert rig.end(rig.hand.tuck()) == DONE
    assert not asked, "a mug does not stick out"
    monkeypatch.setattr(planner, "is_near", lambda *_: False)
    assert rig.end(rig.hand.tuck()) == DONE
    assert [scene.base for scene in asked] == [Pose(1.5, 1.0, 0.0)]
    assert not rig.hand.sticks_out


def test_how_far_something_sticks_out_is_known(planner: HandPlanner) -> None:
    for size, near in (((0.06, 0.06, 0.1), True), ((0.08, 0.9, 0.08), False)):
        item = Item("held", (0.6, 0.0, 0.6), size)
        grasp = grasps(item, planner.arm.opening, (0.0, 0.0), rims=True)[0]
        held = Held(item, np.linalg.inv(grasp.pose) @ item_box(item).pose)
        assert planner.is_near(held, STOWED) is near


def test_before_a_back_the_hand_goes_down_to_the_seat(planner: HandPlanner) -> None:
    sofa = thing("Sofa_0", 0.8, 0.0, 0.4, size=Size(0.6, 1.5, 0.8), pickupable=False)
    xs, ys = np.meshgrid(np.arange(0.5, 0.9, 0.03), np.arange(-0.7, 0.7, 0.03))
    seat = np.stack([xs.ravel(), ys.ravel(), np.full(xs.size, 0.4)], axis=1)
    low = LowPlanner(planner, 2.0, Step.COLLISION)
    low.release(Scene(Pose(0.0, 0.0), STOWED, scene(sofa)), Point(0.7, 0.0, 0.86), None, never)
    low.release(
        Scene(Pose(0.0, 0.0), STOWED, scene(sofa), seen=seat), Point(0.7, 0.0, 0.86), None, never
    )
    assert low.asked == [0.86, 0.46]


def test_fingers_that_close_on_nothing_open_and_the_arm_goes_back(rig: Rig) -> None:
    rig.controllers.thing = "none"
    outcome = rig.end(rig.hand.grasp(MUG))
    assert (outcome.cause, outcome.message) == (
        Cause.GRASP_FAILED,
        "the fingers closed on nothing",
    )
    assert rig.controllers.done[-3:] == ["gap 0.08", "move", "move"]
    assert rig.controllers.where == pytest.approx(STOWED)
    rig.controllers.thing = "light"
    assert rig.end(rig.hand.grasp(MUG)).success


def test_what_closed_on_nothing_is_taken_in_another_way_until_it_is_taken(
    rig: Rig, planner: HandPlanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, plan = list[Sequence[Floats]](), planner.grasp

    def grasp(*given: Any, missed: Sequence[Floats] = (), **more: Any) -> HandPlan:
        asked.append(missed)
        return plan(*given, missed=missed, **more)

    monkeypatch.setattr(planner, "grasp", grasp)
    for thing_ in ("none", "none", "light"):
        rig.controllers.thing = thing_
        rig.end(rig.hand.grasp(MUG))
    assert [len(missed) for missed in asked] == [0, 1, 2]
    first, second = asked[-1]
    assert not np.allclose(first, second)
    assert rig.end(rig.hand.release(Point(1.6, 0.85, 0.46))).success
    rig.end(rig.hand.grasp(MUG))
    assert asked[-1] == ()


def test_what_could_not_be_let_go_of_is_held_in_another_way_when_it_is_taken_again(
    rig: Rig, planner: HandPlanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    took, plan = list[HandPlan](), planner.grasp

    def grasp(*given: Any, **more: Any) -> HandPlan:
        took.append(plan(*given, **more))
        return took[-1]

    monkeypatch.setattr(planner, "grasp", grasp)
    for _ in range(2):
        assert rig.end(rig.hand.grasp(MUG)).success
        assert rig.end(rig.hand.release(Point(1.6, 0.85, 2.5))).cause is Cause.TOO_FAR
        assert rig.end(rig.hand.release(Point(1.6, 0.85, 0.46))).success
    first, second = (one.held for one in took)
    assert first is not None
    assert second is not None
    assert not are_alike(first.in_hand, second.in_hand)


def test_what_slips_out_when_lifted_is_too_heavy(rig: Rig) -> None:
    rig.controllers.thing = "heavy"
    outcome = rig.end(rig.hand.grasp(MUG))
    assert outcome.cause is Cause.TOO_HEAVY
    assert "lift" in outcome.message
    assert rig.controllers.where == pytest.approx(STOWED)


def test_the_fingers_may_take_a_second_of_the_robots_clock_to_feel_a_thing(rig: Rig) -> None:
    rig.controllers.feels = False
    motion = rig.hand.grasp(MUG)
    rig.until_done(motion, "gap 0.00")
    for _ in range(100):
        assert motion.poll() is None
    assert rig.controllers.done[-1] == "gap 0.00"
    rig.now += 1.1
    assert rig.end(motion) == DONE


def test_what_falls_out_on_the_way_to_the_stowed_posture_is_not_in_the_hand(rig: Rig) -> None:
    rig.controllers.falls_at = 4
    outcome = rig.end(rig.hand.grasp(MUG))
    assert (outcome.success, outcome.cause) == (False, Cause.TOO_HEAVY)
    assert not rig.hand.holding()


def test_what_falls_out_while_it_is_carried_over_leaves_an_empty_hand(rig: Rig) -> None:
    assert rig.end(rig.hand.grasp(MUG)).success
    rig.controllers.falls_at = 5
    outcome = rig.end(rig.hand.release(Point(1.6, 0.85, 0.46)))
    assert outcome.cause is Cause.HAND_EMPTY


def test_a_controller_that_gives_up_is_told_with_the_stage_and_tried_again(rig: Rig) -> None:
    rig.controllers.moves = [DONE, ABORTED]
    outcome = rig.end(rig.hand.grasp(MUG))
    assert outcome.cause is Cause.BLOCKED
    assert outcome.message == "approach: the arm was kept off its path"
    assert rig.end(rig.hand.grasp(MUG)).success


def test_what_was_asked_counts_where_only_the_way_back_fails(rig: Rig) -> None:
    rig.controllers.moves = [DONE, DONE, DONE, ABORTED]
    assert rig.end(rig.hand.grasp(MUG)).success
    assert rig.end(rig.hand.release(Point(1.6, 0.85, 0.46))).success


def test_a_motion_that_is_cancelled_begins_no_other(rig: Rig) -> None:
    rig.controllers.polls = 10_000_000
    motion = rig.hand.grasp(MUG)
    rig.until_moving(motion)
    motion.cancel()
    outcome = motion.poll()
    assert outcome is not None
    assert outcome.cause is Cause.CANCELLED
    assert rig.controllers.last is not None
    assert rig.controllers.last.cancelled
    assert rig.controllers.done == ["move"]


def test_planning_can_be_cancelled(rig: Rig) -> None:
    motion = rig.hand.grasp(MUG)
    motion.cancel()
    outcome = motion.poll()
    assert outcome is not None
    assert outcome.cause is Cause.CANCELLED
    assert rig.controllers.done == []
    assert rig.end(rig.hand.grasp(MUG)).success


def test_a_hand_says_while_it_plans(rig: Rig) -> None:
    assert not rig.hand.is_planning
    motion = rig.hand.could_grasp(MUG, Pose(1.0, 1.0, 0.0))
    assert rig.hand.is_planning
    rig.end(motion)
    assert not rig.hand.is_planning


def test_fingers_that_cannot_let_go_keep_what_they_hold(rig: Rig) -> None:
    assert rig.end(rig.hand.grasp(MUG)).success
    rig.controllers.stuck = True
    assert rig.end(rig.hand.release(Point(1.6, 0.85, 0.46))).cause is Cause.NO_SPACE
    assert rig.hand.holding()
    rig.controllers.stuck = False
    assert rig.end(rig.hand.release(Point(1.6, 1.1, 0.46))).success


@pytest.mark.slow
def test_a_door_is_pulled_open_by_an_empty_and_by_a_full_hand(rig: Rig) -> None:
    rig.world.pose = Pose(1.0, 0.95, np.pi / 2.0)
    front = Point(1.0, 1.6, 0.6)
    rig.controllers.thing = "door"
    assert rig.end(rig.hand.open_door(front)) == DONE
    assert rig.controllers.done == ["move", "gap 0.08", "gap 0.02", "move", "gap 0.08", "move"]
    rig.controllers.done.clear()
    rig.controllers.holds = True
    assert rig.end(rig.hand.close_door(front)) == DONE
    assert "gap 0.08" not in rig.controllers.done
    assert rig.hand.holding()
    rig.controllers.thing, rig.controllers.holds = "none", False
    assert rig.end(rig.hand.open_door(front)).cause is Cause.NOT_OPENABLE


def test_a_button_is_pressed_by_an_empty_and_by_a_full_hand(rig: Rig) -> None:
    rig.world.pose = Pose(1.0, 0.95, np.pi / 2.0)
    front, on = Point(1.0, 1.6, 0.6), State("power", "on")
    rig.controllers.thing = "door"
    assert rig.end(rig.hand.set_state(front, on)) == DONE
    assert rig.controllers.done == ["move", "gap 0.08", "gap 0.02", "move", "gap 0.08", "move"]
    rig.controllers.done.clear()
    rig.controllers.holds = True
    assert rig.end(rig.hand.set_state(front, on)) == DONE
    assert "gap 0.08" not in rig.controllers.done
    rig.controllers.thing, rig.controllers.holds = "none", False
    assert rig.end(rig.hand.set_state(front, on)).cause is Cause.NO_STATE


def test_what_the_arm_does_not_reach_is_told_before_anything_moves(rig: Rig) -> None:
    outcome = rig.end(rig.hand.grasp(Point(3.0, 1.0, 0.45)))
    assert outcome.cause is Cause.TOO_FAR
    assert outcome.message.startswith("no plan (task): ")
    assert rig.controllers.done == []


def test_a_robot_that_does_not_feel_itself_moves_nothing(rig: Rig) -> None:
    rig.world.pose = None
    assert rig.end(rig.hand.grasp(MUG)).cause is Cause.NO_POSE
    rig.controllers.where = None
    assert rig.end(rig.hand.grasp(MUG)).cause is Cause.SERVER_MISSING


def test_a_plan_that_is_being_made_does_not_outlive_the_hand(
    rig: Rig, planner: HandPlanner
) -> None:
    begun, ended = Event(), Event()

    class Thorough:
        """Plan until it is told to give up."""

        arm = planner.arm

        def grasp(
            self, _scene: Scene, _point: Point, give_up: Callable[[], bool], **_: object
        ) -> HandPlan:
            begun.set()
            while not give_up():
                time.sleep(0.001)
            ended.set()
            raise ArmFailure(Step.SEARCH, Cause.TIMEOUT, "told to give up")

    hand = JointHand(Thorough(), rig.controllers, rig.world, time.monotonic)  # type: ignore[arg-type]
    motion = hand.grasp(MUG)
    assert begun.wait(5.0)
    hand.shutdown()
    assert ended.wait(2.0)
    assert not rig.end(motion).success
