# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is shipped for computers of a team: units start what there is, with known settings."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from command_check import problem
from pages import DOCS, REPOSITORY

from adhoc_teamwork.teamwork.settings.discovery import read_discovery

UNITS = sorted((REPOSITORY / "config" / "systemd").glob("*.service"))
ENVIRONMENT = REPOSITORY / "config" / "systemd" / "team.env"
each_unit = pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)


def settings() -> dict[str, str]:
    """Return the variables of the shipped environment file."""
    lines = [line for line in ENVIRONMENT.read_text().splitlines() if line and line[0] != "#"]
    return dict(line.split("=", 1) for line in lines)


def started(unit: Path) -> list[str]:
    """Return the words that a unit starts, with variables as the environment file has them."""
    text = unit.read_text().replace("\\\n", " ")
    found = re.search(r"^ExecStart=/bin/bash /etc/adhoc/run.sh (.*)$", text, re.MULTILINE)
    assert found is not None
    named = set(re.findall(r"\$\{(\w+)\}", found[1]))
    assert named <= set(settings())
    words = shlex.split(found[1].replace("%i", "tall"))
    return [re.sub(r"\$\{(\w+)\}", lambda m: settings()[m[1]], word) for word in words]


@each_unit
def test_a_unit_starts_what_there_is(unit: Path) -> None:
    assert problem(started(unit), set()) == ""


@each_unit
def test_a_unit_waits_for_network_and_ends_what_it_starts(unit: Path) -> None:
    text = unit.read_text()
    assert re.search(r"^After=.*network-online.target", text, re.MULTILINE)
    assert "EnvironmentFile=/etc/adhoc/team.env\n" in text
    assert "KillSignal=SIGINT\n" in text
    assert ("KillMode=mixed\n" in text) is ("ros2 launch" in text)


@each_unit
def test_systemd_has_nothing_to_say_against_a_unit(unit: Path, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")

    def verified(text: str) -> str:
        path = tmp_path / unit.name
        path.write_text(text)
        words = ["systemd-analyze", "verify", "--recursive-errors=no", str(path)]
        return subprocess.run(words, capture_output=True, text=True, check=False).stderr

    assert unit.name not in verified(unit.read_text())
    assert unit.name in verified(unit.read_text().replace("KillSignal=", "KilSignal="))


def test_the_model_s_port_is_the_one_that_robots_ask() -> None:
    words = started(next(unit for unit in UNITS if "model" in unit.name))
    port = words[words.index("--port") + 1]
    assert f":{port}/" in settings()["LLM_BASE_URL"]


def test_the_environment_is_one_that_the_package_reads() -> None:
    given = settings()
    assert read_discovery(given["DISCOVERY"], "team.env").environment()
    assert (REPOSITORY / "config" / "robots" / f"{given['ROBOT_CARD']}.yaml").is_file()
    page = (DOCS / "tutorials" / "three_computers.md").read_text()
    domain = int(given["ROS_DOMAIN_ID"])
    first = 7400 + 250 * domain
    assert f"ROS_DOMAIN_ID={domain}" in page
    assert f"{first}:{first + 249}" in page
    for line in re.findall(r"`DISCOVERY=([^`]+)`", page):
        assert "..." in line or read_discovery(line, "page")


def test_the_script_is_shell() -> None:
    script = REPOSITORY / "config" / "systemd" / "run.sh"
    assert subprocess.run(["bash", "-n", str(script)], check=False).returncode == 0


def test_chrony_is_told_one_time_keeper() -> None:
    folder = REPOSITORY / "config" / "chrony"
    known = {"allow", "local", "server", "makestep"}
    for path in folder.glob("*.conf"):
        lines = [line for line in path.read_text().splitlines() if line and line[0] != "#"]
        assert {line.split()[0] for line in lines} <= known
    server = re.search(r"^server (\S+)", (folder / "robot.conf").read_text(), re.MULTILINE)
    assert server is not None
    assert f"http://{server[1]}:" in settings()["LLM_BASE_URL"]
