# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answers as models write them: with markdown, prose, odd case and spacing, or plainly wrong."""

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adhoc_teamwork.adhoc_planner.notation.answers import (
    AnswerError,
    Placement,
    analysis,
    parse_candidates,
    parse_judgement,
    parse_placements,
    parse_ranking,
    parse_subskill,
)
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

EXPLORE = SubTask(SubTaskKind.EXPLORE, room_id="room_1")
MUG = SubTask(
    SubTaskKind.REPLACE, room_type="Kitchen", object_id="Mug_0", receptacle_type="CounterTop"
)
STOP = SubTask(SubTaskKind.STOP)

names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,12}", fullmatch=True)
subtasks = st.one_of(
    st.builds(lambda r: SubTask(SubTaskKind.EXPLORE, room_id=r), names),
    st.builds(
        lambda o, c, r: SubTask(SubTaskKind.REPLACE, room_type=r, object_id=o, receptacle_type=c),
        names,
        names,
        names,
    ),
    st.just(STOP),
)
displacements = st.floats(-9.0, 9.0).map(lambda x: float(f"{x:g}"))
subskills = st.one_of(
    st.builds(lambda n: SubSkill(SubSkillKind.GO_TO_OBJECT, n), names),
    st.builds(lambda x, y: SubSkill(SubSkillKind.GO_TO_POINT, dx=x, dy=y), *[displacements] * 2),
    st.builds(lambda n: SubSkill(SubSkillKind.GO_TO_ROOM, room_id=n), names),
    st.builds(lambda n: SubSkill(SubSkillKind.PICKUP_OBJECT, n), names),
    st.builds(lambda o, c, r: SubSkill(SubSkillKind.PUT_OBJECT, o, c, r), names, names, names),
    st.just(SubSkill(SubSkillKind.EXPLORE)),
    st.just(SubSkill(SubSkillKind.STOP)),
)


@pytest.mark.parametrize(
    "text",
    [
        "[analysis] why\n[result]\n1. Re-place <Mug_0> <CounterTop> <Kitchen>\n2. Explore <room_1>",
        "[Analysis]\nwhy\n\n**[Result]**\n1. **Re-place** <Mug_0> <CounterTop> <Kitchen>\n"
        "2) explore < room_1 >",
        "Analysis: why\nResult:\n- replace Mug_0 CounterTop Kitchen\n- Explore room_1.",
        "[analysis] why [result] 1. Re-place <Mug_0> <CounterTop> <Kitchen> 2. Explore <room_1>",
        "[result]\n```\n1. RE-PLACE <Mug_0> to <CounterTop> in "
        "<Kitchen>\n2. Explore <room_1>: nobody is there\n```\nI hope this helps!",
        "## Result\n1. `Re-place <Mug_0>, <CounterTop>, <Kitchen>`\n2. Sub-task: Explore <room_1>",
        "[result]\n1. Re-place(Mug_0, CounterTop, Kitchen)\n2. Explore(room_1)",
    ],
)
def test_candidates_in_many_dresses(text: str) -> None:
    assert parse_candidates(text) == (MUG, EXPLORE)


def test_candidates_come_once_each() -> None:
    text = "[result]\n1. Explore <room_1>\n2. explore <room_1>\n3. Stop"
    assert parse_candidates(text) == (EXPLORE, STOP)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no sub-task"),
        ("I cannot help with that.", "no sub-task"),
        ("[result]\n1. Explore", "'1. Explore' is not a sub-task"),
        ("[result]\n1. Re-place <Mug_0> <CounterTop>", "is not a sub-task"),
        ("[result]\n1. Explore <room_1> <room_2>", "is not a sub-task"),
        ("[result]\n1. Explore <>", "is not a sub-task"),
        ("[result]\nI would not Explore <room_1>", "no sub-task"),
        ("[analysis] Explore <room_1> is best\n[result]\n1. Dance <room_1>", "no sub-task"),
    ],
)
def test_what_is_no_list_of_subtasks_is_said(text: str, says: str) -> None:
    with pytest.raises(AnswerError, match=says.replace(".", r"\.")):
        parse_candidates(text)


def test_ranking_keeps_to_the_candidates() -> None:
    text = "[result]\n1. explore <ROOM_1>\n2. Re-place <mug_0> <CounterTop> <Kitchen>"
    assert parse_ranking(text, (MUG, EXPLORE)) == (EXPLORE, MUG)
    with pytest.raises(AnswerError, match="not among the candidates"):
        parse_ranking("[result]\n1. Stop", (MUG, EXPLORE))


@pytest.mark.parametrize(
    ("text", "verdict", "reason"),
    [
        ("[analysis] nobody minds\n[judgement] yes", True, "nobody minds"),
        ("[analysis] heron does it\n**[Judgment]**: No.", False, "heron does it"),
        ("[judgement] no, heron does it", False, "heron does it"),
        ("Judgement: **yes**", True, ""),
        ("It is fine.\nYes", True, "It is fine."),
    ],
)
def test_judgements(text: str, verdict: bool, reason: str) -> None:
    assert parse_judgement(text) == (verdict, reason)


@pytest.mark.parametrize(
    "text", ["", "[judgement] maybe", "[judgement]", "yesterday", "Yes and no"]
)
def test_a_judgement_is_a_plain_word(text: str) -> None:
    with pytest.raises(AnswerError, match="no plain yes or no"):
        parse_judgement(text)


