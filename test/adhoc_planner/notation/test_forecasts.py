# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Predictions and scores out of a model's free text."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planner_views import STOP, explore, replace_

from adhoc_teamwork.adhoc_planner.notation.answers import AnswerError, parse_choice
from adhoc_teamwork.adhoc_planner.notation.forecasts import (
    BEST_SCORE,
    parse_predictions,
    parse_scores,
)
from adhoc_teamwork.teamwork.team.subtask import SubTask

MUG = replace_("Mug_0", "CounterTop", "Kitchen")
NAMES = ("tower", "crane 2")
SUBTASKS = (explore("room_1"), explore("room_2"), MUG, STOP)


def test_a_prediction_for_each_name_in_any_dress() -> None:
    text = f"""[analysis] tower: it explores.
[result]
- **tower**: Explore <room_1>
2. <CRANE 2>: {MUG} because it is near
- stranger: Stop"""
    assert parse_predictions(text, NAMES) == {"tower": explore("room_1"), "crane 2": MUG}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[result]\n- tower: Explore", "'Explore' is not a sub-task of tower"),
        ("[result]\n- stranger: Stop", "no prediction of tower, crane 2"),
        ("", "no prediction"),
    ],
)
def test_what_is_wrong_with_predictions_is_said(text: str, what: str) -> None:
    with pytest.raises(AnswerError, match=what):
        parse_predictions(text, NAMES)


@given(
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from(SUBTASKS), min_size=1),
    st.sampled_from(["- ", "1. ", "* ", ""]),
)
def test_predictions_are_read_as_they_were_written(said: dict[str, SubTask], bullet: str) -> None:
    lines = [f"{bullet}{name}: {subtask}" for name, subtask in said.items()]
    assert parse_predictions("\n".join(["[result]", *lines]), NAMES) == said


@given(
    st.dictionaries(
        st.sampled_from(SUBTASKS),
        st.floats(0.0, BEST_SCORE).map(lambda score: round(score, 1)),
        min_size=1,
    ),
    st.sampled_from([" | score: ", " - score ", ", Score = ", " (score: "]),
)
def test_scores_are_read_as_they_were_written(said: dict[SubTask, float], between: str) -> None:
    lines = [
        f"{i}. {subtask}{between}{score}" for i, (subtask, score) in enumerate(said.items(), 1)
    ]
    assert parse_scores("\n".join(["[analysis] so", "[result]", *lines]), SUBTASKS) == said


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[result]\n1. Explore <room_1> | score: 11", "no score from 0 to 10"),
        ("[result]\n1. Explore <room_1> | score: -1", "no score from 0 to 10"),
        ("[result]\n1. Explore <room_1>", "no score from 0 to 10"),
        ("[result]\n1. Explore <room_9> | score: 5", "not among the candidates"),
        ("[result]\nnothing", "no scored candidate"),
    ],
)
def test_what_is_wrong_with_scores_is_said(text: str, what: str) -> None:
    with pytest.raises(AnswerError, match=what):
        parse_scores(text, SUBTASKS)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (
        lambda: parse_choice(text),
        lambda: parse_predictions(text, NAMES),
        lambda: parse_scores(text, SUBTASKS),
    ):
        assert _result(parse)


def _result(parse: Callable[[], object]) -> object:
    """Return what was read, or what is wrong with it, on one line."""
    try:
        return parse()
    except AnswerError as error:
        return len(str(error).splitlines()) == 1


@given(st.sampled_from(SUBTASKS), st.sampled_from(["[result]\n", "[result] ", "Result:\n1. ", ""]))
def test_one_sub_task_is_read(subtask: SubTask, before: str) -> None:
    assert parse_choice(f"{before}{subtask}\n") == subtask
