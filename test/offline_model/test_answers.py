# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The offline model, a rule-based stand-in, decides on the prompt's text and on nothing else."""

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from offline_pieces import (
    GO,
    MUG_HOME,
    PICK,
    PROMPTS,
    ask,
    candidates,
    holding,
    lacking,
    step,
    verdict,
)
from planner_views import (
    BED,
    COUNTER,
    KITCHEN,
    LIFTER,
    LOOKER,
    STOP,
    TALL_ONLY,
    Misplaced,
    announced,
    answered,
    explore,
    failed,
    furniture,
    house,
    intending,
    mug,
    replace_,
    square,
    teammate,
    with_state,
)

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.notation.answers import (
    parse_candidates,
    parse_judgement,
    parse_placements,
    parse_ranking,
)
from adhoc_teamwork.adhoc_planner.validity import check_subskill
from adhoc_teamwork.offline_model.model import NOT_UNDERSTOOD, answer
from adhoc_teamwork.teamwork.bodies.capability import MobilityKind
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Passage, Room
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import IntentStatus


def test_it_fetches_first_and_explores_next() -> None:
    assert candidates(house()) == (MUG_HOME, explore("room_2"))
    assert candidates(house(), count=1) == (MUG_HOME,)


@pytest.mark.parametrize(
    ("pattern", "by"),
    [
        (r"OUT OF PLACE: «[^»]*»", "in place"),
        (r"You have an arm:[^\n]*", "You have no arm."),
        (r"can be picked up at height 0.6 m", "can be picked up at height 1.9 m"),
        (r"\n- Mug_0 \|[^\n]*", ""),
        (r"You hold nothing\.", "You hold Cup_4 (Cup)."),
    ],
)
def test_without_the_fact_the_mug_is_not_fetched(pattern: str, by: str) -> None:
    found = parse_candidates(lacking(PROMPTS.generate(house(), 3), pattern, by))
    assert all(subtask.object_id != "Mug_0" for subtask in found)


def test_without_the_counter_it_would_rather_look_for_one() -> None:
    text = lacking(PROMPTS.generate(house(), 3), r"\n- CounterTop_0 \|[^\n]*")
    assert parse_candidates(text)[0] == explore("room_2")


@pytest.mark.parametrize(("step", "goes"), [(0.03, False), (0.13, True)])
def test_steps_that_are_too_high_are_left_to_others(step: float, goes: bool) -> None:
    body = dataclasses.replace(LIFTER, mobility=MobilityKind.LEGGED, step=step)
    view = house(capability=body)
    below, *above = view.rooms
    up = tuple(Passage(room.room_id, 0.12) for room in above)
    view = dataclasses.replace(view, rooms=(dataclasses.replace(below, passages=up), *above))
    wanted = (MUG_HOME, explore("room_2")) if goes else (STOP,)
    assert candidates(view) == wanted


def test_the_nearest_of_two_comes_first() -> None:
    near = mug(object_id="Mug_1", position=Point(4.5, 1.0, 0.6))
    view = house(known_objects=(COUNTER, BED, mug(), near))
    assert [s.object_id for s in candidates(view)][:2] == ["Mug_1", "Mug_0"]
    swapped = lacking(PROMPTS.generate(view, 3), r"at \(4.5, 1\) \| 3.5 m away",
                      "at (4.5, 1) | 9 m away")  # fmt: skip
    assert [s.object_id for s in parse_candidates(swapped)][:2] == ["Mug_0", "Mug_1"]


def test_what_a_teammate_has_taken_up_is_left_to_it() -> None:
    about: dict[str, Any] = {"object_category": "Mug", "object_position": Point(6.0, 1.0, 0.6)}
    theirs = replace_("Mug_7", "CounterTop", "Kitchen")
    view = house(teammates=(intending(teammate(), theirs, **about),))
    assert candidates(view) == (explore("room_2"),)
    text = lacking(PROMPTS.generate(view, 3), r" \| has taken up [^\n]*")
    assert parse_candidates(text)[0] == MUG_HOME
    proposed = intending(teammate(), theirs, IntentStatus.PROPOSED, **about)
    assert candidates(house(teammates=(proposed,)))[0] == explore("room_2")


def test_what_a_teammate_explores_is_left_to_it() -> None:
    view = house(capability=LOOKER, teammates=(intending(teammate(), explore("room_2")),))
    assert candidates(view) == (STOP,)
    text = lacking(PROMPTS.generate(view, 3), r" \| being explored by tower")
    assert parse_candidates(text) == (explore("room_2"),)


def test_a_low_camera_looks_again_where_only_high_ones_were() -> None:
    state = RobotState(house().state.pose, explored_rooms=("room_2",))
    blind_below = teammate(capability=TALL_ONLY, state=state)
    view = house(teammates=(blind_below,), known_objects=())
    assert candidates(view) == (explore("room_2"),)
    prompt = PROMPTS.generate(view, 3)
    text = lacking(prompt, r"finds things on table tops",
                   "finds things on the floor and table tops")  # fmt: skip
    assert parse_candidates(text) == (explore("room_2"),), "nobody has seen its beds"
    text = lacking(prompt, r"finds things on table tops",
                   "finds things on the floor and seats and table tops")  # fmt: skip
    assert parse_candidates(text) == (STOP,)


