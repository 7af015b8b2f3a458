# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The stand-in in the negotiation: it objects where the prompt's facts say so, and plans around."""

from dataclasses import replace

import pytest
from planner_views import (
    BED,
    COUNTER,
    LIFTER,
    LOOKER,
    announced,
    answered,
    chat,
    explore,
    house,
    intending,
    mug,
    replace_,
    said,
    teammate,
    with_state,
)
from scripted_model import prompts

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.notation.agreement import Negotiated, parse_negotiation
from adhoc_teamwork.adhoc_planner.prompt_context.negotiation import negotiation_facts
from adhoc_teamwork.adhoc_planner.prompt_context.plans import Plan
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.offline_model.settings import OfflineSettings
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Misplaced
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTask

MUG_HOME = replace_("Mug_0", "CounterTop", "Kitchen")
ROOM_2 = explore("room_2")
MUG_AT = mug().position
SOUND: OfflineSettings = OfflineSettings()


def ask(
    view: PlannerView, objected: tuple[Plan, ...] = (), settings: OfflineSettings = SOUND
) -> Negotiated:
    prompt = prompts().ask("negotiate", view, **negotiation_facts(view, objected))
    return parse_negotiation(answer(chat(prompt), settings), [t.name for t in view.teammates])


def planning(
    plan: SubTask,
    name: str = "tower",
    body: Capability = LIFTER,
    x: float = 5.0,
    status: IntentStatus = IntentStatus.PROPOSED,
    battery: float = 500.0,
    held: str = "",
) -> Teammate:
    """Return a teammate at (x, 1) with a plan."""
    about = {"object_category": "Mug", "object_position": MUG_AT} if plan.object_id else {}
    state = RobotState(Pose(x, 1.0), "room_1", held, "Mug" if held else "", battery)
    return intending(teammate(name, capability=body, state=state), plan, status, **about)


def far_house(*mates: Teammate, x: float = 1.0) -> PlannerView:
    return with_state(house(teammates=mates), pose=Pose(x, 1.0))


def test_it_agrees_with_a_sound_plan_and_plans_something_else() -> None:
    found = ask(far_house(planning(MUG_HOME)))
    assert (found.objections, found.subtask) == ((), ROOM_2)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (LOOKER, "no arm"),
        (replace(LIFTER, reach_max_height=0.3), "too high"),
        (replace(LIFTER, reach_min_height=0.9), "too low"),
    ],
)
def test_it_objects_where_the_body_cannot_do_it(body: Capability, why: str) -> None:
    found = ask(far_house(planning(MUG_HOME, body=body)))
    assert [name for name, _ in found.objections] == ["tower"]
    assert why in found.objections[0][1]
    assert found.subtask == MUG_HOME, "it is free again"


def test_it_objects_where_the_battery_cannot_last() -> None:
    assert not ask(far_house(planning(MUG_HOME, battery=60.0))).objections
    (name, why) = ask(far_house(planning(MUG_HOME, battery=4.0))).objections[0]
    assert name == "tower"
    assert "battery" in why


def test_it_objects_where_it_found_the_object_in_place() -> None:
    fine = mug(misplaced=Misplaced.NO, reason="")
    found = ask(replace(far_house(planning(MUG_HOME)), known_objects=(COUNTER, BED, fine)))
    assert found.objections == (("tower", "I found Mug_0 in place where it lies"),)
    unjudged = mug(misplaced=Misplaced.UNKNOWN, reason="")
    assert not ask(
        replace(far_house(planning(MUG_HOME)), known_objects=(COUNTER, BED, unjudged))
    ).objections


def told(mate: Teammate, stamp: float) -> TeamMessage:
    """Return the announcement of a teammate's plan."""
    return said(mate.name, MessageKind.INTENT, stamp, intent=mate.intents[1])


def test_of_two_that_plan_the_same_the_later_one_is_told() -> None:
    one, two = planning(MUG_HOME, "one"), planning(MUG_HOME, "two")
    assert [n for n, _ in ask(far_house(one, two)).objections] == ["two"], "by name"
    messages = (told(two, 15.0), told(one, 17.0))
    view = replace(far_house(one, two), messages=messages)
    assert [n for n, _ in ask(view).objections] == ["one"]


def test_what_is_planned_ahead_gives_way_to_what_begins_at_once() -> None:
    one, two = planning(ROOM_2, "one", LOOKER), planning(ROOM_2, "two", LOOKER)
    busy = planning(explore("room_1"), "one", status=IntentStatus.ADOPTED).intents[1]
    ahead = replace(one, intents={1: one.intents[1], 2: replace(busy, intent_id=2)})
    messages = (told(one, 15.0), told(two, 17.0))
    view = replace(far_house(ahead, two), messages=messages)
    assert [n for n, _ in ask(view).objections] == ["one"]


