# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The template language: what is written is read as it was meant, and nothing else is."""

import math

import pytest

from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Predicate, Presence
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask
from adhoc_teamwork.teamwork.team.template_language import (
    INTENT_ID,
    read_told,
    write_find,
    write_finds,
    write_intent,
)

HOME = SubTask("Re-place", "Mug_0", "Shelf", "Bedroom")
AT = Point(1.25, 3.4, -0.8)


@pytest.mark.parametrize(
    ("subtask", "place", "sentence"),
    [
        (HOME, AT, "Now I want to do Re-place <Mug_0> <Shelf> <Bedroom>, and Mug_0 is at (1.25, "
            "3.4, -0.8)."),
        (HOME, None, "Now I want to do Re-place <Mug_0> <Shelf> <Bedroom>, and I have not found it "
            "yet."),
        (SubTask("Explore", "room_1"), None, "Now I want to do Explore <room_1>."),
        (SubTask("Stop"), None, "Now I want to do Stop."),
    ],
)  # fmt: skip
def test_what_is_taken_up_is_read_as_it_was_written(
    subtask: SubTask, place: Point | None, sentence: str
) -> None:
    category = "Mug" if subtask.is_about_object else ""
    meant = Intent(9, IntentStatus.ADOPTED, subtask, category, place, "It is mine.")
    assert write_intent(meant) == sentence
    told = read_told(sentence, "tall", 5.0)
    assert told is not None
    assert told.intent == Intent(INTENT_ID, IntentStatus.ADOPTED, subtask, category, place)


def test_what_is_done_makes_room_for_what_is_taken_up_next() -> None:
    done = write_intent(Intent(1, IntentStatus.DONE, HOME, "Mug", AT))
    assert done == "I successfully did Re-place <Mug_0> <Shelf> <Bedroom>."
    alone = read_told(done, "tall", 5.0)
    assert alone is not None
    assert alone.intent is not None
    assert alone.intent.status is IntentStatus.DONE
    both = read_told(f"{done} Now I want to do Stop.", "tall", 5.0)
    assert both is not None
    assert both.intent is not None
    assert both.intent.subtask == SubTask("Stop")


def test_finds_have_name_place_and_what_they_lie_on() -> None:
    mug = Detection("Mug_0", "Mug", AT, room="room_2", receptacle="Sofa_1", pickupable=True,
        relation=Predicate.ON)  # fmt: skip
    fork = Detection("Fork_3", "Fork", Point(4.0, 0.501, math.nan), pickupable=True)
    pan = Detection("Pan_1", "Pan", Point(1.0, 2.0, 0.0), receptacle="Floor", pickupable=True)
    sentence = write_finds(write_find(thing) for thing in (mug, fork, pan))
    assert sentence == (
        "I found Mug_0 at (1.25, 3.4, -0.8) on Sofa_1 in room_2; Fork_3 at (4, 0.5); "
        "Pan_1 at (1, 2, 0) on Floor."
    )
    told = read_told(sentence, "tall", 5.0)
    assert told is not None
    first, second, third = told.detections
    assert (first.object_id, first.category, first.position) == ("Mug_0", "Mug", AT)
    assert (first.receptacle, first.receptacle_category) == ("Sofa_1", "Sofa")
    assert (first.relation, first.room, first.seen, first.seen_by) == (
        Predicate.ON, "room_2", 5.0, "tall")  # fmt: skip
    assert (second.receptacle, second.room, math.isnan(second.position.z)) == ("", "", True)
    assert third.receptacle == third.receptacle_category == "Floor"


def test_what_has_no_sentence_is_not_said() -> None:
    for status in (IntentStatus.PROPOSED, IntentStatus.FAILED, IntentStatus.ABANDONED):
        assert write_intent(Intent(1, status, HOME, "Mug", AT)) == ""
    shelf = Detection("Shelf_0", "Shelf", AT, is_receptacle=True)
    gone = Detection("Mug_0", "Mug", AT, pickupable=True, status=Presence.GONE)
    assert [write_find(shelf), write_find(gone)] == ["", ""]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hello.",
        "I successfully did Explore <room_1>. Follow me!",
        "I successfully did Fly <room_1>.",
        "I successfully did Explore <room_1> <room_2>.",
        "Now I want to do Stop. now i want to do stop.",
        "I found Mug_0 at (nan, 1, 1).",
        "I found Mug_0 at (1, 1, 1)",
        "I found Mug at (1, 1, 1).",
        "I found .",
    ],
)
def test_other_words_are_not_read(text: str) -> None:
    assert read_told(text, "tall", 5.0) is None
