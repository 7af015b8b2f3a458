# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What arms are told crosses as it is, of others' sight nothing, and what is none is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.cells.dialog import Known, Own, Past, Refused, Round, Talk
from adhoc_teamwork.cells.seat import PROCEED, CellSeat, as_turn
from adhoc_teamwork.cells.told_round import (
    ToldTalk,
    round_from_json,
    round_to_json,
    talk_from_json,
    talk_to_json,
)
from adhoc_teamwork.teamwork.team.seat import SeatOrder

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
KNOWN = Known(("Ann", "Bob"), "words", "goal", ["layout"], {"cube": ["red"]})


@given(said=st.lists(st.tuples(WORDS, WORDS), max_size=3), wrong=WORDS, seen=WORDS)
def test_a_round_crosses_as_it_is_with_what_one_robot_sees(
    said: list[tuple[str, str]], wrong: str, seen: str
) -> None:
    own = {"Ann": Own([], [seen]), "Bob": Own([], ["what Bob alone sees"], "his goal")}
    past = Past(0, said, "EXECUTE", "all was carried out")
    now = Round(1, own, [past], past, [Refused("EXECUTE", wrong)], ["Chad is off"])
    text = round_to_json(KNOWN, now, "Ann")
    told = round_from_json(text)
    assert "what Bob alone sees" not in text
    assert told.now.own["Ann"].observation == [seen]
    assert (told.now.history[0].said, told.now.feedback) == (said, now.feedback)
    assert (told.known, told.now.news, told.is_over) == (KNOWN, now.news, False)


@given(said=st.lists(st.tuples(WORDS, WORDS), max_size=3), plan=WORDS)
def test_what_a_dialog_came_to_crosses_as_it_is(said: list[tuple[str, str]], plan: str) -> None:
    told = ToldTalk(3, 1, Talk(said, plan, len(said)))
    assert talk_from_json(talk_to_json(told)) == told


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"known": 1}', "{" * 200, "x" * 2_000_001])
def test_what_is_no_round_is_refused_in_one_line(text: str) -> None:
    for read in (round_from_json, talk_from_json):
        with pytest.raises(ValueError, match=r".") as caught:
            read(text)
        assert "\n" not in str(caught.value)


def test_a_person_speaks_in_turn_alone_and_lines_of_a_plan_begin_at_each_name() -> None:
    seat = CellSeat("Bob")
    seat.begin([], 0)
    seat.take(SeatOrder(words="too early"))
    assert seat.answer("what a model is told") is None
    offers = []
    while (offer := seat.news(is_over=False)) is not None:
        offers.append(offer)
    assert "not said" in offers[-2].doing
    assert (offers[-1].plans, offers[-1].situation) == ((PROCEED,), "what a model is told")
    seat.take(SeatOrder(words="EXECUTE NAME Ann ACTION WAIT NAME Bob ACTION WAIT"))
    assert seat.answer("") == "EXECUTE\nNAME Ann ACTION WAIT\nNAME Bob ACTION WAIT"
    assert as_turn("my NAME is Bob") == "my\nNAME is Bob"
    seat.begin(["task: a place is taken"], 0)
    told = [seat.news(is_over=False), seat.news(is_over=False)]
    assert any(one is not None and "a place is taken" in one.doing for one in told)
