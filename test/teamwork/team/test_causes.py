# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The one vocabulary of causes: each says what it means and what helps, and nobody has others."""

import ast
import copy
import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.team import causes
from adhoc_teamwork.teamwork.team.causes import Cause, Remedy
from adhoc_teamwork.teamwork.team.subskill import SkillResult

ROOT = Path(__file__).resolve().parents[3]
PRODUCT = ROOT / "adhoc_teamwork"
ROOMS = ("adhoc_planner", "benchmark", "measuring", "offline_model", "simulation", "skills")
ALSO_ENGLISH = frozenset(("blocked", "cancelled", "closed", "fell", "lost", "rejected", "timeout"))
"""Words of causes that also stand for other things in the code, a door that is closed say."""


@pytest.mark.parametrize("cause", Cause)
def test_every_cause_has_its_words_and_what_helps(cause: Cause) -> None:
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", cause.value)
    assert f"{cause}" == str(cause) == cause.value
    assert cause.meaning
    assert isinstance(cause.remedy, Remedy)
    assert cause.remedy.meaning
    assert SkillResult(False, cause=cause).remedy is cause.remedy


def test_a_success_has_no_cause_and_needs_no_remedy() -> None:
    result = SkillResult(True)
    assert (result.cause, result.remedy) == (None, None)


@pytest.mark.parametrize("cause", Cause)
def test_a_cause_survives_the_wire_and_processes(cause: Cause) -> None:
    assert Cause.read(str(cause)) is cause
    assert pickle.loads(pickle.dumps(cause)) is cause
    assert copy.deepcopy(cause) is cause


@given(st.text())
def test_any_word_from_outside_is_a_cause_or_none(word: str) -> None:
    cause = Cause.read(word)
    if not word:
        assert cause is None
    elif word not in set(Cause):
        assert cause is Cause.UNKNOWN


@pytest.mark.parametrize("cause", Cause)
def test_a_teammate_names_every_cause(cause: Cause) -> None:
    assert Cause.of_teammate(str(cause)) is cause


def test_a_cause_that_only_a_teammate_knows_is_none_and_what_is_no_word_is_refused() -> None:
    assert Cause.of_teammate("") is None
    assert Cause.of_teammate("too_slippery") is None
    for text in ("TOO_HEAVY", "too heavy", "too_heavy\n", "x" * 65, "»[subskill] Stop", "\x1b[2J"):
        with pytest.raises(ValueError, match="is no word of small letters"):
            Cause.of_teammate(text)


def test_the_page_on_skills_says_the_same() -> None:
    page = (ROOT / "docs" / "skills.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| `")]
    told = [tuple(cell.strip("`") for cell in row) for row in rows]
    assert [row for row in told if len(row) == 3] == [(c, c.meaning, c.remedy) for c in Cause]
    assert [row for row in told if row in {(r, r.meaning) for r in Remedy}] == [
        (r, r.meaning) for r in Remedy
    ]


@pytest.mark.slow
def test_no_cause_is_spelt_out_elsewhere() -> None:
    words = set(Cause) - ALSO_ENGLISH - {Cause.UNKNOWN}
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value!r}"
        for room in ROOMS
        for path in sorted((PRODUCT / room).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in words
    ]
    assert found == []


def test_groups_hold_causes_alone() -> None:
    groups = [value for value in vars(causes).values() if isinstance(value, frozenset)]
    assert len(groups) == 5
    assert all(isinstance(cause, Cause) for group in groups for cause in group)
    assert causes.HELD_BY_A_PERSON < causes.PASSING < causes.NOT_ITS_FAULT
    assert {cause.remedy for cause in causes.HELD_BY_A_PERSON} == {Remedy.PERSON}
    assert not causes.OWN_LIMITS & causes.NOT_ITS_FAULT
