# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`docs/dependencies.md` names what runs, all of it and nothing else."""

import ast
import re
import xml.etree.ElementTree as ElementTree

from pages import DOCS, REPOSITORY

PAGE = (DOCS / "dependencies.md").read_text(encoding="utf-8")


def named(section: str) -> set[str]:
    """Return the packages in the first column of a section's table."""
    text = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\|([^|]*`[^|]*)\|", text, re.MULTILINE)
    # An extra's name stands in brackets.
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row.split("(")[0])}


def required(name: str) -> set[str]:
    lines = (REPOSITORY / "requirements" / name).read_text().splitlines()
    found = (re.match(r"[\w.-]+", line) for line in lines if not line.startswith(("#", "-")))
    return {match.group().lower() for match in found if match}


def extras() -> set[str]:
    for node in ast.walk(ast.parse((REPOSITORY / "setup.py").read_text())):
        if isinstance(node, ast.keyword) and node.arg == "extras_require":
            assert isinstance(node.value, ast.Dict)
            # What is no list stands in requirements/common.in.
            pairs = zip(node.value.keys, node.value.values, strict=True)
            given = {ast.literal_eval(key): ast.literal_eval(value)
                     for key, value in pairs if key and isinstance(value, ast.List)}  # fmt: skip
            wanted = [one for extra, all_ in given.items() if extra != "test" for one in all_]
            return {re.split("[=<>]", package)[0] for package in wanted}
    raise AssertionError("setup.py has no extras")


def test_extras_that_tests_use_are_pinned_alike() -> None:
    lock = (REPOSITORY / "requirements" / "dev.txt").read_text()
    setup = (REPOSITORY / "setup.py").read_text()
    pins = re.findall(r'"((?:mcp|opentelemetry[\w-]*)==[\d.]+)"', setup)
    assert pins
    assert [pin for pin in pins if f"\n{pin} " not in lock] == []


def declared() -> set[str]:
    tree = ElementTree.parse(REPOSITORY / "package.xml").getroot()
    return {str(element.text) for tag in ("depend", "exec_depend") for element in tree.iter(tag)}


def test_every_python_package_is_explained_and_no_other() -> None:
    assert named("Python packages") == required("common.in") | extras() | {"numpy"}


def test_every_ros_package_is_explained_and_no_other() -> None:
    ros = {name for name in declared() if not name.startswith("python3-")}
    assert named("ROS packages") == ros
