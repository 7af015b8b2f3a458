# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Turn the list of processes in config/nodes.yaml into launch actions, for the files in launch/."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from launch.actions import DeclareLaunchArgument, EmitEvent, ExecuteProcess, RegisterEventHandler
from launch.event_handlers import OnProcessExit
from launch.events import Shutdown
from launch_ros.actions import Node
from launch_ros.substitutions import ExecutableInPackage

from adhoc_teamwork.bringup.demo_run.demo_arguments import add_options
from adhoc_teamwork.bringup.demo_run.demo_options import DemoOptions, read_options
from adhoc_teamwork.bringup.process_control.nodes import (
    NodeSpec,
    Per,
    Protocol,
    Value,
    When,
    load_nodes,
    needed,
)
from adhoc_teamwork.bringup.process_control.paths import broker_log_path
from adhoc_teamwork.bringup.process_control.processes import RunSettings, settings_values
from adhoc_teamwork.bringup.ros.launch_files.launch_arguments import (
    argument,
    boolean,
    check_file,
    number,
)
from adhoc_teamwork.bringup.ros.launch_files.starting import USUAL, Starting, read_starting
from adhoc_teamwork.llm_port.budget import EXAMPLE
from adhoc_teamwork.teamwork.default_task import TIDY_UP
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import PACKAGE, config_dir

RESPAWN_DELAY = 2.0
AUTOSTART = "autostart"


def start_given_nodes(
    context: Any, nodes: Sequence[NodeSpec], values: Mapping[str, Value], namespace: str = ""
) -> list[Any]:
    """Return the actions that start processes as `node_arguments` say; see `start_nodes`.

    Raises:
        ConfigError: An argument is wrong, or nodes.yaml asks for a value that is not there.
    """
    return start_nodes(
        nodes,
        values,
        namespace,
        use_sim_time=boolean(context, "use_sim_time"),
        params_file=check_file(argument(context, "params_file"), "params_file"),
        starting=read_starting(context),
    )


def model_arguments() -> list[Any]:
    """Return the launch arguments that say which language model planners ask."""
    defaults = planner_defaults()
    return [
        DeclareLaunchArgument(
            "task_config",
            default_value=str(config_dir() / "tasks" / TIDY_UP),
            description="Folder of the task: its description, sub-tasks, sub-skills, examples.",
        ),
        DeclareLaunchArgument(
            "policy",
            default_value=str(defaults["policy"]),
            description="What decides for the robot.",
        ),
        DeclareLaunchArgument(
            "llm_base_url",
            default_value="http://127.0.0.1:8088/v1",
            description="OpenAI-compatible endpoint; the key comes from OPENAI_API_KEY.",
        ),
        DeclareLaunchArgument(
            "llm_model", default_value="offline", description="Model to ask of the endpoint."
        ),
        DeclareLaunchArgument(
            "llm_temperature",
            default_value=str(defaults["llm_temperature"]),
            description="Sampling temperature.",
        ),
        DeclareLaunchArgument(
            "llm_time_limit",
            default_value=str(defaults["llm_time_limit"]),
            description="Seconds that an answer may take; 0 for what the endpoint needs.",
        ),
        DeclareLaunchArgument(
            "llm_max_tokens",
            default_value=str(defaults["llm_max_tokens"]),
            description="Tokens that an answer may have; 0 for what the endpoint has.",
        ),
        DeclareLaunchArgument(
            "llm_answers",
            default_value=str(defaults["llm_answers"]),
            description="text, schema (JSON), or auto: by schema where the endpoint keeps to it.",
        ),
        DeclareLaunchArgument(
            "llm_pictures",
            default_value=str(defaults["llm_pictures"]),
            description="Small pictures that a question may have; 0 for text alone.",
        ),
        DeclareLaunchArgument(
            "llm_budget",
            default_value="",
            description=f"What may be spent on the model, such as {EXAMPLE}; empty: no bound.",
        ),
        DeclareLaunchArgument(
            "llm_cache",
            default_value="",
            description="Folder of answers to prompts asked before; empty for none.",
        ),
        DeclareLaunchArgument(
            "llm_cache_always",
            default_value="false",
            description="Use the cache at any temperature.",
        ),
        DeclareLaunchArgument(
            "n_irot",
            default_value=str(defaults["n_irot"]),
            description="Candidate sub-tasks that the planner asks for.",
        ),
    ]


def values_without_run(port: int = 0) -> dict[str, Value]:
    """Return what nodes.yaml can be filled with where no task is run and no run folder written."""
    nowhere = Path()
    settings = RunSettings(nowhere, config_dir(), nowhere, 1.0, "", "", port=port)
    return settings_values(settings) | {
        "broker_log": str(broker_log_path()),
        "llm_ledger": "",
        "stop_records": "",
    }


