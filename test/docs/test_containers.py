# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is shipped for containers names what there is; nothing here builds an image."""

import json
import os
import re
import runpy
import shlex
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import setuptools
import yaml
from command_check import problem
from pages import DOCS, REPOSITORY

from adhoc_teamwork.bringup.bootstrap.system_packages import system_needs

COMPOSE: dict[str, Any] = yaml.safe_load((REPOSITORY / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
PLACE = "/ws/src/adhoc_teamwork/"
"""Where the image has this repository."""
TEXT = (REPOSITORY / "Dockerfile").read_text()
IGNORED = set((REPOSITORY / ".dockerignore").read_text().split())
INSTRUCTIONS = [
    line.split(maxsplit=1)
    for line in re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", TEXT, flags=re.M)).splitlines()
    if line
]
STAGES = [rest.split()[2] for word, rest in INSTRUCTIONS if word == "FROM"]
each_service = pytest.mark.parametrize("name", SERVICES)


def commands() -> list[list[str]]:
    """Return the commands of RUN, without settings and what prepares the shell."""
    parts = [p for word, rest in INSTRUCTIONS if word == "RUN" for p in rest.split(" && ")]
    return [shlex.split(part) for part in parts]


@each_service
def test_a_service_starts_what_there_is(name: str) -> None:
    service = SERVICES[name]
    words = shlex.split(service["command"])
    assert problem([words[0].replace(PLACE, "./"), *words[1:]], set()) == ""
    assert service["build"]["target"] in STAGES
    assert set(service.get("depends_on", ())) <= set(SERVICES)
    # Discovery and shared memory of DDS need both.
    assert (service["network_mode"], service["ipc"]) == ("host", "host")
    named = [volume.partition(":")[0] for volume in service["volumes"]]
    assert all(volume in COMPOSE["volumes"] or volume.startswith("./") for volume in named)


def test_a_team_of_three_robots_and_a_broker_starts_by_itself() -> None:
    started = [name for name, service in SERVICES.items() if "profiles" not in service]
    robots = [name for name in started if "robot.launch.py" in SERVICES[name]["command"]]
    assert sorted(robots) == ["quadruped", "small", "tall"]
    for robot in robots:
        assert f"namespace:={robot} robot_card:={robot}" in SERVICES[robot]["command"]
        assert (REPOSITORY / "config" / "robots" / f"{robot}.yaml").is_file()
    assert set(started) - set(robots) == {"broker", "model"}


def test_the_image_has_what_the_set_up_wants_and_runs_what_there_is() -> None:
    words = {word for word, _ in INSTRUCTIONS}
    assert words == {"FROM", "RUN", "WORKDIR", "COPY", "ENV", "ENTRYPOINT", "CMD"}
    assert all(":" in rest.split()[0] or rest.split()[0] in STAGES
               for word, rest in INSTRUCTIONS if word == "FROM")  # fmt: skip
    installed = {w for c in commands() if c[:2] == ["apt-get", "install"] for w in c[2:]}
    # The image's Python is Debian's: its parts are packages of their own.
    system = {need.package for need in system_needs(Path(sys.executable)) if need.package}
    plain = {re.sub(r"python3\.\d+", "python3", package) for package in system}
    assert plain - {"python3-venv", "python3-dev"} <= installed
    assert {"python3-venv", "python3-dev"} <= installed
    ours = [c for c in commands() if c[0].endswith("/adhoc") or c[0] == "colcon"]
    assert [problem(command, set()) for command in ours] == ["", ""]
    copied = [rest.split() for word, rest in INSTRUCTIONS if word == "COPY"]
    assert copied == [[".", "src/adhoc_teamwork"]]
    started = [json.loads(rest) for word, rest in INSTRUCTIONS if word in ("ENTRYPOINT", "CMD")]
    paths = [w.removeprefix(PLACE) for words in started for w in words if w.startswith(PLACE)]
    assert paths == ["config/systemd/run.sh", "adhoc"]
    assert all((REPOSITORY / path).is_file() for path in paths)
    assert not {path.split("/")[0] for path in paths} & IGNORED


def test_what_is_made_here_does_not_go_into_the_image() -> None:
    made = {line.strip("/") for line in (REPOSITORY / ".gitignore").read_text().split()}
    left_out = {name.removeprefix("**/") for name in IGNORED}
    kept = {"*.egg-info", "adhoc_teamwork_bench/build"}
    assert made - left_out == kept


def test_the_dev_container_is_a_stage_and_sets_itself_up() -> None:
    told = json.loads((REPOSITORY / ".devcontainer" / "devcontainer.json").read_text())
    build = told["build"]
    assert (REPOSITORY / ".devcontainer" / build["dockerfile"]).resolve().name == "Dockerfile"
    assert build["target"] in STAGES
    assert problem(shlex.split(told["postCreateCommand"]), set()) == ""
    assert os.access(REPOSITORY / "adhoc", os.X_OK)


def test_all_packages_have_one_version_and_the_page_names_them() -> None:
    page = (DOCS / "releasing.md").read_text()
    found = {}
    for path in (REPOSITORY, REPOSITORY / "adhoc_teamwork_bench", REPOSITORY / "adhoc_interfaces"):
        xml = path / "package.xml"
        found[xml] = ElementTree.parse(xml).getroot().findtext("version")
        if (path / "setup.py").is_file():
            given: dict[str, Any] = {}
            with mock.patch.object(setuptools, "setup", lambda given=given, **it: given.update(it)):
                runpy.run_path(str(path / "setup.py"))
            found[path / "setup.py"] = given["version"]
    assert len(found) == 5
    assert len(set(found.values())) == 1
    assert all(f"`{path.relative_to(REPOSITORY)}`" in page for path in found)
