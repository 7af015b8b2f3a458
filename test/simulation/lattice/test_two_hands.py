# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots with two hands: what a free one takes, what is let go of, and into what."""

import math
from collections.abc import Callable

import pytest

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.goal import Furnishing

PICK, PUT, DROP = ActionKind.PICK_UP, ActionKind.PUT_DOWN, ActionKind.DROP
Make = Callable[..., StepWorld]


@pytest.fixture
def make(small_house: House, spec_at: Callable[..., object]) -> Make:
    """Return a maker of worlds in which al stands before the table, with mug, pot and bottle."""

    def made(**fields: object) -> StepWorld:
        furnishing = Furnishing(containers={"Pot": 1}, openable={"Table": 2})
        inside = [("Bottle|0", "Table|0")]
        world = StepWorld(StepHouse.of(small_house), [], furnishing=furnishing, inside=inside)
        world.join("al", spec_at(2.25, 2.25, math.pi / 2, **{"payload": 10.0, **fields}))
        assert act(world, ActionKind.OPEN, "Table_0") is None
        return world

    return made


def act(world: StepWorld, kind: ActionKind, target: str = "", thing: str = "") -> Cause | None:
    return world.step({"al": Action(kind, target, thing=thing)})["al"].cause


def test_each_free_hand_takes_a_thing_and_what_is_named_is_put(make: Make) -> None:
    world = make(hands=2)
    assert [act(world, PICK, name) for name in ("Bottle_0", "Mug_0")] == [None, None]
    assert world.observe("al").held == ("Bottle_0", "Mug_0")
    assert act(world, PICK, "Pot_0") is Cause.HAND_FULL
    assert act(world, PUT, "Table_0", "Pot_0") is Cause.HAND_EMPTY
    assert act(world, PUT, "Table_0", "Bottle_0") is None
    assert world.observe("al").held == ("Mug_0",)
    assert act(world, PICK, "Mug_0") is Cause.BAD_ARGUMENT
    assert act(world, PICK, "Bottle_0") is None
    # Where nothing is named it is what was taken last.
    assert act(world, DROP) is None
    assert world.observe("al").held == ("Mug_0",)
    places = world.places()
    assert (places["Mug|0"].held_by, places["Bottle|0"].held_by) == ("al", "")
    assert world.robot("al").pickups == 3


def test_one_hand_takes_one_thing(make: Make) -> None:
    world = make()
    assert act(world, PICK, "Mug_0") is None
    assert act(world, PICK, "Bottle_0") is Cause.HAND_FULL


@pytest.mark.parametrize(("payload", "cause"), [(5.4, None), (5.2, Cause.TOO_HEAVY)])
def test_a_container_in_one_hand_takes_what_the_other_holds(
    make: Make, payload: float, cause: Cause | None
) -> None:
    world = make(hands=2, payload=payload)
    assert [act(world, PICK, name) for name in ("Pot_0", "Mug_0")] == [None, None]
    assert act(world, PUT, "Pot_0", "Mug_0") is cause
    assert world.observe("al").held == (("Pot_0",) if cause is None else ("Pot_0", "Mug_0"))
    assert world.places()["Mug|0"].held_by == "al"