def test_it_stops_only_when_nothing_is_left() -> None:
    view = with_state(house(capability=LOOKER), explored_rooms=("room_0", "room_1", "room_2"))
    assert candidates(view) == (STOP,)
    assert candidates(house(known_objects=(COUNTER,))) == (explore("room_2"),)


def test_rejected_candidates_are_not_repeated() -> None:
    view = house(rejected=((MUG_HOME, "tower does it"),))
    assert candidates(view) == (explore("room_2"),)


def test_a_correction_changes_the_answer() -> None:
    asked = PROMPTS.generate(house(), 1)
    first = ask(asked)
    again = ask(PROMPTS.correction(asked, first, "tower does it"))
    assert parse_candidates(first) == (MUG_HOME,)
    assert parse_candidates(again) == (explore("room_2"),)


@pytest.mark.parametrize("cause", [Cause.TOO_HEAVY, Cause.TOO_HIGH])
def test_what_it_could_not_lift_is_left_to_others(cause: Cause) -> None:
    view = house(history=(failed(PICK, "Mug_0", cause),))
    assert candidates(view) == (explore("room_2"),)


def test_what_failed_once_comes_later_and_twice_never() -> None:
    once = house(history=(failed(GO, "Mug_0", Cause.BLOCKED),))
    assert candidates(once) == (explore("room_2"), MUG_HOME)
    twice = house(history=(failed(GO, "Mug_0", Cause.BLOCKED),) * 2)
    assert candidates(twice) == (explore("room_2"),)


def test_what_is_held_is_put_away_first() -> None:
    found = candidates(holding(house()))
    assert found[0] == MUG_HOME
    assert all(s.object_id == "Mug_0" for s in found)


def test_an_empty_bottle_goes_into_the_bin_and_a_full_one_does_not() -> None:
    bin_ = furniture("GarbageCan_0", "GarbageCan", 3.0, 0.5, KITCHEN, 0.3)
    empty, full = (
        mug(object_id=f"{kind}_0", category=kind, receptacle=on, receptacle_category=on)
        for kind, on in (("EmptyBottle", "Sofa"), ("Bottle", FLOOR))
    )
    view = house(known_objects=(COUNTER, bin_, empty, full))
    assert set(candidates(view)[:2]) == {
        replace_("EmptyBottle_0", "GarbageCan", "Kitchen"),
        replace_("Bottle_0", "CounterTop", "Kitchen"),
    }


def test_a_receptacle_out_of_reach_is_no_target() -> None:
    high = dataclasses.replace(COUNTER, support_height=1.6)
    table = furniture("DiningTable_0", "DiningTable", 2.0, 2.0, KITCHEN)
    view = house(known_objects=(high, table, BED, mug()), current_objects=())
    everywhere = with_state(view, explored_rooms=("room_0", "room_1", "room_2"))
    assert candidates(everywhere)[0] == replace_("Mug_0", "DiningTable", "Kitchen")


def test_ranking_follows_the_same_facts() -> None:
    offered = (explore("room_0"), STOP, explore("room_2"), MUG_HOME)
    asked = PROMPTS.rank(house(), offered)
    ranking = parse_ranking(ask(asked), offered)
    assert set(ranking) == set(offered)
    assert ranking[:2] == (MUG_HOME, explore("room_2"))
    text = lacking(asked, r"You have an arm:[^\n]*", "You have no arm.")
    assert parse_ranking(text, offered)[0] == explore("room_2")


def test_ranking_prefers_the_fitting_receptacle() -> None:
    odd = replace_("Mug_0", "Toilet", "Bathroom")
    offered = (odd, explore("room_2"), MUG_HOME)
    assert parse_ranking(ask(PROMPTS.rank(house(), offered)), offered)[-1] == odd


def test_reflection_minds_the_answers_to_this_intent() -> None:
    own = announced(4, explore("room_2"))
    assert verdict(house(), explore("room_2"))
    assert verdict(house(messages=(own, answered(4, False))), explore("room_2"))
    assert not verdict(house(messages=(own, answered(4, True))), explore("room_2"))
    assert verdict(house(messages=(own, answered(3, True))), explore("room_2"))
    asked = PROMPTS.reflect(house(messages=(own, answered(4, True))), explore("room_2"))
    assert parse_judgement(lacking(asked, "CONFLICT", "no conflict"))[0]


def test_reflection_minds_what_teammates_did_meanwhile() -> None:
    state = RobotState(house().state.pose, explored_rooms=("room_2",))
    explored = house(teammates=(teammate(capability=house().capability, state=state),))
    assert not verdict(explored, explore("room_2"))
    about: dict[str, Any] = {"object_category": "Mug", "object_position": Point(6.0, 1.0, 0.6)}
    taken = house(teammates=(intending(teammate(), MUG_HOME, **about),))
    assert not verdict(taken, MUG_HOME)
    assert verdict(house(), MUG_HOME)
    assert not verdict(house(), STOP)
    assert not verdict(house(), replace_("Mug_9", "CounterTop", "Kitchen"))


