# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How sub-skill results bring a sub-task on, or to an end."""

from dataclasses import replace

import pytest
from agent_pieces import EXPLORE, FINE, GO, PICK, PUT, REPLACE, mug
from agent_rig import failure

from adhoc_teamwork.adhoc_planner.agent.active_task import ActiveTask, Standing, assess, lost_sense
from adhoc_teamwork.teamwork.scene import Misplaced, Presence
from adhoc_teamwork.teamwork.team.causes import OWN_LIMITS, Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask


def errand(subtask: SubTask = REPLACE) -> ActiveTask:
    return ActiveTask(subtask, 1, mug())


def test_the_last_sub_skill_brings_the_sub_task_to_its_end() -> None:
    assert assess(errand(), GO, FINE).standing is Standing.GOES_ON
    assert assess(errand(), PICK, FINE).standing is Standing.GOES_ON
    assert assess(errand(), PUT, FINE).standing is Standing.DONE
    explore = SubSkill(SubSkillKind.EXPLORE, room_id="room_1")
    assert assess(errand(EXPLORE), explore, FINE).standing is Standing.DONE


@pytest.mark.parametrize("cause", sorted(OWN_LIMITS))
def test_what_the_body_cannot_do_fails_at_once(cause: Cause) -> None:
    verdict = assess(errand(), PICK, failure(cause, "It is too much for me."))
    assert verdict.standing is Standing.FAILED
    assert "too much" in verdict.reason
    assert verdict.cause is cause


def test_failures_are_counted_and_bounded() -> None:
    tried = errand()
    assert assess(tried, GO, failure(Cause.BLOCKED)).standing is Standing.GOES_ON
    assert assess(tried, GO, failure(Cause.BLOCKED)).standing is Standing.FAILED
    varied = errand()
    causes = [Cause.BLOCKED, Cause.TIMEOUT, Cause.UNREACHABLE, Cause.NAVIGATION_ABORTED]
    verdicts = [assess(varied, GO, failure(cause)) for cause in causes]
    standings = [verdict.standing for verdict in verdicts]
    assert standings[-1] is Standing.FAILED
    assert verdicts[-1].cause is Cause.NAVIGATION_ABORTED
    assert standings[:-1] == [Standing.GOES_ON] * 3


@pytest.mark.parametrize("cause", [Cause.LOST, Cause.SERVER_MISSING, Cause.CANCELLED])
def test_a_skill_server_that_dies_does_not_count(cause: Cause) -> None:
    tried = errand()
    for _ in range(10):
        assert assess(tried, GO, failure(cause)).standing is Standing.GOES_ON


def test_endless_success_ends() -> None:
    tried = errand(EXPLORE)
    going = SubSkill(SubSkillKind.GO_TO_ROOM, room_id="room_1")
    standings = [assess(tried, going, FINE).standing for _ in range(20)]
    assert Standing.FAILED in standings


def test_an_errand_that_has_lost_its_sense_ends() -> None:
    gone, held = (replace(mug(), status=s) for s in (Presence.GONE, Presence.HELD))
    for target, cause in (
        (gone, Cause.LOST_OBJECT),
        (held, Cause.HELD_BY_OTHER),
        (None, Cause.UNKNOWN_OBJECT),
    ):
        verdict = lost_sense(errand(), target, False, ())
        assert (verdict.standing, verdict.cause) == (Standing.FAILED, cause)
    assert lost_sense(errand(), held, True, ()).standing is Standing.GOES_ON
    assert lost_sense(errand(), mug(), False, ()).standing is Standing.GOES_ON
    assert lost_sense(errand(EXPLORE), None, False, ("room_1",)).standing is Standing.DONE


def test_what_the_goal_asks_to_move_no_more_is_left_where_it_is() -> None:
    settled = replace(mug(), misplaced=Misplaced.NO, reason="it is where the goal wants it")
    bringing = replace(errand(), target=replace(mug(), misplaced=Misplaced.YES))
    verdict = lost_sense(bringing, settled, False, (), by_goal=True)
    assert verdict.standing is Standing.FAILED
    assert "where the goal wants it" in verdict.reason
    assert lost_sense(bringing, settled, True, (), by_goal=True).standing is Standing.GOES_ON
    assert lost_sense(bringing, settled, False, ()).standing is Standing.GOES_ON
    taking_along = replace(errand(), target=settled)
    assert lost_sense(taking_along, settled, False, (), by_goal=True).standing is Standing.GOES_ON
