# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Broken plans are refused by their checks, and are not where a check lets everything pass."""

from collections.abc import Callable
from pathlib import Path

import pytest

from adhoc_teamwork.cells.effects import unkept
from adhoc_teamwork.cells.relations import Relations
from adhoc_teamwork.measuring.skills.__main__ import main
from adhoc_teamwork.skills.arms.failure import Step
from adhoc_teamwork.skills.several_arms.plan_text import ArmAction

pytest.importorskip("mujoco", reason="the extra `cells` is not installed")

from adhoc_teamwork.benchmark.arms.playing import TASKS, cell_of
from adhoc_teamwork.cells.actions import read_action
from adhoc_teamwork.measuring.cells.broken_plans import KINDS
from adhoc_teamwork.measuring.cells.plan_check import (
    FILE,
    SUCCEEDED,
    Case,
    CaseKey,
    Cases,
    Tally,
    is_kept,
    refused_plans,
)
from adhoc_teamwork.measuring.cells.random_states import compare

MEASURED = "adhoc_teamwork.measuring.cells.plan_check"
CHECKS = "adhoc_teamwork.cells.plan_check"


def all_wait(text: str, robots: list[str]) -> dict[str, ArmAction]:
    del text
    return {robot: ArmAction(robot, ("WAIT",)) for robot in robots}


def nothing(*_: object) -> list[object]:
    return []


PASSING: dict[Step, tuple[str, Callable[..., object]]] = {
    Step.PARSE: (f"{CHECKS}.parse_plan", all_wait),
    Step.TASK: (f"{CHECKS}.complaint", nothing),
    Step.INVERSE_KINEMATICS: (f"{CHECKS}.PlanCheck._reachable", nothing),
    Step.COLLISION: (f"{CHECKS}.PlanCheck._check_goals", nothing),
    Step.WAYPOINTS: (f"{CHECKS}.PlanCheck._check_waypoints", nothing),
}


def is_accepted() -> Tally:
    return Tally("that succeed in physics", "accepted", 1, 1)


@pytest.mark.parametrize("step", PASSING)
def test_a_check_that_lets_all_pass_fails_the_measurement(
    step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = [kind for kind, (check, _) in KINDS.items() if check is step][-1:]
    assert is_kept([is_accepted(), *refused_plans(kinds, 1, Cases(1))])
    monkeypatch.setattr(*PASSING[step])
    assert not is_kept([is_accepted(), *refused_plans(kinds, 1, Cases(1))])


def test_checks_that_refuse_what_succeeds_fail_it_too() -> None:
    refused = Tally("that succeed in physics", "accepted", 10, 9)
    assert not is_kept([refused, Tally("torn text", "refused", 1, 1)])


def test_what_was_asked_is_kept_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that was killed in a line goes on; a known case is not asked again."""
    words = ["--plan-check", "--plans", "2", "--broken", "1", "--jobs", "1", "--out", str(tmp_path)]
    asked: list[CaseKey] = []

    def answer(key: CaseKey) -> Case:
        asked.append(key)
        return Case(key, ("", "") if key.kind == SUCCEEDED else ("",))

    monkeypatch.setattr(f"{MEASURED}.ask", answer)
    assert main(words) == 0
    whole, printed = (tmp_path / FILE).read_bytes(), capsys.readouterr().out
    lines = whole.splitlines(keepends=True)
    assert len(lines) == len(asked) == len(KINDS) + len(TASKS)
    (tmp_path / FILE).write_bytes(b"".join(lines[:5]) + lines[5][:20])
    asked.clear()
    assert main(words) == 0
    assert len(asked) == len(lines) - 5
    assert (tmp_path / FILE).read_bytes() == whole
    assert capsys.readouterr().out == printed


def test_what_was_promised_and_is_not_so_is_told() -> None:
    task, _ = cell_of("sort_cubes")
    words = ("PICK", "blue_square", "PLACE", "panel2")
    actions = {"Alice": read_action(task, ArmAction("Alice", words))}
    before, after = (
        Relations({"blue_square": place}, frozenset(), {}, {}, {}) for place in ("panel3", "panel1")
    )
    assert unkept(task, actions, before, after) == ["Alice: blue_square is on panel2"]


def test_spheres_about_links_miss_nothing_that_physics_sees() -> None:
    """As many states as 10,000 have of this cell; fingers count wherever they may be."""
    found = compare("pack_grocery", 1667)
    assert (found.touching > 1000, found.missed) == (True, 0)


def test_wrong_words_are_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--plan-check", "--plans", "none"])
    assert len(capsys.readouterr().err.splitlines()) == 1
