# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Check commands of documentation pages with the parsers that will read them."""

import ast
import importlib
import importlib.util
import re
import runpy
from collections.abc import Callable
from functools import cache
from typing import Any
from unittest import mock

import setuptools
from pages import REPOSITORY

from adhoc_teamwork.bringup.bootstrap.commands import COMMANDS
from adhoc_teamwork.bringup.cli import build_parser

OTHERS = {
    "world": "adhoc_teamwork.simulation.world_command",
    "replay": "adhoc_teamwork.adhoc_planner.replay.command",
    "resume": "adhoc_teamwork.skills.resume.words",
    "perceive": "adhoc_teamwork.perception.command",
    "bench": "adhoc_teamwork.benchmark.cli",
    "skills": "adhoc_teamwork.measuring.skills.command",
    "comm-bench": "adhoc_teamwork.measuring.broker.command",
    "attack": "adhoc_teamwork.attack.command",
}
"""Where the parsers of commands are that are handed over with all their words."""
MEASURING = {
    ("perceive", "--evaluate"): "adhoc_teamwork.measuring.perception.command",
    ("perceive", "--speed"): "adhoc_teamwork.measuring.perception.speed.command",
    ("skills", "--speed"): "adhoc_teamwork.measuring.arms",
    ("skills", "--plan-check"): "adhoc_teamwork.measuring.cells.plan_check",
    ("skills", "--collisions"): "adhoc_teamwork.measuring.cells.random_states",
    ("skills", "--joint-speed"): "adhoc_teamwork.measuring.cells.joint_speed",
    ("skills", "--waypoints"): "adhoc_teamwork.measuring.cells.waypoints",
}
"""The same for commands that become another one by an option."""
FOREIGN = {
    *(".", "apt-get", "cat", "cd", "chronyc", "colcon", "cp", "echo", "export", "journalctl", "jq"),
    *("mkdir", "nano", "ollama", "pip", "sed", "sysctl", "systemctl", "tee", "ufw", "vllm"),
    *(
        "for",
        "done",
        "printf",
        "fast-discovery-server",
        "docker",
        "git",
        "ray",
        "rosdep",
        "bloom-release",
    ),
}
"""Programs that are not ours; what they are told is checked as far as it names our files."""
_NAME = re.compile(r"\w+:=")


def problem(words: list[str], shown: set[str]) -> str:
    """Return what is wrong with a command, or nothing.

    Args:
        words: The command, without shell syntax.
        shown: Files that its page shows.
    """
    program, rest = words[0], words[1:]
    if program == "sudo":
        return problem(rest, shown)
    if program.endswith("/adhoc"):
        return _adhoc(rest)
    if program == "ros2":
        return _ros2(rest)
    if program.split("/")[-1] in ("python", "python.sh"):
        return _python(rest, shown)
    if program not in FOREIGN:
        return f"{program}: unknown program"
    missing = [w for w in rest if w.startswith(("config/", "docs/")) and not _there(w, words)]
    units = [w for w in rest if program == "systemctl" and w.startswith("adhoc-")]
    missing += [unit for unit in units if not _unit(unit)]
    return f"no such file: {', '.join(missing)}" if missing else ""


def _there(word: str, words: list[str]) -> bool:
    return (REPOSITORY / word).exists() or (words[0] == "cp" and word == words[-1])


def _unit(name: str) -> bool:
    plain = re.sub(r"@\w+", "@", name.removesuffix(".service"))
    return (REPOSITORY / "config" / "systemd" / f"{plain}.service").is_file()


def _python(words: list[str], shown: set[str]) -> str:
    if words[0] == "-m":
        known = words[1] == "pip" or importlib.util.find_spec(words[1]) is not None
        return "" if known else f"{words[1]}: no such module"
    path = REPOSITORY / words[0].partition("/")[2]
    if not words[0].startswith("ADHOC/") or not path.is_file():
        return "" if words[0] in shown else f"{words[0]}: not shown on the page"
    options = set(re.findall(r'add_argument\("(--[\w-]+)"', path.read_text(encoding="utf-8")))
    wrong = [word for word in words if word.startswith("--") and word not in options]
    return f"{words[0]}: no option {', '.join(wrong)}" if wrong else ""


