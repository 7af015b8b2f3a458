# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A person in a robot's seat types letters and words, and rates the trial at its end."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.comm_bridge.chat.grammar import ChatError
from adhoc_teamwork.comm_bridge.chat.ratings import COLUMNS, Interview, add_ratings
from adhoc_teamwork.comm_bridge.chat.seat import SeatedPerson
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.seat import (
    Offer,
    SeatOrder,
    offer_from_json,
    order_from_json,
    seat_to_json,
)

OFFER = Offer("idle", "text", ("Explore <room_0>", "Stop"), 0, "## Rooms\nroom_0")


def seated(channel: str = "text") -> SeatedPerson:
    person = SeatedPerson("tall")
    person.take(replace(OFFER, channel=channel))
    return person


def test_a_letter_chooses_and_everything_else_is_words() -> None:
    person = SeatedPerson("tall")
    assert not person.must_choose
    assert person.take(OFFER) == (
        "tall asks what to do next:", "  A. Explore <room_0>", "  B. Stop",
    )  # fmt: skip
    assert person.must_choose
    assert person.enter(" b. ").order == SeatOrder(plan="Stop")
    assert not person.must_choose
    assert person.take(replace(OFFER, number=1))[0] == "tall asks what to do next:"
    assert person.enter("no, go on").order == SeatOrder(words="no, go on")
    assert person.enter("ok").order == SeatOrder(words="ok")
    assert person.enter("/look").lines == ("## Rooms", "room_0")
    assert person.enter("/quit").ends
    assert person.enter("  ").order is None


@pytest.mark.parametrize(
    ("channel", "line", "expected"),
    [
        ("text", "Q", "there is no plan Q; expected A to B"),
        ("text", "/fly", "/fly: no such command; /help lists them"),
        ("text", "/wait long", "/wait long: expected seconds"),
        ("text", "x" * 501, "501 characters; expected at most 500"),
        ("template", "good morning", "channel template carries no words of your own"),
        ("silent", "good morning", "channel silent carries no words"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(channel: str, line: str, expected: str) -> None:
    with pytest.raises(ChatError) as caught:
        seated(channel).enter(line)
    assert str(caught.value) == expected


@given(st.text(), st.text(), st.lists(st.text(max_size=9), max_size=4), st.integers(0, 99))
def test_offers_and_orders_come_back_as_they_went(
    words: str, doing: str, plans: list[str], number: int
) -> None:
    offer = Offer(doing[:500], "text:3", tuple(plans), number, words[:500], is_over=True)
    assert offer_from_json(seat_to_json(offer)) == offer
    if words:
        assert order_from_json(seat_to_json(SeatOrder(words=words[:500]))).words == words[:500]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"plan": "a", "words": "b"}', '{"words": 3}', '{"words": "a", "x": 1}',
        '{"words": "%s"}' % ("x" * 501)],
)  # fmt: skip
def test_what_is_no_order_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected|no order|Expecting") as caught:
        order_from_json(text)
    assert "\n" not in str(caught.value)


def rated(channel: str, *lines: str) -> dict[str, str]:
    interview = Interview("anna", "tall", channel)
    for line in lines:
        assert interview.question()
        interview.answer(line)
    assert interview.is_over
    return interview.row()


def test_a_trial_is_rated_beside_its_log(tmp_path: Path) -> None:
    assert rated("template", "", "1", "2", "7")["condition"] == "HP"
    assert rated("text:3", "llm", "1", "2", "7")["condition"] == "LLM"
    assert rated("silent", "", "1", "2", "7")["condition"] == "LLM w/o communication"
    add_ratings(tmp_path, rated("text", "2", "5", "6", "7"))
    path = add_ratings(tmp_path, rated("text", "alone"))
    assert path.read_text().splitlines() == [
        ",".join(COLUMNS), "anna,tall,text,LLM,5,6,7", "anna,tall,text,alone,,,",
    ]  # fmt: skip


def test_wrong_ratings_are_refused_in_one_line(tmp_path: Path) -> None:
    interview = Interview("anna", "tall", "text")
    with pytest.raises(ChatError, match="'9': expected 1 to 4, or HP, LLM, LLM w/o comm"):
        interview.answer("9")
    interview.answer("HP")
    for line in ("8", "0", "", "good", "1.5"):
        with pytest.raises(ChatError, match="expected a whole number, 1 to 7"):
            interview.answer(line)
    (tmp_path / "ratings.csv").write_text("mine\n")
    with pytest.raises(ConfigError, match="no ratings; expected person,robot,"):
        add_ratings(tmp_path, interview.row())
