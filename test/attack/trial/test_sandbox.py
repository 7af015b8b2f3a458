# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What notices harm: a process that dies, hangs, swells, runs something, or colours a terminal."""

import os
from pathlib import Path

import pytest

from adhoc_teamwork.attack.trial.outcome import Outcome, Tally, all_held
from adhoc_teamwork.attack.trial.rows import Row
from adhoc_teamwork.attack.trial.sandbox import Sandbox, SandboxError

pytestmark = pytest.mark.slow

ROW = Row("falling", "falling_targets", "targets that fall", 1)
TARGETS = 8


@pytest.fixture
def tally(monkeypatch: pytest.MonkeyPatch) -> Tally:
    paths = (str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", ""))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    return Sandbox(seed=1, jobs=1, shown=lambda _: None).run(ROW, 3 * TARGETS)


def test_each_harm_is_noticed_and_told_of_the_input_that_did_it(tally: Tally) -> None:
    found = {harm.target: (harm.outcome, harm.number) for harm in tally.harms}
    assert found == {
        "dies": (Outcome.CRASHED, TARGETS),
        "never ends": (Outcome.HUNG, TARGETS + 1),
        "raises": (Outcome.CRASHED, TARGETS + 2),
        "tells in colour": (Outcome.LEAKED, TARGETS + 4),
        "runs": (Outcome.EXECUTED, TARGETS + 5),
        "swells": (Outcome.GREW, TARGETS + 6),
        "obeys": (Outcome.EXECUTED, TARGETS + 7),
    }
    assert not all_held([tally])


def test_the_inputs_behind_a_fall_are_tried_all_the_same(tally: Tally) -> None:
    assert tally.tried == 3 * TARGETS
    assert tally.counts[Outcome.HELD] == 3 * TARGETS - 7
    assert not tally.skipped


def test_a_row_that_cannot_begin_is_told() -> None:
    with pytest.raises(SandboxError, match="No module named 'nothing_of_ours'"):
        Sandbox(1, 1, lambda _: None).run(Row("x", "nothing_of_ours", "", 1), 1)
