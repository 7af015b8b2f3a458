# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Things that hold others: what opens, what is carried with what is in it, and what is refused."""

import math
from collections.abc import Callable

import pytest

from adhoc_teamwork.simulation.evaluation.aims import CountedAims
from adhoc_teamwork.simulation.evaluation.tidiness import ObjectPlace
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.scene import Predicate
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.goal import CountedPredicate, Furnishing

Spec = Callable[..., object]
FURNISHING = Furnishing(containers={"Pot": 1}, openable={"Table": 2, "Shelf": 1})
STRONG = {"payload": 10.0}
NORTH = math.pi / 2


@pytest.fixture
def house(small_house: House) -> StepHouse:
    return StepHouse.of(small_house)


def world_of(house: StepHouse, **changes: object) -> StepWorld:
    return StepWorld(house, [], furnishing=FURNISHING, **changes)


def act(world: StepWorld, kind: ActionKind, target: str) -> tuple[Cause | None, str]:
    result = world.step({"al": Action(kind, target)})["al"]
    assert result.success == (not result.cause)
    return result.cause, result.reason


def seen(world: StepWorld) -> dict[str, bool | None]:
    return {d.object_id: d.closed for d in world.observe("al").detections}


def test_what_is_in_something_closed_shows_when_it_is_opened(
    house: StepHouse, spec_at: Spec
) -> None:
    world = world_of(house, inside=[("Bottle|0", "Table|0")])
    world.join("al", spec_at(2.25, 2.25, NORTH))
    assert seen(world)["Table_0"] is True
    assert "Bottle_0" not in seen(world)
    assert act(world, ActionKind.PICK_UP, "Bottle_0") == (Cause.CLOSED, "Table_0 is closed")
    assert act(world, ActionKind.OPEN, "Table_0") == (None, "")
    assert seen(world)["Table_0"] is False
    bottle = next(d for d in world.observe("al").detections if d.object_id == "Bottle_0")
    assert (bottle.receptacle, bottle.relation, bottle.room) == ("Table_0", Predicate.IN, "room_0")
    assert act(world, ActionKind.PICK_UP, "Bottle_0") == (None, "")
    assert "Bottle_0" not in seen(world)
    assert act(world, ActionKind.CLOSE, "Table_0") == (None, "")
    assert act(world, ActionKind.PUT_DOWN, "Table_0") == (Cause.CLOSED, "Table_0 is closed")
    assert act(world, ActionKind.OPEN, "Table_0") == (None, "")
    assert act(world, ActionKind.PUT_DOWN, "Table_0") == (None, "")
    assert world.places()["Bottle|0"].relation is Predicate.IN


def test_doors_refuse_with_a_cause(house: StepHouse, spec_at: Spec) -> None:
    world = world_of(house)
    world.join("al", spec_at(2.25, 2.25, NORTH))
    opening, closing = ActionKind.OPEN, ActionKind.CLOSE
    for kind, target, cause in (
        (opening, "Door_9", Cause.UNKNOWN_RECEPTACLE),
        (opening, "Bin_0", Cause.NOT_OPENABLE),
        (opening, "Mug_0", Cause.NOT_OPENABLE),
        (opening, "Shelf_0", Cause.TOO_FAR),
        (closing, "Table_0", Cause.BAD_ARGUMENT),
        (opening, "Table_0", None),
        (opening, "Table_0", Cause.BAD_ARGUMENT),
    ):
        assert act(world, kind, target)[0] is cause, (kind, target)
    for _ in range(2):
        world.step({"al": Action(ActionKind.ROTATE_LEFT)})
    assert act(world, closing, "Table_0")[0] is Cause.LOST_OBJECT


def test_a_container_is_carried_with_what_is_in_it(house: StepHouse, spec_at: Spec) -> None:
    wish = CountedPredicate("Mug", "Table", room="Kitchen")
    categories = {thing.name: thing.category for thing in house.house.objects}
    furnishing = Furnishing(containers={"Pot": 1})
    aims = CountedAims([wish], categories)
    world = StepWorld(house, [], aims=aims, furnishing=furnishing)
    world.join("al", spec_at(2.25, 2.25, NORTH, **STRONG))
    assert world.success
    assert act(world, ActionKind.PICK_UP, "Mug_0")[0] is None
    assert not world.success
    assert act(world, ActionKind.PUT_DOWN, "Pot_0")[0] is None
    assert world.tidied == ("AT(Mug, Table in Kitchen) 1",)
    assert act(world, ActionKind.PICK_UP, "Pot_0")[0] is None
    assert world.places()["Mug|0"] == ObjectPlace("", held_by="al")
    assert not {"Pot_0", "Mug_0"} & seen(world).keys()
    assert act(world, ActionKind.PUT_DOWN, "Pot_0")[0] is Cause.NOT_RECEPTACLE
    assert act(world, ActionKind.DROP, "")[0] is None
    mug, pot = (world.places()[name] for name in ("Mug|0", "Pot|0"))
    assert mug == pot == ObjectPlace("Floor", "Kitchen")
    assert world.scene.boxes[house.by_name["Mug|0"]].x == world.scene.boxes[
        house.by_name["Pot|0"]
    ].x  # fmt: skip


def test_a_full_container_is_too_heavy_for_weak_arms_and_takes_no_more(
    house: StepHouse, spec_at: Spec
) -> None:
    world = StepWorld(house, [], furnishing=Furnishing(containers={"Pot": 1}))
    world.join("al", spec_at(2.25, 2.25, NORTH, payload=5.0))
    act(world, ActionKind.PICK_UP, "Mug_0")
    act(world, ActionKind.PUT_DOWN, "Pot_0")
    cause, reason = act(world, ActionKind.PICK_UP, "Pot_0")
    assert (cause, reason) == (Cause.TOO_HEAVY, "Pot_0 weighs 5.30 kg, the payload is 5.00 kg")
    assert act(world, ActionKind.PICK_UP, "Mug_0")[0] is None


def test_no_room_in_a_full_receptacle(house: StepHouse, spec_at: Spec) -> None:
    world = world_of(house, inside=[("Bottle|0", "Table|0"), ("Pot|0", "Table|0")])
    world.join("al", spec_at(2.25, 2.25, NORTH))
    act(world, ActionKind.PICK_UP, "Mug_0")
    act(world, ActionKind.OPEN, "Table_0")
    assert act(world, ActionKind.PUT_DOWN, "Table_0") == (Cause.NO_SPACE, "Table_0 is full")


@pytest.mark.parametrize("inside", [("Mug|0", "Bin|0"), ("Cup|9", "Table|0"), ("Mug|0", "X")])
def test_things_begin_only_in_what_holds_them(house: StepHouse, inside: tuple[str, str]) -> None:
    with pytest.raises(ConfigError, match="inside: "):
        world_of(house, inside=[inside])


def test_nothing_opens_unless_the_task_says_so(house: StepHouse, spec_at: Spec) -> None:
    world = StepWorld(house, [])
    world.join("al", spec_at(2.25, 2.25, NORTH))
    assert set(seen(world).values()) == {None}
    assert act(world, ActionKind.OPEN, "Table_0")[0] is Cause.NOT_OPENABLE
