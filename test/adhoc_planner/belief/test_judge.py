# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Judging what is out of place."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest
from agent_pieces import judge, mug, view

from adhoc_teamwork.adhoc_planner.belief.judge import FROM_NEAR, PATIENCE, Judge
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.notation.answers import Placement
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Misplaced, Presence


def test_a_situation_is_judged_once_for_all_things_in_it() -> None:
    judging, model = judge()
    things = (mug("Mug_0"), mug("Mug_1"), mug("Mug_2", "CounterTop", "Kitchen"))
    due = judging.due(things, 0.0)
    assert [t.object_id for t in due] == ["Mug_0", "Mug_2"]
    asyncio.run(judging.judge(view(), due))
    assert [judging.apply(t).misplaced.name for t in things] == ["YES", "YES", "NO"]
    assert judging.apply(things[0]).reason
    assert judging.due(things, 1.0) == ()
    assert model.asked == ["judge"]
    target = judging.target("Mug")
    assert target is not None
    assert target.receptacle


def test_a_thing_in_an_unknown_place_waits_but_not_for_ever() -> None:
    judging, _ = judge()
    unknown = mug(on="", room="")
    floor = replace(mug(room=""), receptacle=FLOOR, receptacle_category=FLOOR)
    assert judging.due((unknown, floor), 0.0) == ()
    assert judging.due((unknown, floor), PATIENCE - 0.1) == ()
    assert len(judging.due((unknown, floor), PATIENCE)) == 2
    assert judging.due((replace(floor, room_type="Kitchen"),), 1.0) != ()


def test_only_things_that_can_be_carried_and_are_there_are_judged() -> None:
    judging, _ = judge()
    sofa = replace(mug(), pickupable=False, is_receptacle=True)
    assert judging.due((sofa, replace(mug(), status=Presence.GONE)), 99.0) == ()


def test_what_a_robot_put_down_on_purpose_is_in_place() -> None:
    judging, _ = judge()
    shelf = Detection("Shelf_0", "Shelf", Point(0.0, 0.0), room_type="Bedroom", is_receptacle=True)
    judging.settle(mug(), shelf)
    placed = mug(on="Shelf", room="Bedroom")
    assert judging.apply(placed).misplaced is Misplaced.NO
    assert judging.due((placed,), 0.0) == ()


def test_a_teammates_judgement_stands_until_there_is_an_own_one() -> None:
    judging, _ = judge()
    told = replace(mug(), misplaced=Misplaced.YES, reason="beta says so")
    assert judging.apply(told) == told


def test_judgements_of_other_things_than_asked_are_asked_again() -> None:
    other = "[result]\n1. <Fork_9> misplaced: no"
    judging, model = judge(other)
    asyncio.run(judging.judge(view(), (mug(),)))
    assert model.asked == ["judge", "judge"]


def test_a_teammate_that_saw_more_is_believed_to_find_a_thing_out_of_place() -> None:
    unknown = mug(on="", room="Bathroom")
    judging, _ = judge("[result]\n1. <Mug_0> misplaced: no; reason: it is not known what it is on")
    asyncio.run(judging.judge(view(), (unknown,)))
    assert judging.apply(unknown).misplaced is Misplaced.NO
    told = replace(unknown, misplaced=Misplaced.YES, reason="beta saw it on the toilet")
    assert judging.apply(told) == told


def test_what_was_judged_stays_so_while_it_is_not_seen_any_more_what_carries_it() -> None:
    """From near a robot may lose sight of the bed on which a plate lies."""
    yes = "[result]\n1. <Mug_0> misplaced: yes; receptacle: CounterTop; room: Kitchen; reason: cup"
    no = "[result]\n1. <Mug_0> misplaced: no; reason: it is not known what it lies on"
    judging, _ = judge(yes, no)
    asyncio.run(judging.judge(view(), (mug(),)))
    assert judging.apply(mug()).misplaced is Misplaced.YES
    unknown = mug(on="")
    assert judging.apply(unknown).misplaced is Misplaced.YES
    assert judging.due((unknown,), 0.0) == judging.due((unknown,), PATIENCE) == ()
    asyncio.run(judging.judge(view(), (unknown,)))
    assert judging.apply(unknown).misplaced is Misplaced.YES
    moved = replace(unknown, position=Point(5.0, 5.0, 0.5))
    assert judging.apply(moved).misplaced is Misplaced.NO


def test_what_is_judged_as_it_was_is_the_very_same() -> None:
    judging, _ = judge()
    asyncio.run(judging.judge(view(), (mug("Mug_0"),)))
    thing, other = mug("Mug_0"), mug("Mug_1", "CounterTop", "Kitchen")
    before = judging.apply(thing)
    judging.stays(other)
    assert before.misplaced is Misplaced.YES
    assert judging.apply(thing) is before
    judging.stays(thing)
    assert judging.apply(thing).misplaced is Misplaced.NO


def test_things_that_are_known_no_more_are_forgotten() -> None:
    judging, _ = judge()
    asyncio.run(judging.judge(view(), judging.due((mug(),), 0.0)))
    first = mug()
    judging.stays(first)
    assert judging.apply_all((first,))[0].reason == FROM_NEAR
    for number in range(1, 8):
        thing = mug(f"Mug_{number}")
        judging.due((thing,), float(number))
        judging.apply_all((thing,))
    assert judging.apply_all((replace(first),))[0].reason != FROM_NEAR


class Says:
    """Holds things to be out of place, or not, one answer after the other."""

    def __init__(self, *misplaced: bool) -> None:
        self.left = list(misplaced)

    async def judge(self, view: PlannerView, items: Sequence[Detection]) -> list[Placement]:
        del view
        wrong = self.left.pop(0)
        return [Placement(i.object_id, wrong, "Shelf", "Kitchen", str(wrong)) for i in items]


@pytest.mark.parametrize(
    ("first", "second", "third", "asked", "in_the_end"),
    [
        ([False], [], [], 1, Misplaced.NO),
        ([True], [True], [], 2, Misplaced.YES),
        ([True], [False], [False], 3, Misplaced.NO),
        ([True], [False], [True], 3, Misplaced.YES),
    ],
)
def test_what_would_be_moved_others_are_asked_about_until_most_agree(
    first: list[bool], second: list[bool], third: list[bool], asked: int, in_the_end: Misplaced
) -> None:
    opinions = [Says(*said) for said in (first, second, third)]
    judging, thing = Judge(opinions[0], others=opinions[1:]), mug()
    for number in range(asked):
        due = judging.due((thing,), float(number))
        assert due == (thing,)
        asyncio.run(judging.judge(view(), due))
        assert number or judging.apply(thing).misplaced.name == ("YES" if first[0] else "NO")
    assert judging.due((thing,), 9.0) == ()
    assert judging.apply(thing).misplaced is in_the_end
    assert not any(opinion.left for opinion in opinions)


def test_what_nobody_has_judged_comes_before_another_opinion() -> None:
    judging = Judge(Says(True, True), others=[Says(True), Says()])
    old, new = mug("Mug_0"), mug("Mug_1", "Bed", "Bedroom")
    asyncio.run(judging.judge(view(), judging.due((old,), 0.0)))
    assert judging.due((old, new), 1.0) == (new,)
    asyncio.run(judging.judge(view(), (new,)))
    assert judging.due((old, new), 2.0) == (old, new)
    judging.settle(old, Detection("Sofa_0", "Sofa", Point(0.0, 0.0), room_type="LivingRoom"))
    assert judging.due((old, new), 3.0) == (new,)
    asyncio.run(judging.judge(view(), (old, new)))
    assert judging.apply(old).misplaced is Misplaced.NO
