# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A policy of somebody else's package, found as entry points are, by name and in a process."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from bench_episodes import DrawnSet

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).resolve().parents[2]
EXAMPLE = REPOSITORY / "docs" / "examples" / "nearest_first"
GROUP = "adhoc_teamwork.policies"


def install(site: Path, offered: Mapping[str, str]) -> None:
    """Put a distribution's metadata into `site`, as pip would."""
    info = site / "other-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    lines = [f"{name} = {target}" for name, target in offered.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *lines]) + "\n")


def run(*words: str, paths: tuple[Path, ...]) -> "subprocess.CompletedProcess[str]":
    found = os.pathsep.join([*map(str, paths), str(REPOSITORY), *filter(None, sys.path)])
    return subprocess.run(
        [sys.executable, "-m", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": found},
        timeout=120.0,
        check=False,
    )


def test_the_example_plays_an_episode_under_its_name(drawn: DrawnSet, tmp_path: Path) -> None:
    project = (EXAMPLE / "pyproject.toml").read_text()
    offered = dict(re.findall(r'^([\w-]+) = "(nearest_first:\w+)"$', project, re.M))
    assert offered == {"nearest-first": "nearest_first:NearestFirst"}
    install(tmp_path / "site", offered)
    out = tmp_path / "out"
    played = run(
        *(
            "adhoc_teamwork.benchmark",
            "run",
            "--taskset",
            str(drawn.folder),
            "--tasks",
            "1",
            "--jobs",
            "1",
        ),
        *("--adhoc", "nearest-first", "--out", str(out)),
        paths=(tmp_path / "site", EXAMPLE),
    )
    assert played.returncode == 0, played.stderr
    episodes = [json.loads(line) for line in (out / "episodes.jsonl").read_text().splitlines()]
    ours = [e for e in episodes if e["key"]["adhoc"] == "nearest-first"]
    assert len(ours) == 1
    acting = next(agent for agent in ours[0]["agents"] if agent["ad_hoc"])
    assert acting["steps"] > 0


def test_the_example_is_as_short_as_its_page_says_and_quoted_there() -> None:
    licence, docstring, source = (EXAMPLE / "nearest_first.py").read_text().partition('"""')
    source = docstring + source
    assert all(line.startswith("#") for line in licence.split("\n") if line)
    assert len(source.splitlines()) <= 45
    quoted = source[source.index("class NearestFirst") : source.index("    def _fetching")]
    assert quoted.strip() in (REPOSITORY / "docs" / "policies.md").read_text()


@pytest.mark.parametrize(
    ("target", "what"),
    [
        ("no_such_module:Policy", "No module named 'no_such_module'"),
        ("wrong:Missing", "has no attribute 'Missing'"),
        ("wrong:NUMBER", "expected a subclass of Rule, or a function"),
        ("wrong:Other", "expected a subclass of Rule, or a function"),
        ("wrong:Undecided", "this Rule has no method decide"),
        ("failing:Policy", "division by zero"),
        ("quitting:Policy", "ends the program when it is imported (0)"),
    ],
)
def test_what_cannot_be_loaded_is_refused_in_one_line(
    tmp_path: Path, target: str, what: str
) -> None:
    install(tmp_path, {"mine": target})
    (tmp_path / "wrong.py").write_text(
        "from adhoc_teamwork.adhoc_planner.policies.rule import Rule\n"
        "NUMBER = 3\n"
        "class Other: ...\n"
        "class Undecided(Rule): ...\n"
    )
    (tmp_path / "failing.py").write_text("1 / 0\n")
    (tmp_path / "quitting.py").write_text("import sys\nsys.exit(0)\n")
    refused = run("adhoc_teamwork.adhoc_planner.policies", "mine", paths=(tmp_path,))
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"policy mine: {target}: ")
    assert what in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_a_maker_that_makes_something_else_is_refused(drawn: DrawnSet, tmp_path: Path) -> None:
    install(tmp_path, {"mine": "wrong:make"})
    (tmp_path / "wrong.py").write_text("def make(kit):\n    return 'a policy'\n")
    played = run(
        *(
            "adhoc_teamwork.benchmark",
            "run",
            "--taskset",
            str(drawn.folder),
            "--tasks",
            "1",
            "--jobs",
            "1",
        ),
        *("--adhoc", "mine", "--out", str(tmp_path / "out")),
        paths=(tmp_path,),
    )
    assert played.returncode != 0
    assert "policy mine: wrong:make: returned no Policy but str" in played.stderr


def test_all_names_are_listed_with_what_they_are(tmp_path: Path) -> None:
    install(tmp_path, {"mine": "wrong:make", "irot": "wrong:make"})
    listed = run("adhoc_teamwork.adhoc_planner.policies", paths=(tmp_path,))
    lines = dict(line.split(maxsplit=1) for line in listed.stdout.splitlines())
    assert lines["mine"] == "wrong:make"
    assert lines["irot"] == "interactive reflection of thoughts"
    unknown = run("adhoc_teamwork.adhoc_planner.policies", "nope", paths=(tmp_path,))
    assert unknown.returncode == 2
    assert "policy nope: no such policy; expected heuristic" in unknown.stderr
