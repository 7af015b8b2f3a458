# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the code imports is named in `requirements/`, and its pins hold on every machine.

Run as a program this writes which wheels the index has for the pins, from a lock of uv's
(requirements/README.md); the tests reach no network.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags, parse_tag
from packaging.utils import canonicalize_name, parse_wheel_filename

from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY

FOLDER = REPOSITORY / "requirements"
WHEELS = FOLDER / "wheels.txt"
MACHINES = ("x86_64", "aarch64")
PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
GLIBC = 35
"""The second number of Ubuntu 22.04's, on which JetPack stands; Jazzy's Ubuntu has 39."""
LACKING = {("ompl", "3.14")}
"""Named packages that are not pinned for a Python; docs/dependencies.md says what stands in."""
EXTRAS = {"onnxruntime", "usd-core", "scikit-learn", "threadpoolctl"}
"""Imported by one command each, which says what to install where it is missing."""
PARTS = {"pydantic-core", "markupsafe"}
"""Of a package that is named: pydantic pins it to one version, and has its errors there; jinja2
hands on what it has of it, text that is marked as safe."""


def wanted(name: str) -> list[Requirement]:
    lines = (FOLDER / name).read_text().splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith(("#", "-"))]


def place(machine: str, python: str) -> dict[str, str]:
    return {
        "platform_machine": machine, "sys_platform": "linux", "platform_system": "Linux",
        "python_version": python, "python_full_version": f"{python}.0",
    }  # fmt: skip


@lru_cache
def pins(name: str) -> tuple[Requirement, ...]:
    lines = re.findall(r"^[a-zA-Z0-9].*?(?= \\$)", (FOLDER / name).read_text(), re.MULTILINE)
    return tuple(Requirement(line) for line in lines)


def pinned(name: str, machine: str, python: str) -> dict[str, str]:
    """Return the packages of a lock that pip would install on a machine, with their versions."""
    here = place(machine, python)
    return {
        canonicalize_name(pin.name): str(pin.specifier).removeprefix("==")
        for pin in pins(name)
        if not pin.marker or pin.marker.evaluate(here)
    }


def needed(machine: str, python: str) -> set[str]:
    """Return the packages that are named for a machine."""
    here = place(machine, python)
    return {
        canonicalize_name(one.name)
        for one in wanted("common.in")
        if not one.marker or one.marker.evaluate(here)
    }


def tags_of(machine: str, python: str) -> set[Tag]:
    """Return the tags of wheels that pip takes there."""
    version = (3, int(python.partition(".")[2]))
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in range(GLIBC, 4, -1)]
    old = {
        "x86_64": ("manylinux1", "manylinux2010", "manylinux2014"),
        "aarch64": ("manylinux2014",),
    }
    platforms += [f"{kind}_{machine}" for kind in old[machine]] + [f"linux_{machine}"]
    interpreter = f"cp3{version[1]}"
    return {*cpython_tags(version, platforms=platforms),
            *compatible_tags(version, interpreter, platforms)}  # fmt: skip


def recorded() -> dict[str, frozenset[Tag]]:
    """Return the tags of the wheels that the index has, by pin, as they were written down."""
    found = {}
    for line in WHEELS.read_text().splitlines():
        pin, *tags = line.split()
        found[pin] = frozenset(tag for word in tags for tag in parse_tag(word))
    return found


def wheels_of(lock: Path) -> str:
    """Return the lines of `wheels.txt` for a lock in uv's pylock form, without its addresses."""
    # Python 3.10 has it not; who writes the lines has a later one.
    import tomllib

    lines = []
    for package in tomllib.loads(lock.read_text())["packages"]:
        tags = set()
        for wheel in package.get("wheels", ()):
            name = wheel.get("name") or wheel["url"].rpartition("/")[2]
            parts = name.removesuffix(".whl").split("-")[-3:]
            _, _, _, all_tags = parse_wheel_filename(name)
            if any(tag in ANYWHERE for tag in all_tags):
                tags.add("-".join(parts))
        lines.append(" ".join((f"{canonicalize_name(package['name'])}=={package['version']}",
                               *sorted(tags))))  # fmt: skip
    return "".join(f"{line}\n" for line in sorted(lines))


ANYWHERE = frozenset().union(*(tags_of(m, p) for m in MACHINES for p in PYTHONS))


def imported() -> Iterator[str]:
    for path in (REPOSITORY / "adhoc_teamwork").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("machine", MACHINES)
