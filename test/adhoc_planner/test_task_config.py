# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tasks as configuration: what is read, what is refused, and that code knows none by name."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from planner_views import house

from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.adhoc_planner.prompts.specimen import specimen_views
from adhoc_teamwork.adhoc_planner.task_config import PAPER_TASK, TaskConfig, load_task, with_goal
from adhoc_teamwork.adhoc_planner.validity import check_subskill, check_subtask
from adhoc_teamwork.teamwork.actions.registry import subskills, subtasks
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.goal import Goal, Place
from adhoc_teamwork.teamwork.team.subskill import PAPER_SUBSKILLS, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

ROOT = Path(__file__).resolve().parents[2]
TASKS = sorted(path for path in (ROOT / "config" / "tasks").iterdir() if path.is_dir())
GOOD = {"name": "a task", "subtasks": ["Explore", "Stop"], "subskills": ["Explore", "Stop"]}


def read(folder: Path, **changes: object) -> TaskConfig:
    (folder / "task.yaml").write_text(yaml.safe_dump({**GOOD, **changes}), encoding="utf-8")
    return load_task(folder)


def refusal(folder: Path, **changes: object) -> str:
    with pytest.raises(ConfigError) as caught:
        read(folder, **changes)
    message = str(caught.value)
    assert "\n" not in message
    assert "task.yaml: " in message
    return message


@pytest.mark.parametrize("folder", TASKS, ids=lambda folder: folder.name)
def test_the_tasks_that_ship_can_be_read_and_asked_about(folder: Path) -> None:
    task = load_task(folder)
    specimen = specimen_views()[0]
    asked = load_prompts(folder)
    for hands in (1, 2):
        view = replace(specimen, task=task, capability=replace(specimen.capability, hands=hands))
        told = asked.generate(view, 3)[0].content
        for kind in SubTaskKind:
            spec = subtasks()[kind]
            is_told = kind in task.subtasks and spec.hands <= hands
            assert (f"\n- {spec.usage}: " in told) == is_told, kind
    told = asked.subskill(view, SubTask(SubTaskKind.STOP))[0].content
    for skill in SubSkillKind:
        assert (f"\n- {subskills()[skill].usage}: " in told) == (skill in task.subskills), skill


def test_a_task_may_tell_of_its_actions_in_its_own_words(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "config" / "prompts", tmp_path / "prompts")
    folder = tmp_path / "tasks" / "own"
    shutil.copytree(ROOT / "config" / "tasks" / "tidy_up", folder)
    skills = [str(kind) for kind in PAPER_SUBSKILLS]
    read(folder, subskills=skills, subskill_words={"Stop": "be done."})
    prompts = load_prompts(folder)
    told = prompts.subskill(specimen_views()[0], SubTask(SubTaskKind.STOP))[0].content
    assert "\n- Stop: be done.\n" in told
    assert f"\n- {subskills()[SubSkillKind.GO_TO_ROOM].hint()}\n" in told


def test_tidying_up_is_the_papers_task() -> None:
    task = load_task(ROOT / "config" / "tasks" / "tidy_up")
    assert (task.subtasks, task.subskills) == (PAPER_TASK.subtasks, PAPER_SUBSKILLS)
    assert not task.goal.says_all


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"name": " "}, "name: empty"),
        ({"subtasks": ["Explore"]}, "subtasks: no Stop"),
        ({"subtasks": ["Explore", "Fly", "Stop"]}, "subtasks.1"),
        ({"subskills": ["Explore"]}, "subskills: no Stop"),
        ({"subtasks": ["Transport", "Stop"]}, "only with goal.place"),
        ({"subtask_words": {"Load": "fetch"}}, "subtask_words.Load: none of this task's"),
        ({"subskills": ["Jump", "Stop"]}, "subskills.0: no such sub-skill: 'Jump'"),
        ({"goals": {}}, "unknown key 'goals'"),
        ({"goal": {"objects": {"Mug": 1}}}, "goal.place"),
        ({"goal": {"objects": {"Mug": "many"}, "place": {"receptacle": "Bed"}}}, "goal.objects"),
        ({"goal": {"predicates": [{"category": "Mug"}]}}, "goal.predicates.0.receptacle"),
        ({"goal": {"predicates": [{"category": "A", "receptacle": "B", "relation": "UNDER"}]}},
         "goal.predicates.0.relation"),
        ({"furnishing": {"containers": {"Box": -1}}}, "furnishing.containers.Box: -1"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_in_one_line(
    tmp_path: Path, changes: dict[str, object], key: str
) -> None:
    assert key in refusal(tmp_path, **changes)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"task\.yaml: No such file"):
        load_task(tmp_path)


