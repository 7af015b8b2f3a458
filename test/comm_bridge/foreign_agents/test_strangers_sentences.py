# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The template sentences of CoELA's appendix D, in both directions."""

import asyncio
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.comm_bridge.foreign_agents.config import StrangerConfig, load_stranger
from adhoc_teamwork.comm_bridge.foreign_agents.drafts import Reading
from adhoc_teamwork.comm_bridge.foreign_agents.sentence_format import SentenceFormat
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

PROGRESS = "I successfully put poundcake <383> on kitchentable <130>, and they are in kitchen <56>."
INTENT = "Now I want to put cutleryfork <369> in dishwasher <104>, and I have not found it yet."
BELIEF = (
    "I found nothing is inside kitchencabinet <75>. nothing is inside kitchencabinet <76>. "
    "nothing is inside dishwasher <104>. nothing is inside cabinet <216>. cutleryfork <369>, "
    "cutleryfork <370> and plate <373> are inside kitchen <11>."
)


@lru_cache
def config() -> StrangerConfig:
    path = Path(__file__).parents[3] / "config" / "strangers" / "coela.yaml"
    return load_stranger(path)


def read(text: object, speaker: SentenceFormat | None = None) -> Reading:
    speaker = speaker or SentenceFormat(config())
    return asyncio.run(speaker.read(0, SimpleNamespace(data=text)))


def written(speaker: SentenceFormat, message: TeamMessage) -> str:
    tellings = speaker.write(message)
    return str(tellings[0].values["data"]) if tellings else ""


def team_intent(status: IntentStatus, place: Point | None = None) -> TeamMessage:
    subtask = SubTask(
        SubTaskKind.REPLACE, room_type="Kitchen", object_id="Fork_0", receptacle_type="Dishwasher"
    )
    intent = Intent(1, status, subtask, "Fork", place)
    return TeamMessage("tall", 1, 1, 1.0, MessageKind.INTENT, intent=intent)


def test_the_papers_progress_is_an_intent_done_and_a_thing_in_its_place() -> None:
    reading = read(PROGRESS)
    assert not reading.not_understood
    done, put = reading.drafts
    assert done.intent is not None
    assert done.intent.status is IntentStatus.DONE
    assert str(done.intent.subtask) == "Re-place <Bread_383> <DiningTable> <Kitchen>"
    assert [(d.category, d.position) for d in put.detections] == [
        ("Bread", Point(4.1, 2.2, 0.75)),
    ]


def test_the_papers_intent_is_an_intent_taken_up() -> None:
    reading = read(INTENT)
    (draft,) = reading.drafts
    assert draft.intent is not None
    assert draft.intent.status is IntentStatus.ADOPTED
    assert draft.intent.object_category == "Fork"
    assert draft.intent.subtask.receptacle_type == "Dishwasher"
    assert draft.intent.object_position is None


def test_the_papers_belief_is_passed_on_in_words_where_places_are_not_known() -> None:
    reading = read(BELIEF)
    assert not reading.not_understood
    assert [draft.kind for draft in reading.drafts] == [MessageKind.CHAT] * 5
    assert reading.drafts[-1].text.startswith("cutleryfork <369>, cutleryfork <370> and plate")


def test_what_is_inside_a_known_place_is_a_detection_there() -> None:
    speaker = SentenceFormat(config())
    reading = read(
        "I found plate <373> and cutleryfork <4> are inside kitchencabinet <75>.", speaker
    )
    found = [(d.category, d.position) for d in reading.drafts[-1].detections]
    assert found == [("Plate", Point(1.2, 3.4, 0.9)), ("Fork", Point(1.2, 3.4, 0.9))]
    (later,) = read("Now I want to put plate <373> on kitchentable <130>.", speaker).drafts
    assert later.intent is not None
    assert later.intent.object_position == Point(1.2, 3.4, 0.9)


