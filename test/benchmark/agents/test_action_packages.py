# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sub-tasks, sub-skills and tasks of somebody else's package, as the tutorial adds them."""

import json
import shutil
from pathlib import Path

import pytest
import yaml
from action_package import EXAMPLE, REPOSITORY, install, install_example, our_files, run

DRAW = """
from pathlib import Path
from adhoc_teamwork.benchmark.generation.houses import houses_in
from adhoc_teamwork.benchmark.generation.tasks import Plan
from adhoc_teamwork.benchmark.generation.whole_set import make_taskset
plan = Plan(1, (2,), (3,), "pressing")
made = make_taskset(Path({out!r}), "lamps", houses_in(Path({houses!r})), plan, 1)
assert [task.assignment.task for task in made.tasks] == ["pressing"]
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder into which pip has installed the example."""
    return install_example(tmp_path_factory.mktemp("example"))


@pytest.fixture
def task(tmp_path: Path) -> Path:
    """Return a copy of a task that names a new action: one word in its task.yaml."""
    shutil.copytree(REPOSITORY / "config" / "prompts", tmp_path / "prompts")
    folder = tmp_path / "tasks" / "pressing"
    shutil.copytree(REPOSITORY / "config" / "tasks" / "open_ended", folder)
    values = yaml.safe_load((folder / "task.yaml").read_text(encoding="utf-8"))
    values["subskills"].append("Press")
    (folder / "task.yaml").write_text(yaml.safe_dump(values), encoding="utf-8")
    return folder


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("policy", "names"),
    [("press-all", {}), ("irot", {"Press": "Zap", "Operate": "Enliven"})],
)
def test_the_example_plays_in_the_benchmark_and_no_file_of_ours_changes(
    tmp_path: Path, policy: str, names: dict[str, str]
) -> None:
    """The stand-in for a model finds actions of any name by what prompts say of them."""
    before, site = our_files(), install_example(tmp_path, **names)
    houses, tasks, out = tmp_path / "houses", tmp_path / "set", tmp_path / "out"
    houses.mkdir()
    shutil.copy(REPOSITORY / "config" / "houses" / "two_rooms.json", houses)
    drawn = run("-c", DRAW.format(out=str(tasks), houses=str(houses)), paths=(site,))
    assert drawn.returncode == 0, drawn.stderr
    bench = ("-m", "adhoc_teamwork.benchmark")
    words = ["--team", policy, "--adhoc", "none", "--jobs", "1"]
    words += ["--temperature", "0", "--hallucination", "0"]
    played = run(*bench, "run", "--taskset", str(tasks), "--out", str(out), *words, paths=(site,))
    assert played.returncode == 0, played.stderr
    (episode,) = (out / "episodes.jsonl").read_text(encoding="utf-8").splitlines()
    told = json.loads(episode)
    assert told["success"], episode
    assert bool(told["llm_calls"]) == (policy == "irot")
    assert told["rule_decisions"] == 0
    assert our_files() == before


@pytest.mark.slow
def test_the_stand_in_finds_the_steps_of_a_sub_task_in_the_prompt(site: Path) -> None:
    """By the prompt's advice, else by the likest words; a step that fails for good ends it."""
    script = """
from dataclasses import replace
from adhoc_teamwork.offline_model.options.new_actions import (
    objection_by_hints, options_by_hints, step_by_hints)
from adhoc_teamwork.offline_model.reading.facts import (
    Attempt, Facts, GoalFacts, Myself, StateWish, Thing)
from adhoc_teamwork.offline_model.reading.hints import read_advice, read_hints
from adhoc_teamwork.teamwork.actions.registry import subskills, subtasks
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask
lines = lambda specs: read_hints("\\n".join(f"- {spec.hint()}" for spec in specs.values()))
lamp = Thing("Lamp_0", "FloorLamp", states=("power=off",), distance=2.0)
facts = Facts(
    Myself(arm=True), things=(lamp, lamp._replace(id="Lamp_1", states=("power=on",))),
    goal=GoalFacts(states=(StateWish("FloorLamp", "power=on", "", 2, 1),)),
    subtasks=lines(subtasks()), subskills=lines(subskills()))
operate = SubTask("Operate", object_id="Lamp_0")
print([str(option.subtask) for option in options_by_hints(facts)])
print(options_by_hints(replace(facts, me=Myself())))
print(objection_by_hints(facts, SubTask("Operate", object_id="Lamp_1")))
print(step_by_hints(facts, operate)[0])
going = "- Operate: GoToObject the thing, Press it, then Stop."
advised = replace(facts, advice=read_advice(going, facts.subskills))
print(step_by_hints(advised, operate)[0])
there = Attempt(SubSkill("GoToObject", object_id="Lamp_0"), True)
print(step_by_hints(replace(advised, history=(there,)), operate)[0])
done = Attempt(SubSkill("Press", object_id="Lamp_0"), True)
print(step_by_hints(replace(advised, history=(there, done)), operate)[0])
failed = Attempt(SubSkill("Press", object_id="Lamp_0"), False, Cause.TOO_HIGH)
print(step_by_hints(replace(advised, history=(there, failed)), operate)[0])
late = Attempt(SubSkill("Press", object_id="Lamp_0"), False, Cause.SERVER_MISSING)
print(repr(objection_by_hints(replace(facts, history=(late,) * 9), operate)))
print(objection_by_hints(replace(facts, history=(failed,) * 9), operate))
"""
    asked = run("-c", script, paths=(site,))
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout.splitlines() == [
        "['Operate <Lamp_0>']",
        "[]",
        "Lamp_1 shows power=on already, or has no power.",
        "Press <Lamp_0>",
        "GoToObject <Lamp_0>",
        "Press <Lamp_0>",
        "Stop",
        "Stop",
        "''",
        "I have tried Lamp_0 in vain.",
    ]


