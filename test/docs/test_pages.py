# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""All documentation: commands are read by the commands' own parsers, links lead on."""

from pathlib import Path

import pytest
from command_check import problem
from pages import DOCS, REPOSITORY, broken_links, commands, files

ROOT = [REPOSITORY / name for name in ("README.md", "AGENTS.md", "llms.txt")]
PAGES = [*ROOT, *sorted(DOCS.rglob("*.md"))]
each_page = pytest.mark.parametrize(
    "page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY))
)


@each_page
def test_every_command_is_one_that_there_is(page: Path) -> None:
    shown = set(files(page))
    wrong = [found for words in commands(page) if (found := problem(words, shown))]
    assert wrong == []


def test_commands_are_found() -> None:
    found = [words for page in PAGES for words in commands(page)]
    assert len(found) > 150
    assert ["./adhoc", "replay", "latest"] in [words[:3] for words in found]
    # Also where they stand within an item of a list.
    assert ["./adhoc", "attack"] in commands(DOCS / "releasing.md")


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    assert broken_links(page) == []


@pytest.mark.parametrize(
    "command",
    [
        "./adhoc dmeo", "./adhoc demo --sped 3", "./adhoc bench run --llm gpt-4o",
        "./adhoc perceive --evaluate --houses DIR [--jbos N]", "python -m bringup.nothing",
        "./python.sh ADHOC/docs/examples/isaac/scene.py --wrld x",
        "ros2 launch adhoc_teamwork robot.launch.py namspace:=tall", "python2 x.py",
        "ros2 launch adhoc_teamwork robots.launch.py", "ros2 run adhoc_teamwork brooker",
        "sudo cp config/systemd/none.service /etc/systemd/system/",
        "sudo systemctl enable --now adhoc-brokr", ".adhoc/wheels/venv/bin/python none.py",
    ],
)  # fmt: skip
def test_a_wrong_command_would_be_found(command: str) -> None:
    assert problem(command.split(), set())
