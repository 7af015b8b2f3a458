# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where others of a kind stand says where such things are kept."""

import asyncio
import dataclasses
from collections.abc import Sequence
from dataclasses import replace

from planner_views import chat, explore, furniture, house, mug, replace_
from scripted_model import prompts

from adhoc_teamwork.adhoc_planner.belief.house_sense import HouseSense
from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.belief.situation import Kept
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.notation.answers import Placement
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Misplaced

SHELF = Placement("", True, "Shelf", "Kitchen", "why")


class Opinion:
    """Hold that things on furniture of some types are out of place."""

    def __init__(self, *wrong: str) -> None:
        self.wrong = wrong

    async def judge(self, view: PlannerView, items: Sequence[Detection]) -> list[Placement]:
        del view
        return [
            replace(SHELF, object_id=o.object_id, misplaced=o.receptacle_category in self.wrong)
            for o in items
        ]


def lying(name: str, on: str, x: float = 6.0) -> Detection:
    """Return a mug that nobody has judged, on a type of furniture in a bedroom."""
    place = {"receptacle": FLOOR if on == FLOOR else f"{on}_0", "receptacle_category": on}
    return mug(object_id=name, position=Point(x, 1.0, 0.6), misplaced=Misplaced.UNKNOWN, **place)


def judged(*things: Detection, heeds: bool = True, wrong: Sequence[str] = ("Bed",)) -> Judge:
    """Return a judge that was asked about things."""
    judge = Judge(Opinion(*wrong), HouseSense() if heeds else None)
    judge.apply_all(things)
    asyncio.run(judge.judge(house(), things))
    return judge


def verdicts(judge: Judge, *things: Detection) -> list[Misplaced]:
    """Return what is held of things."""
    return [thing.misplaced for thing in judge.apply_all(things)]


def test_a_thing_stays_where_another_of_its_kind_stands_on_such_furniture() -> None:
    two = lying("Mug_0", "Bed"), lying("Mug_1", "Bed", 9.0)
    assert verdicts(judged(*two), *two) == [Misplaced.NO, Misplaced.NO]
    assert verdicts(judged(*two, heeds=False), *two) == [Misplaced.YES, Misplaced.YES]
    assert verdicts(judged(two[0]), two[0]) == [Misplaced.YES]
    fallen = lying("Mug_0", FLOOR), lying("Mug_1", FLOOR, 9.0)
    assert verdicts(judged(*fallen, wrong=[FLOOR]), *fallen) == [Misplaced.YES, Misplaced.YES]


def test_where_others_of_a_kind_stood_and_may_stay_is_where_such_things_are_kept() -> None:
    lost, other = lying("Mug_0", "Bed"), lying("Mug_1", "Shelf", 9.0)
    judge = judged(lost, other)
    judge.apply_all([lost, other])
    assert judge.kept("Mug", ()) == Kept((("Shelf", "Bedroom"),), "as others of its kind here")


def test_what_may_stay_where_it_was_put_stays_wherever_others_of_its_kind_stand() -> None:
    lost, other = lying("Mug_0", "Bed"), lying("Mug_1", "Shelf", 9.0)
    put = lying("Mug_0", "Desk", 3.0)
    judge = judged(lost, other)
    asyncio.run(judge.judge(house(), [put]))
    assert verdicts(judge, put, other) == [Misplaced.NO, Misplaced.NO]


def test_prompts_say_where_such_things_are_kept_and_the_model_goes_by_it() -> None:
    near = furniture("SideTable_0", "SideTable", 6.5, 1.0, ("room_1", "Bedroom"))
    far = furniture("Shelf_0", "Shelf", 9.0, 1.0, ("room_2", "Bedroom"))
    seen = house(known_objects=(*house().known_objects, far, near))

    def first(*places: tuple[str, str]) -> str:
        told = dataclasses.replace(seen, kept={"Mug": Kept(places, "as told")} if places else {})
        text = answer(chat(prompts().generate(told, 1))).partition("[result]")[2]
        return text.strip().partition(". ")[2]

    assert first() == str(replace_("Mug_0", "CounterTop", "Kitchen"))
    both = ("Shelf", "Bedroom"), ("SideTable", "Bedroom")
    assert first(*both) == str(replace_("Mug_0", "SideTable", "Bedroom"))
    assert first(both[0]) == str(replace_("Mug_0", "Shelf", "Bedroom"))
    assert first(("Stool", "Garage")) == str(explore("room_2"))
