# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The notation of sub-tasks and sub-skills for goals: what is written is read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.actions.registry import subskills, subtasks
from adhoc_teamwork.teamwork.actions.spec import Sort
from adhoc_teamwork.teamwork.team.notation import names_subtask, read_subskill, read_subtask
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

NAMES = st.from_regex(r"[A-Z][A-Za-z]{0,8}_[0-9]{1,2}", fullmatch=True)
WORDS = st.lists(NAMES, min_size=1, max_size=5).map(" ".join)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(SubTaskKind), st.data())
def test_what_is_written_of_a_subtask_is_read(kind: SubTaskKind, data: st.DataObject) -> None:
    fields = {
        argument.name: data.draw(WORDS if argument.sort is Sort.WORDS else NAMES)
        for argument in subtasks()[kind].arguments
    }
    subtask = SubTask(kind, **fields)
    assert read_subtask(f"1. {subtask}") == subtask


@settings(deadline=None, max_examples=60)
@given(st.sampled_from([k for k in SubSkillKind if k is not SubSkillKind.GO_TO_POINT]), st.data())
def test_what_is_written_of_a_subskill_is_read(kind: SubSkillKind, data: st.DataObject) -> None:
    subskill = SubSkill(kind, **{a.name: data.draw(NAMES) for a in subskills()[kind].written})
    assert read_subskill(f"[subskill] {subskill}".removeprefix("[subskill] ")) == subskill


@pytest.mark.parametrize(
    "prose",
    [
        "Check whether heron is there",
        "Do not repeat this",
        "Load is heavy",
        "Transport takes long",
        "Place in the order of use",
    ],
)
def test_words_of_prose_name_no_subtask(prose: str) -> None:
    assert not names_subtask(prose)


def test_too_few_arguments_are_refused() -> None:
    assert read_subtask("Load <Mug_0>") is None
    assert read_subskill("PutIn <Mug_0>") is None
