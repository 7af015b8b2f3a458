# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Install the example package of docs/examples/press_button, and run Python that finds it."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
EXAMPLE = REPOSITORY / "docs" / "examples" / "press_button"


def offered() -> dict[str, dict[str, str]]:
    """Return the entry points of the example by group and name, as its pyproject.toml has them."""
    project = (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = {}
    for group, lines in re.findall(
        r'^\[project\.entry-points\."([\w.]+)"\]\n((?:[\w-]+ = "[\w.:]+"\n?)+)', project, re.M
    ):
        found[group] = dict(re.findall(r'^([\w-]+) = "([\w.:]+)"$', lines, re.M))
    return found


def install(site: Path, groups: Mapping[str, Mapping[str, str]]) -> None:
    """Put a distribution's metadata into `site`, as pip would."""
    info = site / "other-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    lines = []
    for group, entries in groups.items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


def run(
    *words: str, paths: tuple[Path, ...], timeout: float = 120.0
) -> "subprocess.CompletedProcess[str]":
    """Run Python with the words and these folders on its path."""
    found = os.pathsep.join([*map(str, paths), str(REPOSITORY), *filter(None, sys.path)])
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": found},
        timeout=timeout,
        check=False,
    )