@pytest.mark.parametrize(
    ("target", "what"),
    [
        ("no_such_module:TASK", "No module named 'no_such_module'"),
        ("folders:NUMBER", "expected the path of a folder with a task.yaml"),
        ("folders:EMPTY", "expected the path of a folder with a task.yaml"),
    ],
)
def test_a_broken_task_of_a_package_is_one_line_where_it_is_named(
    tmp_path: Path, target: str, what: str
) -> None:
    install(tmp_path, {"adhoc_teamwork.tasks": {"flying": target, "tidy_up": target}})
    (tmp_path / "folders.py").write_text(
        "from pathlib import Path\nNUMBER = 3\nEMPTY = Path(__file__).parent\n"
    )
    script = """
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.task_folders import task_folder
print(task_folder("tidy_up").parts[-3:])
for name in ("flying", "falling", "../tasks/tidy_up"):
    try:
        task_folder(name)
    except ConfigError as error:
        print(error)
"""
    ours, broken, unknown, outside = run("-c", script, paths=(tmp_path,)).stdout.splitlines()
    assert ours == "('config', 'tasks', 'tidy_up')"
    assert broken.startswith(f"task flying: {target}: ")
    assert what in broken
    names = "flying, household, mixed_bodies, open_ended, tidy_up, transport"
    assert unknown == f"task 'falling': no such task; expected one of {names}"
    assert outside == "task '../tasks/tidy_up': not a name of a task; expected no path"


def test_prompts_answers_and_messages_know_the_examples_actions(site: Path) -> None:
    script = """
from adhoc_teamwork.adhoc_planner.notation.answers import parse_choice, parse_subskill
from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.adhoc_planner.prompts.specimen import specimen_views
from adhoc_teamwork.adhoc_planner.task_config import load_task
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.task_folders import task_folder
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.subtask import SubTask
from dataclasses import replace
folder = task_folder("pressing")
lamp = Detection("FloorLamp_0", "FloorLamp", Point(1, 1, 1), states=(State("power", "on"),))
view = replace(specimen_views()[0], task=load_task(folder), known_objects=(lamp,))
prompts = load_prompts(folder)
operate = parse_choice("[result]\\n1. operate <Fridge_0>")
assert operate == SubTask("Operate", object_id="Fridge_0"), operate
assert str(parse_subskill("[subskill] Press <Fridge_0>")) == "Press <Fridge_0>"
print(prompts.generate(view, 3)[-1].content)
print(prompts.generate(view, 3)[0].content)
print(prompts.subskill(view, operate)[0].content)
"""
    asked = run("-c", script, paths=(site,))
    assert asked.returncode == 0, asked.stderr
    assert "\n- Operate <appliance id>: press the button of a lamp" in asked.stdout
    assert "\n- Press <object id>: drive to a lamp or an appliance" in asked.stdout
    assert "\n- FloorLamp | power=on | any room | 1 wanted | 1 known to be so" in asked.stdout
    assert "\n- Television | power=on | any room | 1 wanted | 0 known to be so" in asked.stdout
    (lamp,) = (line for line in asked.stdout.splitlines() if line.startswith("- FloorLamp_0 |"))
    assert " | power=on | " in lamp


def test_no_file_of_ours_knows_the_example() -> None:
    for folder in ("adhoc_teamwork", "config", "adhoc_interfaces", "launch"):
        for path in (REPOSITORY / folder).rglob("*"):
            if path.suffix in (".py", ".j2", ".yaml", ".msg", ".action"):
                text = path.read_text(encoding="utf-8")
                assert "press_button" not in text, path
                assert "Operate" not in text, path


@pytest.mark.slow
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
