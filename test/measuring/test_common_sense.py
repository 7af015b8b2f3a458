# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How far common sense agrees with a table, on tables made for it."""

import pytest

from adhoc_teamwork.measuring.common_sense import (
    Share,
    agreement,
    all_places,
    in_total,
    run,
)
from adhoc_teamwork.simulation.houses.placement import PlacementTable


def test_what_both_say_is_counted() -> None:
    shares = {("Mug", "CounterTop"): 0.6, ("Mug", "Bed"): 0.4, ("SoapBar", "Toilet"): 1.0}
    truth = PlacementTable(shares, {("Mug", "Kitchen"): 3})
    places = [("CounterTop", "Kitchen"), ("Bed", "Kitchen"), ("Toilet", "Kitchen")]
    found = agreement(truth, "Mug", places)
    # A table that has mugs on beds is contradicted; that they do not belong on toilets is not.
    assert found.left == Share(1, 2)
    assert found.found == Share(1, 1)
    assert found.homes == Share(1, 1)
    assert in_total([found, found]).left == Share(2, 4)


def test_what_common_sense_does_not_know_it_leaves_alone() -> None:
    shares = {("Gizmo", "Desk"): 1.0, ("SoapBar", "Toilet"): 1.0}
    truth = PlacementTable(shares, {("Gizmo", "Bedroom"): 3})
    found = agreement(truth, "Gizmo", [("Desk", "Bedroom"), ("Toilet", "Bedroom")])
    assert (found.left, found.found, found.homes) == (Share(1, 1), Share(0, 1), Share())


def test_every_category_of_the_evaluator_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    printed = capsys.readouterr().out
    lines = {line.split("|")[1].strip() for line in printed.splitlines() if line.startswith("|")}
    assert {"Mug", "BasketBall", "all"} <= lines
    assert "Sofa" not in lines


def test_places_are_what_the_table_names() -> None:
    shares = {("Mug", "Shelf"): 1.0, ("Cup", "Desk"): 1.0}
    truth = PlacementTable(shares, {("Mug", "Kitchen"): 3, ("Cup", "Office"): 1})
    assert all_places(truth, ["Mug"]) == [("Shelf", "Kitchen")]
    assert len(all_places(truth, ["Mug", "Cup"])) == 4
