# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Actions described once: what ships is whole, and an action is the record of its spec."""

import pytest

from adhoc_teamwork.teamwork.actions.names import SubSkillKind, SubTaskKind
from adhoc_teamwork.teamwork.actions.registry import (
    find_subskill,
    find_subtask,
    load_part,
    subskills,
    subtasks,
)
from adhoc_teamwork.teamwork.actions.spec import ActionSpec, Argument, Sort, SubSkillSpec
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask


def test_what_ships_is_whole() -> None:
    assert set(subtasks()) >= set(SubTaskKind)
    assert set(subskills()) >= set(SubSkillKind)
    for spec in (*subtasks().values(), *subskills().values()):
        assert spec.wrong() == ""
        assert spec.words
        for target in filter(None, spec.targets):
            assert callable(load_part(spec.name, target))


def test_every_subskill_has_a_body_in_both_worlds() -> None:
    assert all(spec.skill and spec.steps and spec.refusal for spec in subskills().values())
    assert all(spec.refusal and spec.next_step for spec in subtasks().values())


def test_arguments_are_those_of_the_spec() -> None:
    subtask = SubTask("Re-place", object_id="Mug_0", receptacle_type="Shelf", room_type="Bedroom")
    assert subtask.kind is SubTaskKind.REPLACE
    assert (subtask.receptacle_type, subtask.room_type) == ("Shelf", "Bedroom")
    assert (subtask.receptacle_id, subtask.room_id, subtask.text) == ("", "", "")
    assert subtask.having(object_id="Mug_1") == SubTask("Re-place", "Mug_1", "Shelf", "Bedroom")
    assert SubSkill("GoToPoint", dx=1) == SubSkill("GoToPoint", 1.0, 0.0)


@pytest.mark.parametrize(
    "arguments",
    [{"room_type": "Bedroom"}, {"room_id": 3.0}, {"room_id": None}],
)
def test_another_argument_or_sort_is_refused(arguments: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="room_"):
        SubTask(SubTaskKind.EXPLORE, **arguments)


def test_too_many_arguments_and_unknown_subtasks_are_refused() -> None:
    with pytest.raises(TypeError):
        SubTask(SubTaskKind.EXPLORE, "room_1", "Mug_0")
    with pytest.raises(ValueError, match="'Juggle' is not a sub-task"):
        SubTask("Juggle")


def test_a_subskill_that_nobody_knows_keeps_its_arguments() -> None:
    juggle = SubSkill("Juggle", object_id="Mug_0")
    assert (str(juggle), juggle.object_id) == ("Juggle", "Mug_0")
    assert not juggle.takes


def test_a_name_that_is_none_is_one_line() -> None:
    for find in (find_subtask, find_subskill):
        with pytest.raises(ConfigError, match=r"^no such sub-.*: 'Juggle'; expected .*Explore"):
            find("Juggle")


@pytest.mark.parametrize(
    ("spec", "wrong"),
    [
        (ActionSpec("a b"), "name: 'a b'; expected letters"),
        (ActionSpec("a" * 50), "name: expected at most 40"),
        (ActionSpec("Fly", (Argument("a b", Sort.METRES),)), "arguments: "),
        (ActionSpec("Fly", (Argument("kind", Sort.WORDS),)), "arguments: kind"),
        (ActionSpec("Fly", (Argument("x", Sort.METRES),) * 2), "a name twice"),
        (ActionSpec("Fly", (Argument("x", Sort.WORDS, "<x>"),)), "label '<x>'"),
        (ActionSpec("Fly", words="a\nb"), "words: expected one line"),
        (ActionSpec("Fly", spelling="("), "spelling: "),
        (SubSkillSpec("Fly", refusal="fly"), "expected module:attribute"),
    ],
)
def test_a_spec_says_what_is_wrong_with_it(spec: ActionSpec, wrong: str) -> None:
    assert wrong in spec.wrong()
