# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who stands still after a stop, and who is missing."""

import pytest

from adhoc_teamwork.teamwork.team.emergency_stop import StopCommand
from adhoc_teamwork.teamwork.team.stop_states import (
    FRESH,
    MOST_REPORTS,
    StopReport,
    StopStates,
    presses_of,
)

PRESS = StopCommand("console", "", 1, pressed=True)
OWN = StopCommand("console", "rex", 2, pressed=True)
SWITCH = StopCommand("/emergency_stop", "rex", 1, pressed=True)


def report(
    robot: str = "rex", part: str = "skills", moving: str = "", **more: object
) -> StopReport:
    values: dict[str, object] = {"stopped": True, "presses": (PRESS,), **more}
    return StopReport(robot, part, moving=moving, **values)  # type: ignore[arg-type]


def test_who_tells_nothing_any_more_is_missing() -> None:
    states = StopStates()
    states.take(report(), 10.0)
    assert states.of("rex", 10.0 + FRESH).stands
    late = states.of("rex", 10.1 + FRESH)
    assert (late.answers, late.stands, late.text) == (False, False, "does not answer")
    assert [state.robot for state in states.all_of(["tall"], 10.0)] == ["rex", "tall"]
    assert not states.of("tall", 10.0).answers


@pytest.mark.parametrize(
    ("base", "stands", "text"),
    [
        (report(part="base"), True, "stands still (skills: no answer)"),
        (
            report(part="base", moving="the base drives"),
            False,
            "the base drives (skills: no answer)",
        ),
        (report(part="base", stopped=False), False, "is not stopped (skills: no answer)"),
    ],
)
def test_the_base_says_whether_it_stands_though_the_skills_are_gone(
    base: StopReport, stands: bool, text: str
) -> None:
    states = StopStates()
    states.take(report(), 0.0)
    states.take(base, 10.0)
    assert (states.of("rex", 10.0).stands, states.of("rex", 10.0).text) == (stands, text)


def test_presses_of_all_are_told_apart_from_a_robots_own() -> None:
    states = StopStates()
    states.take(report(presses=(PRESS, OWN, SWITCH)), 0.0)
    found = [states.of("rex", 0.0)]
    assert presses_of(found, "") == (PRESS, SWITCH)
    assert presses_of(found, "rex") == (OWN,)
    assert presses_of(found, "tall") == ()


def test_a_flood_of_names_is_bounded() -> None:
    states = StopStates()
    for number in range(2 * MOST_REPORTS):
        states.take(report(robot=f"r{number}"), 0.0)
    assert len(states.robots) == MOST_REPORTS
    # Names that fell silent keep no robot from being shown; one that speaks keeps its place.
    states.take(report(robot="r0"), FRESH)
    states.take(report(), FRESH + 1.0)
    assert states.of("rex", FRESH + 1.0).stands
    assert states.of("r0", FRESH + 1.0).stands
    assert len(states.robots) == MOST_REPORTS
