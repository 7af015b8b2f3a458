# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Install the example package of docs/examples/press_button, and run Python that finds it."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
EXAMPLE = REPOSITORY / "docs" / "examples" / "press_button"
_OURS = ("adhoc_teamwork", "adhoc_interfaces", "config", "launch", "docs", "setup.py")


def install_example(scratch: Path, **other_names: str) -> Path:
    """Install the example with pip, which reaches no index, in a folder of `scratch`; return it.

    Words of its files are replaced by others where `other_names` has any for them.
    """
    source, site = scratch / "source", scratch / "site"
    shutil.copytree(EXAMPLE, source)
    for path in source.rglob("*.*") if other_names else ():
        text = path.read_text(encoding="utf-8")
        for name, other in other_names.items():
            text = re.sub(rf"\b{name}\b", other, text)
        path.write_text(text, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(site)]
    done = subprocess.run(
        [*pip, *offline, str(source)], capture_output=True, text=True, timeout=300.0, check=False
    )
    assert done.returncode == 0, done.stderr
    return site


def our_files() -> dict[str, str]:
    """Return a digest of each file of ours that somebody could have had to change, by its path."""
    found = {}
    for name in _OURS:
        place = REPOSITORY / name
        for path in [place] if place.is_file() else place.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                digest = hashlib.sha256(path.read_bytes()).hexdigest()
                found[str(path.relative_to(REPOSITORY))] = digest
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
    *words: str, paths: tuple[Path, ...], timeout: float = 300.0
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
