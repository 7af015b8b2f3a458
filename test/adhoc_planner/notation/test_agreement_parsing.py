# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answers of the negotiation as models write them: agreement lines, then one sub-task."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.adhoc_planner.notation.agreement import parse_negotiation
from adhoc_teamwork.adhoc_planner.notation.answers import AnswerError
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

EXPLORE = SubTask(SubTaskKind.EXPLORE, room_id="room_1")
PLANNERS = ("heron", "stork_2")


def answer(*agreement: str, result: str = "Explore <room_1>") -> str:
    return "\n".join(["[analysis] because", "[agreement]", *agreement, "[result]", result])


def test_a_plain_yes_agrees_with_all() -> None:
    found = parse_negotiation(answer("yes"), PLANNERS)
    assert (found.objections, found.subtask, found.analysis) == ((), EXPLORE, "because")


def test_each_no_names_a_teammate_and_a_reason() -> None:
    text = answer("no: heron: it has no arm", "no: stork_2: heron does the same")
    assert parse_negotiation(text, PLANNERS).objections == (
        ("heron", "it has no arm"),
        ("stork_2", "heron does the same"),
    )


@pytest.mark.parametrize(
    "line",
    [
        "- No: heron: too heavy",
        "**no**: <heron>: too heavy",
        "1. NO, Heron, too heavy",
        "disagree with heron: too heavy",
        "no - heron - too heavy",
    ],
)
def test_it_is_lenient_about_markdown_case_and_marks(line: str) -> None:
    assert parse_negotiation(answer(line), PLANNERS).objections == (("heron", "too heavy"),)


def test_a_yes_to_one_and_a_no_to_another_may_stand_together() -> None:
    text = answer("yes: stork_2", "no: heron: too heavy")
    assert parse_negotiation(text, PLANNERS).objections == (("heron", "too heavy"),)


def test_headings_may_take_the_place_of_brackets() -> None:
    text = "Analysis: why\n\n## Agreement\nno: heron: too far\n\n## Result\n1. Stop"
    found = parse_negotiation(text, PLANNERS)
    assert found.objections == (("heron", "too far"),)
    assert found.subtask.kind is SubTaskKind.STOP


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (answer("perhaps"), "no yes or no"),
        ("[result]\nExplore <room_1>", "no yes or no"),
        (answer("no: crane: too far"), "must name a teammate that has made a plan"),
        (answer("no"), "must name a teammate"),
        (answer("yes", result="I would rather not say"), "no sub-task"),
        (answer("yes", result="1. Explore <room_1>\n2. Stop"), "more than one"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(text: str, wrong: str) -> None:
    with pytest.raises(AnswerError, match=wrong):
        parse_negotiation(text, PLANNERS)


def test_with_no_plans_made_there_is_nothing_to_agree_with() -> None:
    assert parse_negotiation("[result]\nExplore <room_1>", ()).subtask == EXPLORE


names = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
reasons = st.from_regex(r"[a-z][a-z0-9 ]{0,30}[a-z]", fullmatch=True)


@given(st.dictionaries(names, reasons, max_size=4))
def test_what_is_written_in_the_format_is_read_as_it_was(said: dict[str, str]) -> None:
    lines = [f"no: {name}: {why}" for name, why in said.items()] or ["yes"]
    found = parse_negotiation(answer(*lines), tuple(said))
    assert dict(found.objections) == {name: " ".join(why.split()) for name, why in said.items()}


@given(st.text(max_size=200))
def test_no_text_does_anything_but_parse_or_say_what_is_wrong(text: str) -> None:
    with suppress(AnswerError):
        assert {n for n, _ in parse_negotiation(text, PLANNERS).objections} <= set(PLANNERS)
