# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whoever hears two robots speak of one object takes it for one: planner, perception, broker…"""

import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.adhoc_planner.belief.claims import same_target
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import same_object
from adhoc_teamwork.bringup.team_console.things import Things as ShownThings
from adhoc_teamwork.comm_bridge.broker.known_objects import KnownObjects
from adhoc_teamwork.comm_bridge.foreign_agents.things import Things
from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.objects.objects import ObjectStore
from adhoc_teamwork.perception.objects.teammates import TeammateReports
from adhoc_teamwork.teamwork.geometry import Point, Size
from adhoc_teamwork.teamwork.scene import Detection, Misplaced
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.same_object import SAME_PLACE, place_error, same_place
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

HERE = Point(3.0, 2.0, 0.8)
MUG = Detection(
    "Mug_0", "Mug", HERE, Size(0.1, 0.1, 0.1), pickupable=True, misplaced=Misplaced.YES, seen=5.0
)
SOFA = Detection("Sofa_0", "Sofa", HERE, Size(1.1, 0.8, 0.9), is_receptacle=True, seen=5.0)


def message(sender: str, detection: Detection) -> TeamMessage:
    return TeamMessage(sender, 1, 1, 5.0, MessageKind.DETECTION, detections=(detection,))


def intent(detection: Detection) -> Intent:
    subtask = SubTask(SubTaskKind.REPLACE, object_id=detection.object_id)
    return Intent(1, IntentStatus.ADOPTED, subtask, detection.category, detection.position)


def claims(one: Detection, other: Detection) -> bool:
    return same_target(intent(one), intent(other))


def prompts(one: Detection, other: Detection) -> bool:
    return same_object((one,), other.category, other.position) is one


def broker(one: Detection, other: Detection) -> bool:
    known = KnownObjects()
    known.add(message("alpha", one))
    known.add(message("beta", other))
    return sum(map(len, known.still_true().values())) == 1


def strangers(one: Detection, other: Detection) -> bool:
    things = Things()
    number = things.number_of(one.category, one.position)
    return things.number_of(other.category, other.position) == number


def perception(one: Detection, other: Detection) -> bool:
    store = ObjectStore(PerceptionConfig())
    reports = TeammateReports("own", store)
    reports.hear(message("alpha", one))
    reports.hear(message("beta", other))
    return len(list(store)) == 1


def console(one: Detection, other: Detection) -> bool:
    things, keys = ShownThings(), set()
    for robot, told in (("alpha", one), ("beta", other)):
        at, size = told.position, told.size
        noted = things.note(
            robot,
            1,
            {
                "id": told.object_id,
                "category": told.category,
                "position": [at.x, at.y, at.z],
                "size": [size.x, size.y, size.z],
            },
        )
        assert noted is not None
        keys.add(noted[0])
    return len(keys) == 1


Rule = Callable[[Detection, Detection], bool]
OF_SIGHTS: tuple[Rule, ...] = (broker, perception, console)
ALL: tuple[Rule, ...] = (*OF_SIGHTS, claims, prompts, strangers)


@pytest.mark.parametrize("rule", ALL)
@pytest.mark.parametrize(
    ("move", "is_same"),
    [
        ((0.0, 0.0, 0.0), True),
        ((0.55, 0.0, 0.0), True),  # Two for the broker and strangers, one for all others.
        ((0.0, 0.0, 0.65), False),  # On another board of a shelf: one for console and prompts.
        ((0.4, 0.4, 0.3), False),
        ((0.0, 0.7, 0.0), False),
    ],
)
def test_all_take_the_same_for_one_object(
    rule: Rule, move: tuple[float, float, float], is_same: bool
) -> None:
    there = Point(HERE.x + move[0], HERE.y + move[1], HERE.z + move[2])
    assert rule(MUG, replace(MUG, object_id="Mug_7", position=there)) is is_same


@pytest.mark.parametrize("rule", OF_SIGHTS)
@pytest.mark.parametrize(("away", "is_same"), [(1.0, True), (1.15, False)])
def test_of_something_wide_each_may_have_seen_another_end(
    rule: Rule, away: float, is_same: bool
) -> None:
    there = Point(HERE.x + away, HERE.y, HERE.z)
    assert rule(SOFA, replace(SOFA, object_id="Sofa_7", position=there)) is is_same


def test_a_judgement_counts_wherever_a_robot_takes_the_object_for_the_same() -> None:
    store = ObjectStore(PerceptionConfig())
    reports = TeammateReports("own", store)
    reports.hear(message("alpha", replace(MUG, misplaced=Misplaced.UNKNOWN)))
    there = Point(HERE.x + 0.5, HERE.y, HERE.z)
    reports.hear(message("beta", replace(MUG, position=there, seen=6.0)))
    assert [known.misplaced for known in store] == [Misplaced.YES]


extents = st.one_of(st.floats(0.0, 50.0), st.sampled_from([math.nan, math.inf, -1.0]))


@given(st.builds(Size, extents, extents, extents), st.floats(0.0, 5.0))
def test_no_size_makes_places_of_one_object_near_or_far_beyond_reason(
    size: Size, away: float
) -> None:
    assert SAME_PLACE <= place_error(size) <= 2.0 * SAME_PLACE
    assert same_place(HERE, Point(HERE.x, HERE.y + away, HERE.z), size) or away > SAME_PLACE
