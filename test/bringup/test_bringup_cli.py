# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The command line: options, refusals, exit codes."""

import argparse
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from bringup_stories import a_task

from adhoc_teamwork.benchmark.generation.suites import c_wah
from adhoc_teamwork.benchmark.generation.suites.plan import HouseOrder, SuitePlan
from adhoc_teamwork.benchmark.generation.whole_set import write_set
from adhoc_teamwork.benchmark.suites.registry import C_WAH
from adhoc_teamwork.bringup.cli import main
from adhoc_teamwork.bringup.commands.demo import headline
from adhoc_teamwork.bringup.demo_run.demo_arguments import add_options
from adhoc_teamwork.bringup.demo_run.demo_options import DemoOptions, read_options
from adhoc_teamwork.bringup.demo_run.demo_settings import run_settings
from adhoc_teamwork.bringup.demo_run.task_file import make_task
from adhoc_teamwork.bringup.process_control.processes import settings_values
from adhoc_teamwork.llm_port.hosted import HOSTED_URL
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.settings.places import CHECKOUT
from adhoc_teamwork.teamwork.team.goal import Goal, GoalFile


def options(*words: str, **environment: str) -> DemoOptions:
    parser = argparse.ArgumentParser()
    add_options(parser)
    return read_options(parser.parse_args(words), environment)


def test_defaults() -> None:
    default = options()
    assert (default.scenario, default.speed, default.latency) == ("late_helper", 3.0, 2.0)
    assert (default.hosted, default.model) == (False, "offline")


@pytest.mark.parametrize(
    "words",
    [
        ("--speed", "0"), ("--speed", "-1"), ("--speed", "fast"), ("--speed", "nan"),
        ("--misplaced", "0"), ("--misplaced", "1.5"), ("--seed", "-1"), ("--latency", "-0.1"),
        ("--time-limit", "0"), ("--time-limit", "inf"), ("--llm", "other"),
        ("--hallucination", "1.5"), ("--hallucination", "x"), ("--nothing",),
        ("--errors", "misjudge=1"),
    ],
)  # fmt: skip
def test_wrong_values_end_with_one_line_and_2(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["demo", *words])
    assert end.value.code == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert words[0] in error or words[-1] in error


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--llm", "openai"), "OPENAI_API_KEY is not set"),
        (("--model", "m"), "--model: only for --llm openai"),
        (("--base-url", "http://x"), "--base-url: only for --llm openai"),
        (("--llm-time-limit", "60"), "--llm-time-limit: only for --llm openai"),
        (("--llm-max-tokens", "60"), "--llm-max-tokens: only for --llm openai"),
        (("--cache-always",), "--cache-always: only with --cache DIR"),
        (("--errors", "overlook=0.1", "--cache", "kept"), "--cache: not with --errors"),
        (("--episode", "d0_00_meal"), "--episode: only with --taskset FOLDER"),
        (("--taskset", "config"), "--taskset: expected --episode NAME with it"),
        (("--taskset", "config", "--episode", "a", "--house", "two_rooms"), "--house: not with"),
        (("--taskset", "config", "--episode", "a", "--task", "household"), "--task: not with"),
        (("--taskset", "config", "--episode", "a", "--misplaced", "2"), "--misplaced: not with"),
        (
            ("--taskset", "config", "--episode", "a", "--cell", "sort_cubes", "--policy", "roco"),
            "--taskset: not with --cell",
        ),
    ],
)
def test_contradictions_are_refused(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        options(*words)


def test_a_hosted_model_is_chosen_by_options_then_environment() -> None:
    key = {"OPENAI_API_KEY": "x"}
    plain = options("--llm", "openai", **key)
    assert plain.base_url == HOSTED_URL
    env = {"OPENAI_BASE_URL": "http://localhost:8000/v1", "OPENAI_MODEL": "llama"}
    assert options("--llm", "openai", **key, **env).model == "llama"
    chosen = options(
        "--llm", "openai", "--model", "qwen", "--base-url", "https://h/v1", **key, **env
    )
    assert (chosen.model, chosen.base_url) == ("qwen", "https://h/v1")
    with pytest.raises(ConfigError, match="--hallucination: only for the offline model"):
        options("--llm", "openai", "--hallucination", "0", **key)
    with pytest.raises(ConfigError, match="--errors: only for the offline model"):
        options("--llm", "openai", "--errors", "", **key)
    with pytest.raises(ConfigError, match="expected --cache-always"):
        options("--llm", "openai", "--cache", "kept", **key)
    with pytest.raises(ConfigError, match="expected http://"):
        options("--llm", "openai", "--base-url", "localhost", **key)


@pytest.mark.parametrize("command", ["demo", "timeline"])
def test_help_is_answered(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert f"adhoc {command}" in capsys.readouterr().out


def test_help_needs_nothing_that_a_set_up_brings() -> None:
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['pydantic', 'yaml', 'rich', 'rclpy']));"
        "from adhoc_teamwork.bringup.cli import main; main(['demo', '--help'])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=20, cwd=CHECKOUT
    )
    assert "--scenario" in result.stdout, result.stderr


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_house_that_is_none_ends_with_2_and_leaves_nothing(
    in_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["demo", "--house", "nowhere.json", "--out", "run"])
    assert end.value.code == 2
    assert "--house: nowhere.json: no such file" in capsys.readouterr().err
    assert not (in_folder / "run").exists()