def test_a_robot_of_either_kind_gets_everything(machine: str, python: str) -> None:
    assert len(needed(machine, python)) > 15
    assert needed(machine, python) - set(pinned("sourced.txt", machine, python)) == set()


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("machine", MACHINES)
def test_every_pin_has_a_wheel_there(machine: str, python: str) -> None:
    there, wheels = tags_of(machine, python), recorded()
    found = pinned("sourced.txt", machine, python)
    lacking = [n for n, v in found.items() if not there & wheels.get(f"{n}=={v}", frozenset())]
    assert lacking == []


def test_machines_differ_in_open3d_alone() -> None:
    for python in PYTHONS:
        x86, arm = (set(pinned("sourced.txt", machine, python)) for machine in MACHINES)
        assert (x86 - arm, arm - x86) == ({"open3d-cpu"}, {"open3d"})


def test_the_page_says_how_many_they_are() -> None:
    page = (REPOSITORY / "docs" / "dependencies.md").read_text(encoding="utf-8")
    told = re.search(
        r"(\d+) packages with Python 3.10, (\d+) with 3.11 to 3.13, (\d+) with 3.14", page
    )
    assert told
    first, middle, last = map(int, told.groups())
    counts = [len(pinned("sourced.txt", "aarch64", python)) for python in PYTHONS]
    assert counts == [first, middle, middle, middle, last]


def test_what_a_python_lacks_is_known() -> None:
    names = {python: needed("aarch64", python) - {"backports-zstd"} for python in PYTHONS}
    every = set().union(*names.values())
    assert {(name, p) for p, given in names.items() for name in every - given} == LACKING


def test_each_wheel_is_that_of_a_pin() -> None:
    versions = {f"{canonicalize_name(p.name)}{p.specifier}" for p in pins("sourced.txt")}
    assert set(recorded()) == versions


def test_no_lock_names_a_registry() -> None:
    for path in FOLDER.iterdir():
        if path.name != "README.md":
            assert "://" not in path.read_text(), path.name


@pytest.mark.parametrize("machine", MACHINES)
def test_extras_are_those_that_the_tests_run_with(machine: str) -> None:
    """Jazzy's Python and NumPy: an extra has the version of the lock, which pins no NumPy."""
    locked = pinned("dev.txt", machine, "3.12") | pinned("ray.txt", machine, "3.12")
    words = re.findall(r'"([a-z-]+)==([0-9.]+)"', (REPOSITORY / "setup.py").read_text())
    assert {"mujoco", "mcp", "opentelemetry-sdk", "ray"} <= dict(words).keys()
    assert {name: locked.get(name) for name, _ in words} == dict(words)
    assert "numpy" not in locked


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("other", ["embedded.txt", "sourced.txt", "dev.txt"])
def test_ray_changes_nothing_that_is_installed(other: str, machine: str, python: str) -> None:
    """It is added to an environment that has these pins."""
    ray, there = pinned("ray.txt", machine, python), pinned(other, machine, python)
    assert {name: there[name] for name in ray if name in there} == {
        name: version for name, version in ray.items() if name in there
    }


@pytest.mark.parametrize("numpy", ["1.26.4", "2.3.5"])
def test_numpy_is_the_systems_own(numpy: str) -> None:
    """The lock is made against both, and pins neither."""
    assert "numpy" not in pinned("sourced.txt", "aarch64", "3.12")
    told = [one for one in wanted("sourced-constraints.in") if one.name == "numpy"]
    python = "3.14" if numpy.startswith("2") else "3.12"
    here = place("aarch64", python)
    fitting = [one for one in told if one.marker is None or one.marker.evaluate(here)]
    assert [numpy in one.specifier for one in fitting] == [True]


def imported_packages() -> set[str]:
    distributions = packages_distributions()
    modules = {name.split(".")[0] for name in imported()}
    return {canonicalize_name(one) for name in modules for one in distributions.get(name, ())}


@pytest.mark.slow
def test_what_is_imported_is_named() -> None:
    """What only comes along with another package may go with that one's next release."""
    named = {canonicalize_name(one.name) for one in wanted("common.in")} | EXTRAS | PARTS
    assert (imported_packages() & set(pinned("sourced.txt", "x86_64", "3.12"))) - named == set()


@pytest.mark.slow
def test_what_is_named_is_imported() -> None:
    here = {
        canonicalize_name(one.name)
        for one in wanted("common.in")
        if not one.marker or one.marker.evaluate()
    }
    # trimesh reads COLLADA files with it.
    assert here - imported_packages() == {"pycollada"}


if __name__ == "__main__":
    WHEELS.write_text(wheels_of(Path(sys.argv[1])))