def test_names_of_several_words_are_told_from_what_joins_them() -> None:
    reading = read(
        "I found plate <373>, toy sand <4>, and band_aid<5> are inside kitchencabinet <75>."
    )
    assert not reading.not_understood
    found = [d.category for d in reading.drafts[-1].detections]
    assert found == ["Plate", "toy sand", "band_aid"]


def test_several_kinds_come_in_one_message() -> None:
    reading = read(f"'P': '{PROGRESS} {INTENT} {BELIEF}'")
    assert not reading.not_understood
    statuses = [d.intent.status for d in reading.drafts if d.intent]
    assert statuses == [IntentStatus.DONE, IntentStatus.ADOPTED]


@pytest.mark.parametrize(
    "text", ["Hello there.", "Now I want to put fork in dishwasher.", "", "x" * 9000, None]
)
def test_other_words_are_not_understood(text: str | None) -> None:
    reading = read(text)
    assert not reading.drafts
    assert bool(reading.not_understood) is (text != "")


def test_the_team_speaks_in_its_sentences() -> None:
    speaker = SentenceFormat(config())
    adopted = written(speaker, team_intent(IntentStatus.ADOPTED))
    assert (
        adopted
        == "Now I want to put cutleryfork <1> on dishwasher <104>, and I have not found it yet."
    )
    done = written(speaker, team_intent(IntentStatus.DONE))
    assert done == (
        "I successfully put cutleryfork <1> on dishwasher <104>, and they are in kitchen <2>."
    )
    assert written(speaker, team_intent(IntentStatus.PROPOSED)) == ""
    seen = Detection(
        "Plate_0", "Plate", Point(1.0, 1.0), pickupable=True, receptacle_category="Cabinet"
    )
    message = TeamMessage("tall", 1, 2, 1.0, MessageKind.DETECTION, detections=(seen,))
    assert written(speaker, message) == "I found plate <3> is inside kitchencabinet <75>."


def test_a_number_that_the_team_was_told_of_has_the_teams_place() -> None:
    speaker = SentenceFormat(config())
    told = written(speaker, team_intent(IntentStatus.ADOPTED, Point(3.0, 1.0, 0.8)))
    assert told == "Now I want to put cutleryfork <1> on dishwasher <104>."
    (answer,) = read(told, speaker).drafts
    assert answer.intent is not None
    assert answer.intent.object_position == Point(3.0, 1.0, 0.8)


WORDS = st.from_regex(r"[a-z]{2,12}", fullmatch=True).filter(
    lambda w: w not in ("on", "in", "into", "onto", "nothing")
)


@settings(max_examples=60)
@given(WORDS, WORDS, WORDS, *[st.integers(500, 10**8)] * 3)
def test_any_names_and_numbers_are_read(
    thing: str, place: str, room: str, one: int, two: int, three: int
) -> None:
    text = (
        f"I successfully put {thing} <{one}> on {place} <{two}>, and they are in {room} <{three}>."
    )
    reading = read(text)
    intent = reading.drafts[0].intent
    assert intent is not None
    assert intent.subtask.object_id == f"{config().sentences.words.get(thing, thing)}_{one}"


@settings(max_examples=100)
@given(st.text(max_size=300))
def test_no_text_is_too_strange(text: str) -> None:
    reading = read(text)
    assert reading.drafts or reading.not_understood or not text.strip().strip("'\"PTIB: ")


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from([", ", " and ", ", and "]), min_size=99, max_size=99),
    st.sampled_from(["a <1>", "and a <1>", "a and a <1>", "a b<1>", "a  <1>"]),
    st.sampled_from(["I found ", "Now I want to put ", ""]),
    st.sampled_from([" here", " are inside", " are inside b", ""]),
)
def test_of_a_long_list_not_every_reading_is_tried(
    joints: list[str], thing: str, begin: str, end: str
) -> None:
    # With one choice more for every thing of the list, this would not end.
    text = begin + thing + "".join(joint + thing for joint in joints) + end
    assert read(text).not_understood
