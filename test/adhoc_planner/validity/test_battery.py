# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a battery does not last for is refused with the figures, before it is begun."""

from dataclasses import replace

import pytest
from planner_views import (
    BED,
    COUNTER,
    chat,
    explore,
    furniture,
    house,
    mug,
    replace_,
    with_state,
)
from scripted_model import prompts

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.notation.answers import parse_candidates
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.teamwork.scene import Presence

MUG_HOME = replace_("Mug_0", "CounterTop", "Kitchen")
FAR = furniture("CounterTop_9", "CounterTop", 1.0, 43.5, ("room_0", "Kitchen"), 0.9)


def driving(battery: float, view: PlannerView | None = None) -> PlannerView:
    """Return the view of a robot that drives 1 m/s for so many seconds."""
    view = view or house()
    slow = replace(view.capability, max_speed=1.0)
    return with_state(replace(view, capability=slow), battery=battery)


def test_the_way_there_and_to_the_target_counts() -> None:
    # 5 m to the mug and 5.6 m from there to the counter, at the worst 2.2 times as long as drawn.
    assert check_subtask(driving(24.0), MUG_HOME) is None
    objection = check_subtask(driving(22.0), MUG_HOME)
    assert objection == ("your battery lasts for 22 s, but to bring Mug_0 there takes about 23 s")


def test_without_a_known_target_only_the_way_there_counts() -> None:
    view = house(known_objects=(BED, mug()))
    assert check_subtask(driving(11.5, view), MUG_HOME) is None
    assert "battery" in str(check_subtask(driving(10.5, view), MUG_HOME))


def test_the_nearest_target_of_the_type_counts() -> None:
    view = house(known_objects=(BED, mug(), FAR))
    assert "battery" in str(check_subtask(driving(24.0, view), MUG_HOME))
    view = house(known_objects=(BED, mug(), FAR, COUNTER))
    assert check_subtask(driving(24.0, view), MUG_HOME) is None


def test_what_is_held_is_put_away_as_far_as_the_battery_goes() -> None:
    held = mug(status=Presence.HELD, receptacle="", receptacle_category="")
    view = driving(1.0, house(known_objects=(FAR, held)))
    assert check_subtask(with_state(view, held_object="Mug_0"), MUG_HOME) is None


def test_a_room_too_far_away_is_not_explored() -> None:
    assert check_subtask(driving(11.0), explore("room_2")) is None
    objection = str(check_subtask(driving(10.0), explore("room_2")))
    assert "battery lasts for 10 s, but to get to room_2" in objection


def test_a_battery_that_nobody_has_told_of_refuses_nothing() -> None:
    assert check_subtask(driving(0.0), MUG_HOME) is None


@pytest.mark.parametrize(("battery", "expected"), [(900.0, MUG_HOME), (7.0, None)])
def test_the_stand_in_reads_the_battery(battery: float, expected: object) -> None:
    prompt = prompts().generate(driving(battery), 3)
    named = parse_candidates(answer(chat(prompt)))
    assert (MUG_HOME in named) == (expected is not None)