def test_what_is_taken_up_goes_before_what_is_nearer() -> None:
    near = planning(MUG_HOME, "near", x=5.5)
    far = planning(MUG_HOME, "far", x=8.0, status=IntentStatus.ADOPTED)
    assert [n for n, _ in ask(far_house(near, far)).objections] == ["near"]


def test_two_may_explore_a_room_in_which_they_see_different_things() -> None:
    low = replace(LOOKER, camera_height=0.3, camera_pitch=0.0)
    high = replace(LOOKER, camera_height=1.6, camera_pitch=-0.2, vertical_fov=0.6)
    one, two = planning(ROOM_2, "one", high), planning(ROOM_2, "two", low)
    assert not ask(far_house(one, two)).objections
    same = planning(ROOM_2, "one", low), two
    assert [n for n, _ in ask(far_house(*same)).objections] == ["two"]


def test_one_that_is_free_and_much_nearer_asks_for_the_object() -> None:
    far = planning(MUG_HOME, x=11.5)
    found = ask(far_house(far, x=5.5))
    assert "5.5 m from you and 0.5 m from me" in found.objections[0][1]
    assert found.subtask == MUG_HOME


def test_what_a_teammate_has_taken_up_is_asked_for_but_not_planned_over() -> None:
    found = ask(far_house(planning(MUG_HOME, x=11.5, status=IntentStatus.ADOPTED), x=5.5))
    assert [name for name, _ in found.objections] == ["tower"]
    assert found.subtask == ROOM_2


@pytest.mark.parametrize(
    "changed",
    [
        {"capability": LOOKER},
        {"capability": replace(LIFTER, payload=0.1)},
        {"x": 3.0},
    ],
    ids=["without an arm", "weaker", "hardly nearer"],
)
def test_one_that_is_not_as_able_or_not_much_nearer_does_not(changed: dict[str, object]) -> None:
    view = far_house(planning(MUG_HOME, x=9.0), x=float(changed.pop("x", 5.5)))  # type: ignore[arg-type]
    assert not ask(replace(view, **changed)).objections  # type: ignore[arg-type]


def test_it_does_not_object_twice_nor_to_what_is_in_a_hand() -> None:
    far = planning(MUG_HOME, x=11.5)
    assert not ask(far_house(far, x=5.5), (("tower", str(MUG_HOME)),)).objections
    holding = planning(MUG_HOME, x=11.5, status=IntentStatus.ADOPTED, held="Mug_0")
    assert not ask(far_house(holding, x=5.5)).objections


def test_it_gives_way_to_an_objection_where_there_is_something_else_to_do() -> None:
    view = house(
        teammates=(planning(ROOM_2, body=LOOKER, x=9.0),),
        messages=(announced(7, MUG_HOME), answered(7, True)),
    )
    view = replace(view, teammates=(teammate(),))
    assert ask(view).subtask == ROOM_2
    assert ask(replace(view, messages=())).subtask == MUG_HOME
    assert ask(replace(view, now=90.0)).subtask == MUG_HOME, "objections do not last for ever"


def test_the_present_sub_task_goes_on_unless_something_more_urgent_came_up() -> None:
    rooms = tuple(replace(r, explored=0.0) for r in house().rooms)
    view = with_state(house(rooms=rooms, capability=LOOKER), explored_rooms=())
    assert ask(view).subtask == explore("room_0")
    assert ask(replace(view, subtask=ROOM_2)).subtask == ROOM_2
    busy = replace(with_state(house(rooms=rooms), explored_rooms=()), subtask=ROOM_2)
    assert ask(busy).subtask == MUG_HOME
    assert ask(replace(busy, known_objects=(COUNTER, BED))).subtask == ROOM_2


def test_after_two_refusals_of_a_kind_it_tries_another_kind() -> None:
    mugs = [mug(object_id=f"Mug_{i}", position=replace(MUG_AT, x=4.5 + i)) for i in range(4)]
    view = house(known_objects=(COUNTER, BED, *mugs))
    chat_so_far = prompts().ask("negotiate", view, **negotiation_facts(view))
    kinds = []
    for _ in range(3):
        text = answer(chat(chat_so_far), SOUND)
        kinds.append(parse_negotiation(text, ()).subtask.kind.value)
        chat_so_far = prompts().correction(chat_so_far, text, "the battery does not last")
    assert kinds == ["Re-place", "Re-place", "Explore"]


def test_a_slip_turns_the_agreement_around_or_brings_a_wrong_plan_but_not_both() -> None:
    sound = ask(far_house(planning(MUG_HOME)))
    agreements, plans = 0, 0
    for seed in range(40):
        slip = ask(
            far_house(planning(MUG_HOME)),
            settings=OfflineSettings(seed=seed, hallucination=1.0),
        )
        agreements += slip.objections != sound.objections
        plans += slip.objections == sound.objections and slip.subtask != sound.subtask
    assert agreements + plans == 40
    assert min(agreements, plans) > 5
