# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Interface files are parsed once in a build, whichever generator asks first."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

ONCE = Path(__file__).resolve().parents[3] / "embedded_interfaces" / "parse_once"
ASK = """
from rosidl_parser.parser import parse_idl_string
content = parse_idl_string("module a { module msg { struct B { uint8 c; }; }; };")
print(content if isinstance(content, str) else [type(e).__name__ for e in content.elements])
"""


def ask(folder: Path | None) -> str:
    """Return what a process of its own makes of an interface file."""
    paths = [str(ONCE), os.environ.get("PYTHONPATH", "")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    env.pop("ADHOC_PARSED", None)
    if folder is not None:
        env["ADHOC_PARSED"] = str(folder)
    done = subprocess.run(
        [sys.executable, "-c", ASK], capture_output=True, text=True, timeout=60, check=True, env=env
    )
    return done.stdout.strip()


def test_what_was_parsed_is_read_again(tmp_path: Path) -> None:
    pytest.importorskip("rosidl_parser")
    folder = tmp_path / "parsed"

    assert ask(folder) == ask(None) == "['Message']"

    (kept,) = folder.iterdir()
    kept.write_bytes(pickle.dumps("what was kept"))
    assert ask(folder) == "what was kept"
    # Without the variable nothing is kept, and nothing is read.
    assert ask(None) == "['Message']"
