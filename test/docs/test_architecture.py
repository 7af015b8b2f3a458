# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The pages and the first lines of folders name the rooms, parts and files that there are."""

import ast
import re
from itertools import product
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY

PACKAGE = REPOSITORY / "adhoc_teamwork"
PAGE = (REPOSITORY / "docs" / "architecture.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", PAGE, re.MULTILINE)
NOT_PARTS = {"ros", "data", "page", "weights", "__pycache__"}
NOT_MODULES = {"map"}
"""Frames, in the first lines of folders."""


def folders(path: Path) -> set[str]:
    return {child.name for child in path.iterdir() if (child / "__init__.py").is_file()}


def test_every_room_and_part_is_named() -> None:
    layers = PAGE.split("```text")[1].split("```")[0]
    assert all(re.search(rf"\b{room}\b", layers) for room in folders(PACKAGE))
    assert len(ROWS) > 8
    for room, cell in ROWS:
        parts = set(re.findall(r"`(\w+)`", cell))
        assert parts - {"ros"} == folders(PACKAGE / room) - NOT_PARTS, room


def test_the_table_of_the_front_page_has_every_room() -> None:
    rows = re.findall(
        r"^\| `(\w+)/` \|", (REPOSITORY / "README.md").read_text("utf-8"), re.MULTILINE
    )
    assert folders(PACKAGE) <= set(rows)


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("__init__.py")), ids=lambda f: f.parent.name)
def test_a_folder_names_what_lies_in_it_or_beside_it(file: Path) -> None:
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    where = (file.parent, file.parent.parent, PACKAGE)
    for name in set(re.findall(r"`([a-z_]+)`", text)) - NOT_MODULES:
        assert any((p / name).is_dir() or (p / f"{name}.py").is_file() for p in where), name


def test_the_ways_lead_through_files_that_exist() -> None:
    ways = PAGE.split("## Five ways")[1].split("## Rules")[0]
    known = [
        str(path.relative_to(PACKAGE).with_suffix(""))
        for path in PACKAGE.rglob("*")
        if path.suffix == ".py" or path.is_dir()
    ]
    found = 0
    for block in ways.split("```text")[1:]:
        for word in re.findall(r"(?<![\w/,.])[a-z_]+/[\w{},*/]+", block.split("```")[0]):
            if word.startswith(("camera/", "team/", "config/")):
                continue
            choices = [part.strip("{}").split(",") for part in word.split("/") if part != "*"]
            for names in product(*choices):
                path = "/".join(names)
                assert any(f"/{one}".endswith(f"/{path}") for one in known), path
                found += 1
    assert found > 40