def test_judging_names_where_things_belong() -> None:
    bottle = mug(object_id="EmptyBottle_0", category="EmptyBottle", receptacle_category="Sofa")
    fine = mug(object_id="Mug_1", receptacle_category="CounterTop", room_type="Kitchen")
    odd = mug(object_id="Gizmo_0", category="Gizmo")
    items = (mug(), bottle, fine, odd)
    found = {p.object_id: p for p in parse_placements(ask(PROMPTS.judge(house(), items)))}
    assert (found["Mug_0"].receptacle, found["Mug_0"].room) == ("CounterTop", "Kitchen")
    assert found["EmptyBottle_0"].receptacle == "GarbageCan"
    assert not found["Mug_1"].misplaced
    assert not found["Gizmo_0"].misplaced
    text = lacking(PROMPTS.judge(house(), items), r"\| on Bed_0 \(Bed\)", "| on something unknown")
    assert not parse_placements(text)[0].misplaced


@pytest.mark.parametrize("messages", [[], [{"role": "user", "content": "Tell me a joke."}],
                                      [{"role": "user", "content": None}], [{}]])  # fmt: skip
def test_other_prompts_are_declined(messages: list[dict[str, object]]) -> None:
    assert answer(messages) == NOT_UNDERSTOOD


headings = st.sampled_from(
    ["## Instructions: generate candidate sub-tasks", "## Instructions: rank the candidates",
     "## Instructions: reflect on the sub-task", "## Instructions: choose the next sub-skill",
     "## Instructions: judge where objects belong", "## Rooms", "## Ad hoc state",
     "## Current plan", "## Objects in view now", "## Robot states", "## Objects to judge",
     "## Your latest sub-skills", "## Known receptacle types", "- room_1 | Kitchen | explored by",
     "- Mug | Mug | OUT OF PLACE", "- ", "- | | in  ()", "You hold .", "You have an arm",
     "Current sub-task: Re-place <a> <b> <c>"]
)  # fmt: skip


@given(st.lists(headings | st.text(max_size=20), max_size=15))
def test_it_answers_whatever_it_is_given(lines: list[str]) -> None:
    assert answer([{"role": "user", "content": "\n".join(lines)}])


categories = st.sampled_from(["Mug", "Apple", "Book", "Pillow", "Laptop", "SoapBar", "Gizmo"])
spots = st.sampled_from([COUNTER, BED])


@st.composite
def situations(draw: st.DrawFn) -> PlannerView:
    things: list[Detection] = []
    for number in range(draw(st.integers(0, 4))):
        spot = draw(spots)
        place = Point(draw(st.floats(0, 8)), draw(st.floats(0, 4)), draw(st.floats(0, 2)))
        things.append(
            mug(object_id=f"Thing_{number}", category=draw(categories), position=place,
                receptacle=spot.object_id, receptacle_category=spot.category, room=spot.room,
                room_type=spot.room_type, misplaced=draw(st.sampled_from(list(Misplaced))))
        )  # fmt: skip
    rooms = tuple(Room(f"room_{i}", square(4 * i, 0), draw(st.sampled_from(["", "Kitchen"])))
                  for i in range(draw(st.integers(0, 4))))  # fmt: skip
    explored = tuple(r.room_id for r in rooms if draw(st.booleans()))
    view = house(known_objects=(COUNTER, BED, *things), rooms=rooms)
    return with_state(view, explored_rooms=explored)


@given(situations())
def test_its_candidates_and_steps_pass_the_guards(view: PlannerView) -> None:
    for subtask in candidates(view):
        subskill = step(view, subtask)
        assert check_subskill(view, subskill, subtask) is None


def test_a_poor_place_waits_while_nobody_has_looked_everywhere() -> None:
    """An unopened bottle may stand on a coffee table but is stored away where that is possible."""
    table = furniture("CoffeeTable_0", "CoffeeTable", 2.0, 2.0, ("room_0", "LivingRoom"), 0.4)
    bottle = mug(object_id="FullBottle_0", category="FullBottle", receptacle=FLOOR)
    living = dataclasses.replace(house().rooms[0], room_type="LivingRoom")
    rooms = (living, *house().rooms[1:])
    view = house(known_objects=(table, bottle), current_objects=(), rooms=rooms)
    assert candidates(view)[0] == explore("room_2")
    everywhere = with_state(view, explored_rooms=("room_0", "room_1", "room_2"))
    assert candidates(everywhere) == (replace_("FullBottle_0", "CoffeeTable", "LivingRoom"),)
    shelf = furniture("Shelf_0", "Shelf", 7.0, 1.0, KITCHEN)
    lesser = dataclasses.replace(view, known_objects=(table, shelf, bottle))
    assert candidates(lesser)[0] == explore("room_2")
    cabinet = furniture("Cabinet_0", "Cabinet", 7.0, 1.0, KITCHEN)
    known = dataclasses.replace(view, known_objects=(table, shelf, cabinet, bottle))
    assert candidates(known)[0] == replace_("FullBottle_0", "Cabinet", "Kitchen")
