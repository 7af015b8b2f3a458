# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""From a demonstration's options to what its processes are told."""

import argparse
import socket
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.demo_run.demo_arguments import add_options
from adhoc_teamwork.bringup.demo_run.demo_options import DemoOptions, read_options
from adhoc_teamwork.bringup.demo_run.demo_settings import circumstances, run_settings
from adhoc_teamwork.bringup.demo_run.task_file import make_cell_task
from adhoc_teamwork.bringup.process_control.model_endpoint import free_port, offline_url
from adhoc_teamwork.bringup.process_control.nodes import When, load_nodes, needed
from adhoc_teamwork.bringup.process_control.processes import build_processes, settings_values
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.team.task import Task

CONFIG = Path("config")
KEY = {"OPENAI_API_KEY": "x"}


def options(*words: str) -> DemoOptions:
    parser = argparse.ArgumentParser()
    add_options(parser)
    return read_options(parser.parse_args(words), KEY)


def test_the_offline_model_is_started_and_asked_at_a_free_port(tmp_path: Path) -> None:
    chosen = options("--speed", "4", "--latency", "2", "--seed", "3")
    settings = run_settings(chosen, CONFIG, tmp_path)
    assert settings.llm_base_url == offline_url(settings.port)
    assert settings.task_file == tmp_path / "task.json"
    assert (settings.speed, settings.latency, settings.seed) == (4.0, 0.5, 3)
    assert (settings.temperature, settings.hallucination) == (0.0, 0.0)
    assert circumstances(chosen) == {When.EMBEDDED, When.RECORDED, When.OFFLINE}
    assert run_settings(options("--hallucination", "0.2"), CONFIG, tmp_path).hallucination == 0.2
    assert settings.errors == ""
    erring = options("--errors", "stages=1,misjudge=0.1")
    assert run_settings(erring, CONFIG, tmp_path).errors == "misjudge=0.1,stages=1"


def test_where_time_waits_for_robots_answers_take_simulated_seconds(tmp_path: Path) -> None:
    usual = run_settings(options("--latency", "3"), CONFIG, tmp_path)
    assert (usual.latency, usual.simulated_latency) == (1.0, -1.0)
    for words in ((), ("--llm", "openai", "--model", "qwen", "--base-url", "https://h/v1")):
        waiting = run_settings(
            options("--speed", "max", "--latency", "3", *words), CONFIG, tmp_path
        )
        assert (waiting.latency, waiting.simulated_latency) == (0.0, 3.0)
        assert settings_values(waiting)["speed"] == "max"


def test_a_hosted_model_is_asked_and_none_is_started(tmp_path: Path) -> None:
    chosen = options("--llm", "openai", "--model", "qwen", "--base-url", "https://h/v1")
    settings = run_settings(chosen, CONFIG, tmp_path)
    assert (settings.llm_base_url, settings.llm_model) == ("https://h/v1", "qwen")
    assert settings.temperature == 0.3
    limits = options("--llm", "openai", "--llm-time-limit", "90", "--llm-max-tokens", "4000")
    told = settings_values(run_settings(limits, CONFIG, tmp_path))
    assert (told["llm_time_limit"], told["llm_max_tokens"]) == (90.0, 4000)
    assert circumstances(chosen) == {When.EMBEDDED, When.RECORDED}


@pytest.mark.parametrize(
    ("words", "asked", "offline"),
    [
        ((), "text", "text"),
        (("--llm-answers", "schema"), "schema", "schema"),
        (("--llm", "openai"), "auto", "schema"),
        (("--llm", "openai", "--llm-answers", "text"), "text", "text"),
    ],
)
def test_the_offline_model_is_asked_for_text_unless_told_otherwise(
    words: tuple[str, ...], asked: str, offline: str, tmp_path: Path
) -> None:
    told = settings_values(run_settings(options(*words), CONFIG, tmp_path))
    assert (told["llm_answers"], told["offline_answers"]) == (asked, offline)


def test_answers_are_kept_where_the_processes_find_them(tmp_path: Path) -> None:
    plain = run_settings(options(), CONFIG, tmp_path)
    assert (plain.cache, plain.cache_always) == ("", False)
    kept = run_settings(options("--cache", "kept", "--cache-always"), CONFIG, tmp_path)
    assert (Path(kept.cache), kept.cache_always) == (Path.cwd() / "kept", True)


def test_the_channel_reaches_whoever_speaks_and_the_broker(tmp_path: Path) -> None:
    assert settings_values(run_settings(options(), CONFIG, tmp_path))["channel"] == "open"
    settings = run_settings(options(), CONFIG, tmp_path, channel="paper")
    nodes = {node.executable: node for node in load_nodes(CONFIG / "nodes.yaml")}
    values = settings_values(settings) | {"robot": "dog", "robot_card": "dog.yaml"}
    for name in ("broker", "planner"):
        assert nodes[name].filled(values)["channel"] == "paper"
    assert options("--channel", "paper").channel == "paper"
    assert options().channel == ""
    assert options("--channel", "text", "--price", "3").channel == "text:3"
    with pytest.raises(ConfigError, match="--price: only with --channel text or template"):
        options("--channel", "paper", "--price", "3")
    with pytest.raises(ConfigError, match="--speed max: not with a person, who needs time"):
        options("--team-policy", "person", "--speed", "max")


