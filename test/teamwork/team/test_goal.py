# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Goals: what holds where, and what is refused."""

import pytest

from adhoc_teamwork.teamwork.actions.registry import subskills
from adhoc_teamwork.teamwork.scene import Predicate
from adhoc_teamwork.teamwork.team.goal import CountedPredicate, Furnishing, Goal, Place
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

IN_FRIDGE = CountedPredicate("Apple", "Fridge", Predicate.IN)


def test_objects_at_a_place_are_predicates_that_any_relation_fulfils() -> None:
    (wish,) = Goal(objects={"Mug": 2}, place=Place("Bed", "Bedroom")).wishes
    assert (wish.count, str(wish)) == (2, "AT(Mug, Bed in Bedroom)")
    assert wish.holds_at(Predicate.ON, "bed", "bedroom")
    assert wish.holds_at(Predicate.IN, "Bed", "Bedroom")
    assert not wish.holds_at(Predicate.ON, "Bed", "Kitchen")


def test_a_predicate_asks_for_its_relation_and_any_room() -> None:
    assert IN_FRIDGE.holds_at(Predicate.IN, "Fridge", "Garage")
    assert IN_FRIDGE.holds_at(None, "Fridge", "")
    assert not IN_FRIDGE.holds_at(Predicate.ON, "Fridge", "Kitchen")
    assert not IN_FRIDGE.holds_at(Predicate.IN, "Microwave", "Kitchen")


@pytest.mark.parametrize(
    ("goal", "wrong"),
    [
        (Goal(predicates=(IN_FRIDGE,), text="Tidy."), "predicates and text"),
        (Goal(objects={"Mug": 1}), "goal.place"),
        (Goal(place=Place("Bed")), "goal.place"),
        (Goal(objects={"Mug": 0}, place=Place("Bed")), "goal.objects.Mug: 0"),
        (Goal(objects={"Mug": 1}, place=Place("")), "goal.place.receptacle"),
        (Goal(predicates=(CountedPredicate("", "Bed"),)), "goal.predicates.0.category"),
        (
            Goal(predicates=(IN_FRIDGE, CountedPredicate("A", "B", count=0))),
            "goal.predicates.1.count",
        ),
        (Goal(predicates=(CountedPredicate("A", "B", Predicate.NEAR),)), "relation: NEAR"),
    ],
)
def test_what_contradicts_itself_is_named(goal: Goal, wrong: str) -> None:
    assert wrong in goal.wrong()


def test_what_is_right_is_not_refused() -> None:
    assert Goal().wrong() == Goal(predicates=(IN_FRIDGE,)).wrong() == ""
    assert Furnishing({"Box": 0}).wrong().startswith("containers.Box: 0")


@pytest.mark.parametrize(
    ("subtask", "last"),
    [
        (SubTask(SubTaskKind.TRANSPORT, object_id="Mug_0"), SubSkillKind.PUT_OBJECT),
        (
            SubTask(
                SubTaskKind.PLACE_IN,
                room_type="Kitchen",
                object_id="Mug_0",
                receptacle_type="Fridge",
            ),
            SubSkillKind.PUT_OBJECT,
        ),
        (SubTask(SubTaskKind.LOAD, object_id="Mug_0", receptacle_id="Box_0"), SubSkillKind.PUT_IN),
        (SubTask(SubTaskKind.CHECK, object_id="Mug_0"), SubSkillKind.OPEN_OBJECT),
    ],
)
def test_a_subtask_ends_with_its_last_subskill_about_its_own_object(
    subtask: SubTask, last: SubSkillKind
) -> None:
    assert subtask.is_last(SubSkill(last, "Mug_0"))
    assert not subtask.is_last(SubSkill(last, "Mug_1"))
    assert not subtask.is_last(SubSkill(SubSkillKind.GO_TO_OBJECT, "Mug_0"))


def test_free_words_end_only_with_stop() -> None:
    subtask = SubTask(SubTaskKind.DO, text="Put Mug_0 on Bed_0")
    about = [k for k in SubSkillKind if "object_id" in {a.name for a in subskills()[k].arguments}]
    assert not any(subtask.is_last(SubSkill(kind, "Mug_0")) for kind in about)