def test_a_folder_with_something_in_it_is_refused(
    in_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (in_folder / "run").mkdir()
    (in_folder / "run" / "precious").write_text("")
    assert main(["demo", "--out", "run"]) == 2
    assert capsys.readouterr().err == (
        "adhoc: --out run: is not empty; expected a new or empty folder\n"
    )


@pytest.mark.slow
def test_misplaced_objects_are_listed_without_a_run(
    in_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", "--list-misplaced"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert list(in_folder.iterdir()) == []


@pytest.mark.slow
def test_the_time_limit_goes_into_the_task(tmp_path: Path) -> None:
    config = CHECKOUT / "config"
    task = make_task(options("--time-limit", "33"), config, tmp_path / "task.json")
    assert task.time_limit == 33.0
    again = make_task(options(), config, tmp_path / "task.json")
    assert again.time_limit > 33.0


@pytest.mark.slow
def test_a_drawn_goal_lies_beside_the_task_as_planners_read_it(tmp_path: Path) -> None:
    config = CHECKOUT / "config"
    task = make_task(options("--task", "transport"), config, tmp_path / "task.json")
    written = load_config(tmp_path / "goal.yaml", Goal)
    assert written == task.told
    assert written.place is not None
    settings = run_settings(options("--task", "transport"), config, tmp_path)
    values = settings_values(settings)
    assert values["goal"] == str(tmp_path / "goal.yaml")
    assert values["task_config"] == str(config / "tasks" / "transport")


@pytest.mark.slow
def test_without_a_goal_none_is_written(tmp_path: Path) -> None:
    config = CHECKOUT / "config"
    make_task(options(), config, tmp_path / "task.json")
    assert [path.name for path in tmp_path.iterdir()] == ["task.json"]
    assert settings_values(run_settings(options(), config, tmp_path))["goal"] == ""


@pytest.mark.slow
def test_an_episode_of_a_suite_is_made_a_task_with_goal_and_what_holds_others(
    tmp_path: Path,
) -> None:
    work = partial(c_wah.draw_house, plan=SuitePlan(C_WAH, 0))
    made = write_set(tmp_path / "set", "c-wah", 0, [HouseOrder(0, 4)], work, 1)
    name = made.tasks[0].task_id
    words = ("--taskset", str(tmp_path / "set"), "--episode", name, "--policy", "person")
    chosen = options(*words, "--time-limit", "33")
    task = make_task(chosen, CHECKOUT / "config", tmp_path / "task.json")
    assert (task.kind, task.time_limit) == ("household", 33.0)
    written = load_config(tmp_path / "goal.yaml", GoalFile)
    assert (written.goal, written.furnishing) == (task.told, task.furnishing)
    text = headline(chosen, task, tmp_path, domain=7)
    assert f"c-wah {name} in d0_04.json" in text
    assert "note: a robot has one hand, where the suite has 2" in text


def test_the_headline_names_robots_objects_and_model(tmp_path: Path) -> None:
    text = headline(options(), a_task(), tmp_path, domain=7)
    for expected in ("cart (joins at 60 s)", "Mug: on Sofa", "a rule-based stand-in", "domain 7"):
        assert expected in text


@pytest.mark.parametrize(
    ("words", "module"),
    [
        (("bag", "--out", "x"), "adhoc_teamwork.perception"),
        (("--help",), "adhoc_teamwork.perception"),
        (("--evaluate", "--help"), "adhoc_teamwork.measuring.perception"),
        (("--houses", "x", "--speed"), "adhoc_teamwork.measuring.perception"),
    ],
)
def test_perceive_hands_all_its_words_over(
    words: tuple[str, ...], module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    def become(_program: str, command: list[str]) -> None:
        started.append(command)
        raise SystemExit(0)

    monkeypatch.setattr("os.execv", become)
    with pytest.raises(SystemExit):
        main(["perceive", *words])
    assert started == [[sys.executable, "-m", module, *words]]
