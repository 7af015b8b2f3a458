# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Processes that talk in lines of JSON and do not outlive the measurement."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from adhoc_teamwork.measuring.broker.children import ChildError, Children

PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "fail":
        raise SystemExit("the battery is empty")
    if asked["do"] != "sleep":
        print("chatter")
        print(json.dumps(asked), flush=True)
"""


@pytest.fixture
def children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Children]:
    (tmp_path / "echoing.py").write_text(PROGRAM)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Children({}) as started:
        yield started


def test_asks_and_measures_a_process(children: Children) -> None:
    child = children.start("echo", "echoing")
    assert child.ask({"do": "say"}, 10.0) == {"do": "say"}
    assert child.memory() > 1.0
    assert child.cpu() >= 0.0
    child.kill()
    assert not child.running


def test_says_why_there_is_no_answer(children: Children) -> None:
    child = children.start("echo", "echoing")
    child.ask({"do": "say"}, 10.0)
    child.tell({"do": "sleep"})
    with pytest.raises(ChildError, match="did not answer"):
        child.answer(0.05)
    child.tell({"do": "fail"})
    with pytest.raises(ChildError, match="the battery is empty"):
        child.answer(10.0)


def test_leaving_ends_every_process(children: Children) -> None:
    child = children.start("echo", "echoing")
    child.ask({"do": "say"}, 10.0)
    began = time.monotonic()
    children.end()
    assert not child.running
    assert time.monotonic() - began < 5.0
    assert not children.folder.exists()