def _adhoc(words: list[str]) -> str:
    command, rest = words[0], words[1:]
    if command not in {known.name for known in COMMANDS}:
        return f"{command}: no such command"
    other = next((module for (name, option), module in MEASURING.items()
                  if name == command and option in rest), OTHERS.get(command))  # fmt: skip
    parser: Any = importlib.import_module(other).build_parser() if other else build_parser(command)
    if any("[" in word for word in rest):
        # Notation: options and their values by name.
        options = [word.strip("[]") for word in rest if word.strip("[").startswith("--")]
        unknown = [option for option in options if option not in parser.format_help()]
        return f"{command}: no option {', '.join(unknown)}" if unknown else ""
    try:
        # What a reader has is not here.
        with mock.patch("adhoc_teamwork.teamwork.settings.input_words._refuse"):
            parser.parse_args(rest if other else words)
    except SystemExit as end:
        return "" if end.code == 0 else f"refused: {' '.join(words)}"
    return ""


def _ros2(words: list[str]) -> str:
    if words[0] in ("topic", "multicast", "security", "param", "lifecycle", "service"):
        return ""
    if words[:2] == ["run", "adhoc_teamwork"]:
        if words[2] == "adhoc":
            return _adhoc(words[3:])
        return "" if words[2] in executables() else f"{words[2]}: no such executable"
    if words[:2] != ["launch", "adhoc_teamwork"]:
        return f"ros2 {' '.join(words[:2])}: unknown"
    path = REPOSITORY / "launch" / words[2]
    if not path.is_file():
        return f"{words[2]}: no such launch file"
    given = {word.split(":=")[0] for word in words[3:] if _NAME.match(word)}
    loose = [w for w in words[3:] if not _NAME.match(w) and w not in ("--show-args", "...")]
    wrong = sorted(given - declared(words[2])) + loose
    return f"{words[2]}: no argument {', '.join(wrong)}" if wrong else ""


@cache
def declared(name: str) -> frozenset[str]:
    """Return the arguments of a launch file, read from its text and that of what it calls."""
    tree = ast.parse((REPOSITORY / "launch" / name).read_text(encoding="utf-8"))
    functions = dict(_functions())
    found, waiting, seen = _literals(tree), _called(tree), set[str]()
    while waiting - seen:
        name_of_one = (waiting - seen).pop()
        seen.add(name_of_one)
        if name_of_one in functions:
            found |= _literals(functions[name_of_one])
            waiting |= _called(functions[name_of_one])
    options = [n.value for n in ast.walk(tree) if isinstance(n, ast.Assign)
               and getattr(n.targets[0], "id", "") == "OPTIONS"]  # fmt: skip
    for option in options:
        found |= {k.value for k in getattr(option, "keys", ()) if isinstance(k, ast.Constant)}
    return frozenset(found)


def _called(tree: ast.AST) -> set[str]:
    """Return the names of the functions that are called in a piece of code."""
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {call.id for call in calls if isinstance(call, ast.Name)}


def _functions() -> list[tuple[str, ast.AST]]:
    texts = [
        path.read_text()
        for path in (REPOSITORY / "adhoc_teamwork" / "bringup" / "ros" / "launch_files").glob(
            "*.py"
        )
    ]
    nodes = [node for text in texts for node in ast.parse(text).body]
    return [(node.name, node) for node in nodes if isinstance(node, ast.FunctionDef)]


def _literals(tree: ast.AST) -> set[str]:
    """Return the names in calls of DeclareLaunchArgument."""
    return {
        str(n.args[0].value) for n in ast.walk(tree)
        if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "DeclareLaunchArgument"
        and isinstance(n.args[0], ast.Constant)
    }  # fmt: skip


@cache
def executables() -> frozenset[str]:
    """Return the package's executables, as setup.py lists them."""
    given: dict[str, Any] = {}
    with mock.patch.object(setuptools, "setup", given.update):
        runpy.run_path(str(REPOSITORY / "setup.py"))
    return frozenset(line.split(" = ")[0] for line in given["entry_points"]["console_scripts"])


def imports_that_fail(text: str, has: Callable[[str], bool]) -> list[str]:
    """Return the names that a script imports and nobody has.

    Args:
        text: The script.
        has: Whether a module can be imported here; what cannot is passed over.
    """
    missing = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module and has(node.module):
            module = importlib.import_module(node.module)
            missing += [
                f"{node.module}.{a.name}" for a in node.names if not hasattr(module, a.name)
            ]
    return missing