def model_values(context: Any) -> dict[str, Value]:
    """Return the parameters that `model_arguments` stand for.

    Raises:
        ConfigError: One has the wrong kind of value.
    """
    return {
        "task_config": argument(context, "task_config"),
        "policy": argument(context, "policy"),
        "llm_base_url": argument(context, "llm_base_url"),
        "llm_model": argument(context, "llm_model"),
        "llm_temperature": number(context, "llm_temperature"),
        "llm_time_limit": number(context, "llm_time_limit"),
        "llm_max_tokens": int(number(context, "llm_max_tokens")),
        "llm_answers": argument(context, "llm_answers"),
        "llm_pictures": int(number(context, "llm_pictures")),
        "llm_budget": argument(context, "llm_budget"),
        "llm_cache": argument(context, "llm_cache"),
        "llm_cache_always": boolean(context, "llm_cache_always"),
        "n_irot": int(number(context, "n_irot")),
    }


def planner_defaults() -> dict[str, Value]:
    """Return the planner's parameters as nodes.yaml has them, filled in as far as they can be."""
    nodes = load_nodes(config_dir() / "nodes.yaml")
    given = next(node.parameters for node in nodes if node.executable == "planner")
    usual = values_without_run()
    return {key: usual.get(str(value).strip("{}"), value) for key, value in given.items()}


def nodes_for(per: Per, circumstances: set[When]) -> tuple[NodeSpec, ...]:
    """Return the entries of nodes.yaml for the team or for each robot."""
    nodes = needed(load_nodes(config_dir() / "nodes.yaml"), circumstances)
    return tuple(node for node in nodes if node.per is per)


def start_nodes(
    nodes: Sequence[NodeSpec],
    values: Mapping[str, Value],
    namespace: str = "",
    use_sim_time: bool | None = None,
    params_file: str = "",
    own_clock: bool = False,
    starting: Starting = USUAL,
) -> list[Any]:
    """Return the actions that start processes.

    Args:
        nodes: Entries of nodes.yaml.
        values: What is filled into their parameters; a parameter of that very name is replaced.
        namespace: The robot's, or empty for the team's processes.
        use_sim_time: Overrides what nodes.yaml says.
        params_file: A ROS parameter file, which has the last word.
        own_clock: Take time from `clock` in the namespace, not from `/clock`.
        starting: Whether they begin by themselves, come back, and how much they log.

    Raises:
        ConfigError: nodes.yaml asks for a value that is not there.
    """
    actions = []
    for node in nodes:
        parameters = node.filled(values)
        parameters.update({key: values[key] for key in parameters if key in values})
        if node.protocol is Protocol.HTTP:
            actions.append(_server(node, parameters, starting))
            continue
        if AUTOSTART in parameters:
            parameters[AUTOSTART] = starting.autostart
        if use_sim_time is not None:
            parameters["use_sim_time"] = use_sim_time
        given: list[Any] = [parameters, *([params_file] if params_file else [])]
        actions.append(_node(node, namespace, given, own_clock, starting))
    return actions


def demo_options(words: Sequence[str]) -> DemoOptions:
    """Return the options of a demo from words as ``./adhoc demo`` takes them.

    Raises:
        ConfigError: A wrong option or value.
    """
    parser = _OptionParser(prog="demo.launch.py", add_help=False)
    add_options(parser)
    return read_options(parser.parse_args(words))


class _OptionParser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ConfigError(f"{self.prog}: {message}")


def end_with(action: Any, reason: str) -> Any:
    """Return the handler that ends the whole launch when a process ends."""
    shutdown = EmitEvent(event=Shutdown(reason=reason))
    return RegisterEventHandler(OnProcessExit(target_action=action, on_exit=[shutdown]))


def _node(
    node: NodeSpec, namespace: str, parameters: list[Any], own_clock: bool, starting: Starting
) -> Any:
    return Node(
        package=PACKAGE,
        executable=node.executable,
        namespace=namespace,
        parameters=parameters,
        remappings=[("/clock", f"/{namespace}/clock")] if own_clock else [],
        ros_arguments=["--log-level", starting.log_level],
        output="both",
        emulate_tty=False,
        # The end of one that reports is the end of the run.
        respawn=starting.use_respawn and node.restarts > 0 and not node.reports,
        respawn_delay=RESPAWN_DELAY,
        respawn_max_retries=node.restarts,
    )


def _server(node: NodeSpec, options: Mapping[str, Value], starting: Starting) -> Any:
    """Return the action for a process that is no ROS node and takes --options."""
    words = [
        word
        for key, value in options.items()
        for word in (f"--{key.replace('_', '-')}", str(value))
    ]
    return ExecuteProcess(
        cmd=[ExecutableInPackage(executable=node.executable, package=PACKAGE), *words],
        name=node.executable,
        output="both",
        respawn=starting.use_respawn and node.restarts > 0,
        respawn_delay=RESPAWN_DELAY,
        respawn_max_retries=node.restarts,
    )
