# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sub-tasks and sub-skills of somebody else's package, as the tutorial adds them."""

import json
import shutil
from pathlib import Path

import pytest
import yaml
from action_package import EXAMPLE, REPOSITORY, install, offered, run
from bench_episodes import DrawnSet

HERE = Path(__file__).resolve().parent


@pytest.fixture
def task(tmp_path: Path) -> Path:
    """Return a copy of a task that names the new actions: two words in its task.yaml."""
    shutil.copytree(REPOSITORY / "config" / "prompts", tmp_path / "prompts")
    folder = tmp_path / "tasks" / "pressing"
    shutil.copytree(REPOSITORY / "config" / "tasks" / "open_ended", folder)
    values = yaml.safe_load((folder / "task.yaml").read_text(encoding="utf-8"))
    values["subtasks"].append("Operate")
    values["subskills"].append("Press")
    (folder / "task.yaml").write_text(yaml.safe_dump(values), encoding="utf-8")
    return folder


def test_the_example_acts_in_the_benchmark(drawn: DrawnSet, task: Path, tmp_path: Path) -> None:
    install(tmp_path / "site", offered())
    paths = (tmp_path / "site", EXAMPLE, HERE.parent)
    played = run(str(HERE / "press_all.py"), str(drawn.folder), str(task), paths=paths)
    assert played.returncode == 0, played.stderr
    told = json.loads(played.stdout.splitlines()[-1])
    assert told["operated"]
    for subtask in told["operated"]:
        name = subtask.removeprefix("Operate <").removesuffix(">")
        assert told["doors"][name] is False


def test_prompts_answers_and_messages_know_the_examples_actions(task: Path, tmp_path: Path) -> None:
    install(tmp_path / "site", offered())
    script = f"""
from pathlib import Path
from adhoc_teamwork.adhoc_planner.notation.answers import parse_choice, parse_subskill
from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.adhoc_planner.prompts.specimen import specimen_views
from adhoc_teamwork.teamwork.team.subtask import SubTask
view, prompts = specimen_views()[0], load_prompts(Path({str(task)!r}))
operate = parse_choice("[result]\\n1. operate <Fridge_0>")
assert operate == SubTask("Operate", object_id="Fridge_0"), operate
assert str(parse_subskill("[subskill] Press <Fridge_0>")) == "Press <Fridge_0>"
print(prompts.generate(view, 3)[0].content)
print(prompts.subskill(view, operate)[0].content)
"""
    asked = run("-c", script, paths=(tmp_path / "site", EXAMPLE))
    assert asked.returncode == 0, asked.stderr
    assert "\n- Operate <appliance id>: press the button of a closed appliance" in asked.stdout
    assert "\n- Press <object id>: drive to an appliance and press its button" in asked.stdout


def test_no_file_of_ours_knows_the_example() -> None:
    for folder in ("adhoc_teamwork", "config", "adhoc_interfaces", "launch"):
        for path in (REPOSITORY / folder).rglob("*"):
            if path.suffix in (".py", ".j2", ".yaml", ".msg", ".action"):
                text = path.read_text(encoding="utf-8")
                assert "press_button" not in text, path
                assert "Operate <" not in text, path


@pytest.mark.parametrize(
    ("target", "what"),
    [
        ("no_such_module:SPEC", "No module named 'no_such_module'"),
        ("wrong:MISSING", "has no attribute 'MISSING'"),
        ("wrong:NUMBER", "expected a SubSkillSpec"),
        ("wrong:OTHER", "is called Fly; expected the entry point's name"),
        ("wrong:HOSTILE", "name: 'a\\nb'; expected letters"),
        ("failing:SPEC", "division by zero"),
    ],
)
def test_a_broken_package_is_one_line_where_its_action_is_asked_for(
    task: Path, tmp_path: Path, target: str, what: str
) -> None:
    install(tmp_path, {"adhoc_teamwork.subskills": {"Press": target}})
    (tmp_path / "wrong.py").write_text(
        "from adhoc_teamwork.teamwork.actions.spec import SubSkillSpec\n"
        "NUMBER = 3\n"
        "OTHER = SubSkillSpec('Fly')\n"
        "HOSTILE = SubSkillSpec('a\\nb')\n"
    )
    (tmp_path / "failing.py").write_text("1 / 0\n")
    values = yaml.safe_load((task / "task.yaml").read_text(encoding="utf-8"))
    values["subtasks"].remove("Operate")
    (task / "task.yaml").write_text(yaml.safe_dump(values), encoding="utf-8")
    script = f"""
from pathlib import Path
from adhoc_teamwork.adhoc_planner.task_config import load_task
from adhoc_teamwork.teamwork.actions.registry import subskills
from adhoc_teamwork.teamwork.settings.config import ConfigError
assert "GoToObject" in subskills() and "Press" not in subskills()
try:
    load_task(Path({str(task)!r}))
except ConfigError as error:
    print(error)
"""
    refused = run("-c", script, paths=(tmp_path,))
    assert refused.returncode == 0, refused.stderr
    (line,) = refused.stdout.splitlines()
    assert f"sub-skill Press: {target}: " in line
    assert what in line


def test_the_tutorial_quotes_the_example() -> None:
    page = (REPOSITORY / "docs" / "tutorials" / "add_an_action.md").read_text(encoding="utf-8")
    actions = (EXAMPLE / "press_button" / "actions.py").read_text(encoding="utf-8")
    quoted = actions[actions.index("PRESS = ") : actions.index("OPERATE = ")].strip()
    assert quoted in page
    project = (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")
    offers, _, _ = project[project.index("[project.entry-points") :].partition(".policies")
    assert offers.removesuffix('[project.entry-points."adhoc_teamwork').strip() in page