def answer(folder: Path, key: str, value: object) -> str:
    """Return the refusal, or nothing where the value is taken."""
    try:
        read(folder, **{key: value})
    except ConfigError as error:
        return str(error)
    return ""


JUNK = st.recursive(
    st.none() | st.integers(-3, 3) | st.text("aB:{[ -", max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text("ab", max_size=2), inner, max_size=2)
    ),
    max_leaves=4,
)


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(["goal", "subtasks", "subskills", "furnishing", "name"]), JUNK)
def test_anything_else_is_refused_in_one_line_or_read(
    tmp_path_factory: pytest.TempPathFactory, key: str, value: object
) -> None:
    folder = tmp_path_factory.mktemp("task")
    found = answer(folder, key, value)
    assert "\n" not in found
    assert not found or found.startswith(f"{folder / 'task.yaml'}: ")


def test_what_a_task_does_not_offer_is_refused_by_name() -> None:
    view = house()
    objection = check_subtask(view, SubTask(SubTaskKind.TRANSPORT, object_id="Mug_0"))
    assert objection == "this task has no sub-task Transport; it has Explore, Re-place, Stop"
    opening = SubSkill(SubSkillKind.OPEN_OBJECT, "Shelf_0")
    refused = check_subskill(view, opening, SubTask(SubTaskKind.EXPLORE, room_id="room_0"))
    assert refused is not None
    assert refused.startswith("this task has no sub-skill OpenObject; it has GoToObject, ")


def test_a_task_is_one_folder(tmp_path: Path) -> None:
    """A folder with a name that nobody has heard of works as well as those that ship."""
    shutil.copytree(ROOT / "config" / "prompts", tmp_path / "prompts")
    for folder in TASKS:
        copy = tmp_path / "tasks" / f"other_{folder.name}"
        shutil.copytree(folder, copy)
        assert load_task(copy) == load_task(folder)
        load_prompts(copy)


def test_no_code_of_the_planner_mentions_a_task_by_name() -> None:
    """Words of the vocabulary, such as the sub-task Transport, are no names of tasks."""
    names = {folder.name for folder in TASKS} - {kind.value.lower() for kind in SubTaskKind}
    assert {"tidy_up", "household", "open_ended"} <= names
    for room in ("adhoc_planner", "teamwork", "llm_port", "skills", "comm_bridge", "perception"):
        for path in (ROOT / "adhoc_teamwork" / room).rglob("*.py"):
            words = set(re.findall(r"\w+", path.read_text(encoding="utf-8").lower()))
            if path.name == "default_task.py" and room == "teamwork":
                continue  # what commands take where none is named; no robot reads it, see below
            assert not words & names, path.name
            assert "default_task" not in words, path.name


def test_a_goal_of_the_run_takes_the_place_of_the_tasks_own(tmp_path: Path) -> None:
    task = load_task(ROOT / "config" / "tasks" / "household")
    assert with_goal(task, "") is task
    file = tmp_path / "goal.yaml"
    file.write_text("predicates:\n- {category: Book, receptacle: Desk, relation: 'ON', count: 2}\n")
    changed = with_goal(task, str(file))
    assert [str(wish) for wish in changed.goal.wishes] == ["ON(Book, Desk)"]
    assert changed.furnishing == task.furnishing
    file.write_text("objects: {Book: 0}\nplace: {receptacle: Desk}\n")
    with pytest.raises(ConfigError, match=r"goal.yaml: goal.objects.Book: 0"):
        with_goal(task, str(file))
    with pytest.raises(ConfigError, match="no-such"):
        with_goal(task, str(tmp_path / "no-such.yaml"))


def test_what_holds_others_is_the_runs_own_where_its_goal_file_says_it(tmp_path: Path) -> None:
    task = load_task(ROOT / "config" / "tasks" / "transport")
    file = tmp_path / "goal.yaml"
    words = "objects: {Book: 1}\nplace: {receptacle: Desk}\n"
    file.write_text(words + "furnishing: {containers: {Crate: 3}}\n")
    changed = with_goal(task, str(file))
    assert (changed.capacity("Crate"), changed.capacity("Bowl")) == (3, 0)
    assert changed.goal == Goal(objects={"Book": 1}, place=Place("Desk"))
    for wrong in ("{containers: {Crate: 0}}", "{boxes: {Crate: 3}}"):
        file.write_text(words + f"furnishing: {wrong}\n")
        with pytest.raises(ConfigError, match=r"goal.yaml: furnishing"):
            with_goal(task, str(file))
