# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Actions of several robots at once, from needs and effects alone."""

from dataclasses import replace

import pytest

from adhoc_teamwork.offline_model.options.joint_plan import joint_plan
from adhoc_teamwork.offline_model.reading.scene import Operator, Scene

WHO = ("Alice", "Bob")
PICK = Operator(
    WHO,
    "PICK <thing>",
    ("your hand is empty", "<thing> is in your reach"),
    ("you hold <thing>",),
    False,
)
PLACE = Operator(
    WHO,
    "PLACE <thing> <slot>",
    ("you hold <thing>", "<slot> is in your reach", "<slot> is free"),
    ("your hand is empty", "<thing> is on <slot>"),
    False,
)
FULL = Scene(
    me="Bob",
    robots=WHO,
    operators=[PICK, PLACE],
    names={"thing": ("milk", "cereal"), "slot": ("slot1", "slot2")},
    place={"milk": "slot2", "slot1": "bin", "slot2": "bin"},
    holds={"Alice": "", "Bob": "cereal"},
    reach={"Alice": frozenset({"milk", "slot1", "slot2"}), "Bob": frozenset({"milk", "slot2"})},
    goals=[("milk", "bin"), ("cereal", "bin")],
)
"""Bob holds what he can put into one slot alone; milk lies in it."""


def test_what_lies_in_the_only_place_within_reach_is_moved_away() -> None:
    assert joint_plan(FULL) == {"Alice": "PICK milk", "Bob": "WAIT"}


@pytest.mark.parametrize("goals", [FULL.goals, FULL.goals[::-1]])
def test_of_two_things_in_hands_that_goes_first_for_which_there_is_the_fewer_places(
    goals: list[tuple[str, str]],
) -> None:
    place = {"slot1": "bin", "slot2": "bin"}
    held = replace(FULL, place=place, holds={"Alice": "milk", "Bob": "cereal"}, goals=goals)
    assert joint_plan(held) == {"Alice": "PLACE milk slot1", "Bob": "PLACE cereal slot2"}
    held = replace(held, names={**FULL.names, "slot": ("slot2", "slot1")})
    assert joint_plan(held) == {"Alice": "WAIT", "Bob": "PLACE cereal slot2"}
