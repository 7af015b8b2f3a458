# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""States by name and value: how they are read, changed and asked for."""

import pytest

from adhoc_teamwork.teamwork.states import State, read_states, value_of, with_state
from adhoc_teamwork.teamwork.team.goal import CountedPredicate, Furnishing, Goal

ON, OFF = State("power", "on"), State("power", "off")


def test_a_thing_has_one_value_for_each_name_in_a_fixed_order() -> None:
    states = read_states(["power=off", "heat=3", "power=on"])
    assert states == (State("heat", "3"), ON)
    assert with_state(states, OFF) == (State("heat", "3"), OFF)
    assert (value_of(states, "power"), value_of(states, "light")) == ("on", "")
    assert State.read(str(ON)) == ON


@pytest.mark.parametrize("text", ["", "power", "=on", "power=", "power=on off", "a=b=c", "a|b=c"])
def test_what_is_no_state_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        State.read(text)


@pytest.mark.parametrize(
    ("predicate", "wrong"),
    [
        (CountedPredicate("Lamp", state="power=on"), ""),
        (CountedPredicate("Lamp", state="power"), "state: 'power': expected a state"),
        (CountedPredicate("", state="power=on"), "category: empty"),
        (CountedPredicate("Lamp", "Table", state="power=on"), "state: with receptacle"),
        (CountedPredicate("Lamp", state="power=on", count=0), "count: 0"),
        (CountedPredicate("Lamp"), "receptacle: empty"),
    ],
)
def test_a_goal_asks_for_a_place_or_a_state(predicate: CountedPredicate, wrong: str) -> None:
    said = Goal(predicates=(predicate,)).wrong()
    assert said.startswith(f"goal.predicates.0.{wrong}") if wrong else not said


def test_a_predicate_counts_what_is_in_the_state_in_its_room() -> None:
    wish = CountedPredicate("Lamp", room="Bedroom", state="power=on")
    assert wish.holds_for((ON,), "bedroom")
    assert not wish.holds_for((OFF,), "Bedroom")
    assert not wish.holds_for((ON,), "Kitchen")
    assert not wish.holds_for((), "Bedroom")
    assert str(wish) == "power=on(Lamp in Bedroom)"


@pytest.mark.parametrize(
    ("values", "wrong"),
    [(("off", "on"), ""), (("on",), "two or more"), (("on", "on"), "two or"), (("", "on"), "''")],
)
def test_a_furnishing_lists_the_values_of_states(values: tuple[str, ...], wrong: str) -> None:
    furnishing = Furnishing(states={"Lamp": {"power": values}})
    said = furnishing.wrong()
    assert said.startswith("states.Lamp.power: ") and wrong in said if wrong else not said
    assert furnishing.states_of("lamp") == {"power": values}
    assert not furnishing.states_of("Mug")