def test_a_free_port_can_be_listened_on() -> None:
    with socket.create_server(("127.0.0.1", free_port())):
        pass


def test_policies_are_chosen_for_the_late_robot_and_for_the_others(tmp_path: Path) -> None:
    plain = run_settings(options(), CONFIG, tmp_path)
    assert (plain.policy, plain.team_policy) == ("irot", "irot")
    assert not plain.simulated_air
    assert run_settings(options(), CONFIG, tmp_path, simulated_air=True).simulated_air
    chosen = options("--policy", "cot", "--team-policy", "heuristic")
    settings = run_settings(chosen, CONFIG, tmp_path)
    assert (settings.policy, settings.team_policy) == ("cot", "heuristic")


def test_a_budget_is_told_to_planners_and_counted_in_the_run_folder(tmp_path: Path) -> None:
    chosen = options("--budget", "usd=0.50,decision.calls=6")
    told = settings_values(run_settings(chosen, CONFIG, tmp_path))
    assert told["llm_budget"] == "usd=0.50,decision.calls=6"
    assert Path(str(told["llm_ledger"])).parent == tmp_path
    assert Path(str(told["llm_prices"])).is_file()
    with pytest.raises(ConfigError, match="--budget 'much': expected as in"):
        options("--budget", "much")
    with pytest.raises(ConfigError, match="no price of m is known"):
        options("--llm", "openai", "--model", "m", "--budget", "robot.usd=1")
    unbound = options("--llm", "openai", "--model", "m")
    assert run_settings(unbound, CONFIG, tmp_path).llm_budget == ""


def test_pictures_are_asked_for_of_perception_and_planners_alike(tmp_path: Path) -> None:
    assert settings_values(run_settings(options(), CONFIG, tmp_path))["llm_pictures"] == 0
    told = settings_values(run_settings(options("--pictures", "3"), CONFIG, tmp_path))
    robots = {"robot": "tall", "robot_card": "tall.yaml"}
    nodes = {node.executable: node for node in load_nodes(CONFIG / "nodes.yaml")}
    filled = {name: nodes[name].filled(told | robots) for name in ("perception", "planner")}
    assert (filled["perception"]["crops"], filled["planner"]["llm_pictures"]) == (3, 3)


def test_nav2_is_refused_where_none_is_sourced() -> None:
    assert options().navigation is None
    assert options("--navigation", "built-in").navigation == "built-in"
    with pytest.raises(ConfigError, match=r"nav2_bringup, .* expected Nav2, as by"):
        options("--navigation", "nav2")


def test_in_a_cell_its_processes_are_told_its_task_and_who_takes_the_turns(tmp_path: Path) -> None:
    chosen = options(
        *("--cell", "sort_cubes", "--policy", "person", "--seed", "2", "--switch", "Chad off 1")
    )
    assert circumstances(chosen) == {When.CELL, When.RECORDED, When.OFFLINE}
    listed = needed(load_nodes(CONFIG / "nodes.yaml"), circumstances(chosen))
    names = {node.executable for node in listed}
    assert names == {"observer", "offline_model", "broker", "cell", "cell_rounds", "cell_speaker"}
    settings = run_settings(chosen, CONFIG, tmp_path)
    assert Path(settings.cell).name == "sort_cubes.yaml"
    task = make_cell_task(chosen, CONFIG, tmp_path / "task.json")
    assert [robot.ad_hoc for robot in task.robots] == [False, False, True]
    assert load_config(tmp_path / "task.json", Task) == task
    specs = {spec.name: spec for spec in build_processes(listed, task, settings)}
    methods = {
        name: next(word for word in spec.command if word.startswith("method:="))
        for name, spec in specs.items()
        if "speaker" in name or name == "cell_rounds"
    }
    assert methods == {
        "cell_rounds": 'method:="roco"',
        "Alice.cell_speaker": 'method:="roco"',
        "Bob.cell_speaker": 'method:="roco"',
        "Chad.cell_speaker": 'method:="person"',
    }
    assert 'switch:="Chad off 1"' in specs["cell_rounds"].command


def test_switches_are_for_cells_and_those_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--switch: only with --cell"):
        options("--switch", "Chad off 1")
    chosen = options("--cell", "sort_cubes", "--policy", "roco", "--switch", "Dora off 1")
    with pytest.raises(ConfigError, match="sort_cubes has no Dora"):
        make_cell_task(chosen, CONFIG, tmp_path / "task.json")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "--policy irot: with --cell expected one of roco"),
        (("--policy", "roco", "--speed", "max"), "--speed max: not with --cell"),
        (("--policy", "roco", "--misplaced", "3"), "--misplaced: not with --cell"),
        (("--policy", "roco", "--scenario", "missing_arm"), "--scenario: not with --cell"),
        (("--policy", "roco", "--team-policy", "coela"), "--team-policy coela: with --cell"),
    ],
)
def test_what_is_of_houses_is_refused_in_a_cell(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        options("--cell", "sort_cubes", *words)
