# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a suite sets of the step world: actions that last, zones, robots that see their room."""

import math
from collections.abc import Callable

import pytest

from adhoc_teamwork.simulation.evaluation.aims import CountedAims
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.terms import Terms, Timing
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.simulation.rules.zone import Zone
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.goal import CountedPredicate, Furnishing, Place

K = ActionKind
LASTING = Timing(horizon=40, unit="frame", beat=5, lasts={K.PICK_UP: 10}, clocks=True)
Make = Callable[..., StepWorld]


@pytest.fixture
def make(small_house: House, spec_at: Callable[..., object]) -> Make:
    """Return a maker of worlds in which al stands before the table, and bo in the other room."""

    def made(terms: Terms) -> StepWorld:
        wishes = (CountedPredicate("Mug", "Table", room="Kitchen"),)
        aims = CountedAims(wishes, {thing.name: thing.category for thing in small_house.objects})
        furnishing = Furnishing(containers={"Pot": 1})
        house = StepHouse.of(small_house)
        world = StepWorld(house, [], aims=aims, furnishing=furnishing, terms=terms)
        battery = terms.timing.end // terms.timing.beat
        for name, x in (("al", 2.25), ("bo", 6.0)):
            spec = spec_at(x, 2.25, math.pi / 2, payload=10.0, battery=battery, hands=2)
            world.join(name, spec)
        return world

    return made


def test_robots_act_again_when_their_actions_are_over(make: Make) -> None:
    world = make(Terms(LASTING))
    world.step({"al": Action(K.PICK_UP, "Mug_0"), "bo": Action(K.MOVE_BACK)})
    assert (world.step_count, world.is_free("al"), world.is_free("bo")) == (5, False, True)
    world.step({})
    assert (world.step_count, world.clock, world.is_free("al")) == (10, 2, True)
    # Batteries say how much of the episode is left, whatever a robot did.
    assert [world.observe(name).battery for name in ("al", "bo")] == [6, 6]
    world.step({"al": Action(K.MOVE_BACK)}, speaking=["bo"])
    assert (world.step_count, world.is_free("bo")) == (11, True)


def test_what_would_not_be_over_in_time_is_not_done(make: Make) -> None:
    world = make(Terms(LASTING))
    for _ in range(7):
        world.step({})
    results = world.step({"al": Action(K.PICK_UP, "Mug_0"), "bo": Action(K.MOVE_BACK)})
    assert (results["al"].cause, results["bo"].success) == (Cause.CANCELLED, True)
    assert (world.step_count, world.is_time_up, world.robot("al").held) == (40, True, ())


def test_steps_of_several_ticks_are_counted_as_they_begin(make: Make) -> None:
    world = make(Terms(Timing(horizon=3, ticks=4, lasts={K.PICK_UP: 4})))
    counts = []
    for _ in range(5):
        world.step({})
        counts.append(world.step_count)
    assert (counts, world.is_time_up) == ([1, 1, 1, 1, 2], False)


def test_what_is_let_go_of_in_the_zone_is_delivered_for_good(make: Make) -> None:
    zone = Zone(Place("Table", "Kitchen"), 1.0, frozenset(["Mug"]))
    world = make(Terms(Timing(), zone))
    for action in (
        Action(K.PICK_UP, "Pot_0"),
        Action(K.PICK_UP, "Mug_0"),
        Action(K.PUT_DOWN, "Pot_0", thing="Mug_0"),
    ):
        assert world.step({"al": action})["al"].success
    assert not world.success
    result = world.step({"al": Action(K.DROP)})["al"]
    assert (result.success, result.used_up, world.success) == (True, True, True)
    shown = {thing.object_id: thing for thing in world.observe("al").detections}
    assert shown["Mug_0"].receptacle == "Table_0"
    assert "Pot_0" not in shown
    again = world.step({"al": Action(K.PICK_UP, "Mug_0")})["al"]
    assert (again.cause, world.success) == (Cause.NOT_PICKUPABLE, True)
    assert not world.step({"al": Action(K.PICK_UP, "Pot_0")})["al"].success


def test_a_zone_is_no_farther_than_it_says_and_for_nothing_else(make: Make) -> None:
    far = make(Terms(Timing(), Zone(Place("Table", "Kitchen"), 0.2, frozenset(["Mug"]))))
    far.step({"al": Action(K.PICK_UP, "Mug_0")})
    far.step({"al": Action(K.DROP)})
    assert not far.success
    other = make(Terms(Timing(), Zone(Place("Table", "Kitchen"), 1.0, frozenset(["Bottle"]))))
    other.step({"al": Action(K.PICK_UP, "Mug_0")})
    assert other.step({"al": Action(K.PUT_DOWN, "Table_0")})["al"].success
    assert other.step({"al": Action(K.PICK_UP, "Mug_0")})["al"].success


def test_who_sees_by_rooms_sees_all_of_its_own_and_nothing_of_others(make: Make) -> None:
    world = make(Terms(sees_rooms=True))
    world.step({"al": Action(K.ROTATE_LEFT), "bo": Action(K.ROTATE_RIGHT)})
    by_camera = make(Terms())
    by_camera.step({"al": Action(K.ROTATE_LEFT)})
    seen, less = ({d.object_id for d in w.observe("al").detections} for w in (world, by_camera))
    assert {"Table_0", "Mug_0", "Bottle_0", "Bin_0"} <= seen
    assert not {"Mug_0", "Bin_0"} <= less
    assert {d.object_id for d in world.observe("bo").detections} == {"Shelf_0"}
    assert world.observe("al").explored["room_0"] == 1.0
