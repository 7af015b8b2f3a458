# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the code imports is named in `requirements/`, and its pins hold on every machine."""

import ast
import re
from collections.abc import Iterator
from importlib.metadata import packages_distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY

FOLDER = REPOSITORY / "requirements"
EXTRAS = {"onnxruntime", "usd-core", "scikit-learn", "threadpoolctl"}
"""Imported by one command each, which says what to install where it is missing."""
PARTS = {"pydantic-core", "markupsafe"}
"""Of a package that is named: pydantic pins it to one version, and has its errors there; jinja2
hands on what it has of it, text that is marked as safe."""


def wanted(name: str) -> list[Requirement]:
    lines = (FOLDER / name).read_text().splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith(("#", "-"))]


def pinned(name: str, machine: str, python: str) -> set[str]:
    """Return the packages of a lock that pip would install on a machine."""
    place = {
        "platform_machine": machine, "sys_platform": "linux",
        "python_version": python, "python_full_version": f"{python}.0",
    }  # fmt: skip
    lines = re.findall(r"^[a-zA-Z0-9].*?(?= \\$)", (FOLDER / name).read_text(), re.MULTILINE)
    pins = [Requirement(line) for line in lines]
    return {canonicalize_name(p.name) for p in pins if not p.marker or p.marker.evaluate(place)}


def imported() -> Iterator[str]:
    for path in (REPOSITORY / "adhoc_teamwork").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module


@pytest.mark.parametrize("python", ["3.10", "3.12"])
@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_a_robot_of_either_kind_gets_everything(machine: str, python: str) -> None:
    place = {"platform_machine": machine, "python_version": python}
    needed = {
        canonicalize_name(one.name)
        for one in wanted("common.in")
        if not one.marker or one.marker.evaluate(place)
    }
    assert len(needed) > 15
    assert needed - pinned("sourced.txt", machine, python) == set()


def imported_packages() -> set[str]:
    distributions = packages_distributions()
    modules = {name.split(".")[0] for name in imported()}
    return {canonicalize_name(one) for name in modules for one in distributions.get(name, ())}


@pytest.mark.slow
def test_what_is_imported_is_named() -> None:
    """What only comes along with another package may go with that one's next release."""
    named = {canonicalize_name(one.name) for one in wanted("common.in")} | EXTRAS | PARTS
    assert (imported_packages() & pinned("sourced.txt", "x86_64", "3.12")) - named == set()


@pytest.mark.slow
def test_what_is_named_is_imported() -> None:
    here = {
        canonicalize_name(one.name)
        for one in wanted("common.in")
        if not one.marker or one.marker.evaluate()
    }
    # trimesh reads COLLADA files with it.
    assert here - imported_packages() == {"pycollada"}