@pytest.mark.parametrize(
    ("text", "subskill"),
    [
        ("[analysis] near\n[subskill] PickupObject <A_1>",
         SubSkill(SubSkillKind.PICKUP_OBJECT, "A_1")),
        ("[subskill]\n**Go to object** <Mug_0>", SubSkill(SubSkillKind.GO_TO_OBJECT, "Mug_0")),
        ("[sub-skill] gotoroom room_2", SubSkill(SubSkillKind.GO_TO_ROOM, room_id="room_2")),
        ("[subskill] GoToPoint <1.5, -0.5>", SubSkill(SubSkillKind.GO_TO_POINT, dx=1.5, dy=-0.5)),
        ("[subskill] GoToPoint <1> <2>", SubSkill(SubSkillKind.GO_TO_POINT, dx=1.0, dy=2.0)),
        ("[result] Explore <room_1>", SubSkill(SubSkillKind.EXPLORE, room_id="room_1")),
        ("[subskill] Explore the room", SubSkill(SubSkillKind.EXPLORE)),
        ("PutObject <A_1> <B_2> <c_3>", SubSkill(SubSkillKind.PUT_OBJECT, "A_1", "B_2", "c_3")),
        ("[subskill] Stop.", SubSkill(SubSkillKind.STOP)),
    ],
)  # fmt: skip
def test_subskills_in_many_dresses(text: str, subskill: SubSkill) -> None:
    assert parse_subskill(text) == subskill


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[subskill]", "no sub-skill"),
        ("[subskill] PickupObject", "is not a sub-skill"),
        ("[subskill] GoToPoint <ahead> <left>", "is not a sub-skill"),
        ("[subskill] GoToPoint <nan> <0>", "is not a sub-skill"),
        ("[subskill] PutObject <A_1> <B_2>", "is not a sub-skill"),
        ("[subskill]\n1. GoToRoom <room_1>\n2. Explore", "more than one"),
    ],
)
def test_what_is_no_subskill_is_said(text: str, says: str) -> None:
    with pytest.raises(AnswerError, match=says):
        parse_subskill(text)


def test_placements() -> None:
    text = (
        "[analysis] x\n[result]\n"
        "1. <Mug_0> misplaced: yes; receptacle: CounterTop; room: Kitchen; reason: cups; dishes\n"
        "2. **Book_1** | Misplaced: NO | reason: fine\n"
        "3. <Cup_2> - misplaced: Yes, receptacle type: <Shelf>, room type: <Living Room>\n"
    )
    assert parse_placements(text) == (
        Placement("Mug_0", True, "CounterTop", "Kitchen", "cups; dishes"),
        Placement("Book_1", False, "", "", "fine"),
        Placement("Cup_2", True, "Shelf", "Living Room", ""),
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nothing", "no judgement"),
        ("1. <Mug_0> misplaced: perhaps", "does not say"),
        ("1. <Mug_0> misplaced: yes; receptacle: none; room: Kitchen", "name a receptacle"),
        ("1. <Mug_0> misplaced: no\n2. <Mug_0> misplaced: yes; receptacle: A; room: B", "twice"),
    ],
)
def test_incomplete_placements_are_said(text: str, says: str) -> None:
    with pytest.raises(AnswerError, match=says):
        parse_placements(text)


@given(st.lists(subtasks, min_size=1, max_size=5, unique=True))
def test_subtasks_round_trip(found: list[SubTask]) -> None:
    text = "[result]\n" + "\n".join(f"{i}. {s}" for i, s in enumerate(found, 1))
    assert parse_candidates(text) == tuple(found)


@given(subskills)
def test_subskills_round_trip(subskill: SubSkill) -> None:
    assert parse_subskill(f"[analysis] because\n[subskill] {subskill}") == subskill


pieces = st.sampled_from(
    ["[result]", "[judgement]", "1. ", "\n", "Explore", "Re-place", "<", ">", "<a>", "yes", "no",
     "GoToPoint", "PutObject", "misplaced:", "receptacle:", ";", "<think>", "```", "**", " "]
)  # fmt: skip
scraps = st.lists(pieces | st.text(max_size=6), max_size=25).map("".join)


@pytest.mark.parametrize(
    "parse",
    [
        parse_candidates,
        parse_judgement,
        parse_subskill,
        parse_placements,
        analysis,
        lambda text: parse_ranking(text, (MUG, EXPLORE)),
    ],
)
@given(text=scraps | st.text())
@example(text="[result]\n1. GoToPoint <1e999> <1>")
def test_nothing_but_an_answer_error_is_ever_raised(
    parse: Callable[[str], object], text: str
) -> None:
    try:
        parse(text)
    except AnswerError as error:
        said = str(error)
    else:
        said = "fine"
    assert said
    assert "\n" not in said
    assert len(said) < 400


@pytest.mark.timeout(10)
@pytest.mark.parametrize("blank", ["\n", "\t \n", " \n", "#\n", "\r\n"])
def test_an_answer_of_blank_lines_is_refused_soon(blank: str) -> None:
    for parse in (parse_candidates, parse_subskill, parse_judgement, parse_placements):
        with pytest.raises(AnswerError):
            parse(blank * 30_000)


def test_an_error_names_the_subtasks_of_the_task_and_no_others() -> None:
    with pytest.raises(AnswerError) as told:
        parse_candidates("[result]\n1. Load <Mug_0>", ("Transport", "Load", "Stop"))
    assert str(told.value) == (
        "'1. Load <Mug_0>' is not a sub-task; expected Transport <object id>, "
        "Load <object id> <container id>, or Stop"
    )
    with pytest.raises(AnswerError, match=r"such as PutIn <object id> <container id>$"):
        parse_subskill("[subskill] PutIn <Mug_0>", ("PutIn", "Stop"))
